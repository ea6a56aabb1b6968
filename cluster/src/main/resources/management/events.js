// What the controller decides, as it decides it.

import { get } from './api.js';
import { clamped, h, pill, table } from './dom.js';
import { Place, search } from './lists.js';
import { time } from './words.js';

const MOST = 200;

export function events() {
  const place = new Place();
  let stream = null;
  return {
    interval: 15_000,
    leave() {
      stream?.close();
    },
    async draw(again) {
      if (!stream) {
        stream = new EventSource('/api/v1/events');
        stream.addEventListener('decision', again);
      }
      const { events: all } = await get('events', { limit: MOST, q: place.filters.q });
      return [h('h1', {}, 'Events'),
        h('div', { class: 'filters' }, search(place, 'Find in what and why', again), pill('live', 'good')),
        h('section', { class: 'card' }, table('What the controller decided, newest first', [
          { name: 'At', show: each => time(each.at) },
          { name: 'Version', show: each => `${each.version}` },
          { name: 'What', wide: true, show: each => clamped(each.what) },
          { name: 'Why', wide: true, show: each => clamped(each.cause) },
        ], all, 'nothing is like that'))];
    },
  };
}
