// Groups, and one group: who is in it, who reads what, how far it is behind, why it rebalanced, and where else it could go on.

import { get, part, post } from './api.js';
import { h, link, pill, section, table, tile } from './dom.js';
import { choice, pager, Place, search } from './lists.js';
import { plot, Series, strip } from './plots.js';
import { count, duration, spaced, time } from './words.js';

const ROWS = 50;
const STATES = ['Stable', 'PreparingRebalance', 'CompletingRebalance', 'Empty'];
const TONES = { Stable: 'good', PreparingRebalance: 'warn', CompletingRebalance: 'warn', Empty: '' };

export function groups() {
  const place = new Place();
  return {
    interval: 4_000,
    async draw(again) {
      const listing = await get('groups', { limit: ROWS, cursor: place.cursor, ...place.filters });
      return [h('h1', {}, 'Groups'),
        h('div', { class: 'filters' }, search(place, 'Find a group', again),
          choice(place, 'state', 'State', [['', 'any state'], ...STATES.map(each => [each, spaced(each)])], again)),
        listing.silent_nodes.length ? h('p', { role: 'alert' }, `Nodes that do not tell theirs: ${listing.silent_nodes.join(', ')}`) : null,
        h('section', { class: 'card' }, list(listing.groups), pager(place, listing, listing.groups.length, again))];
    },
  };
}

function list(rows) {
  return table('Groups', [
    { name: 'Group', wide: true, show: each => link(`#/groups/${part(each.group)}`, each.group) },
    { name: 'State', show: each => pill(spaced(each.state), TONES[each.state]) },
    { name: 'Kind', show: each => each.protocol_type || '–' },
    { name: 'Coordinator', show: each => `node ${each.coordinator}` },
  ], rows, 'no group is like that');
}

export function group(id) {
  const lag = new Series();
  const reset = new Reset(id);
  const looks = { first: 0 };
  return {
    interval: 2_000,
    async draw(again) {
      const [found, timeline] = await Promise.all([get(`groups/${part(id)}`), get(`groups/${part(id)}/timeline`)]);
      const known = found.offsets.map(each => each.lag).filter(each => each !== null);
      const total = known.length ? known.reduce((sum, each) => sum + each, 0) : null;
      if (total !== null) lag.add(total);
      return [h('h1', {}, id), facts(found, total),
        section('Lag while this page is open', plot('Records behind', lag, value => count(value), 'second')),
        rebalances(timeline.events), members(found.members), offsets(found.offsets, looks, again), reset.draw(again)];
    },
  };
}

function facts(group, lag) {
  const oldest = Math.max(...group.offsets.map(each => each.lag_ms ?? 0), 0);
  return h('dl', { class: 'tiles' },
    tile('State', spaced(group.state), '', TONES[group.state]),
    tile('Members', count(group.members.length)),
    tile('Behind', count(lag), ' records'),
    tile('Oldest waiting', oldest ? duration(oldest) : '–'),
    tile('Generation', count(group.generation), group.protocol ? ` ${group.protocol}` : ''),
    tile('Coordinator', `node ${group.coordinator}`));
}

const toneOf = what => (/rebalance|must rejoin|waits/i.test(what) ? 'warn'
  : /timed out|silent|removed|left|leaves|fenced|failed|expired/i.test(what) ? 'bad'
  : /stable|assign/i.test(what) ? 'good' : '');

function rebalances(all) {
  if (!all.length) return section('Timeline', h('p', { class: 'quiet' }, 'nothing has happened while this coordinator looked on'));
  const from = time(all[0].at);
  return section('Timeline', strip(`${all.length} events from ${from} to ${time(all.at(-1).at)}`, all, toneOf),
    h('p', { class: 'ends', 'aria-hidden': 'true' }, h('span', {}, from), h('span', {}, time(all.at(-1).at))),
    h('details', { open: true }, h('summary', {}, `${all.length} events, newest first`), h('ol', { class: 'timeline' },
      all.toReversed().map(each => h('li', { class: toneOf(each.what) }, h('time', { datetime: each.at }, time(each.at)), h('span', {}, each.what))))));
}

function members(all) {
  return section('Members', table('Members', [
    { name: 'Client', wide: true, show: each => [each.client_id, each.instance_id ? h('small', { class: 'quiet' }, ` static ${each.instance_id}`) : null] },
    { name: 'Member', wide: true, show: each => h('code', {}, each.member_id) },
    { name: 'Host', show: each => each.host },
    { name: 'Reads', wide: true, show: each => assignment(each.assignment) },
  ], all, 'nobody is in it'));
}

function assignment(partitions) {
  if (!partitions.length) return '–';
  const topics = Map.groupBy(partitions, each => each.topic);
  return [...topics].map(([topic, some]) => h('div', {}, link(`#/topics/${part(topic)}`, topic), ` ${some.map(each => each.partition).join(', ')}`));
}

function offsets(all, looks, again) {
  const most = Math.max(1, ...all.map(each => each.lag ?? 0));
  const move = by => () => {
    looks.first += by;
    again();
  };
  return section('Offsets', table('Offsets', [
    { name: 'Partition', wide: true, show: each => link(`#/topics/${part(each.topic)}`, `${each.topic}-${each.partition}`) },
    { name: 'Goes on at', number: true, show: each => count(each.committed_offset) },
    { name: 'End', number: true, show: each => count(each.end_offset) },
    { name: 'Behind', number: true, show: each => [count(each.lag), each.lag === null ? null : h('meter', { min: 0, max: most, value: each.lag, 'aria-hidden': 'true' })] },
    { name: 'Next waits for', number: true, show: each => duration(each.lag_ms) },
  ], all.slice(looks.first, looks.first + ROWS), 'nothing is committed'),
  all.length > ROWS ? h('nav', { class: 'pager', 'aria-label': 'Pages of offsets' },
    h('button', { type: 'button', disabled: looks.first === 0, onclick: move(-ROWS) }, 'Previous'),
    h('span', {}, `${looks.first + 1} to ${Math.min(all.length, looks.first + ROWS)} of ${count(all.length)}`),
    h('button', { type: 'button', disabled: looks.first + ROWS >= all.length, onclick: move(ROWS) }, 'Next')) : null);
}

/** Moves the offsets of a group: first a plan is shown, then it is done. */
class Reset {
  static HINTS = {
    earliest: '', latest: '', current: '', offset: 'an offset, like 1200', shift: 'a number, like -10',
    datetime: '2026-01-31T12:00:00Z', duration: 'how far back, like PT1H',
  };

  constructor(id) {
    this.id = id;
    this.wanted = { strategy: 'earliest', value: '', topics: '' };
    this.plan = null;
    this.told = '';
    this.tone = '';
  }

  draw(again) {
    return section('Move offsets', h('form', { class: 'reset', onsubmit: event => this.ask(event, again) },
      h('label', {}, 'To', h('select', { id: 'strategy', onchange: event => this.choose(event.target.value, again) },
        Object.keys(Reset.HINTS).map(each => h('option', { value: each }, each)))),
      Reset.HINTS[this.wanted.strategy] ? h('label', {}, 'Value', h('input', { id: 'value', required: true,
        placeholder: Reset.HINTS[this.wanted.strategy], oninput: event => { this.wanted.value = event.target.value; } })) : null,
      h('label', {}, 'Topics', h('input', { id: 'topics', placeholder: 'all, or orders:0,2 payments',
        oninput: event => { this.wanted.topics = event.target.value; } })),
      h('button', { type: 'submit' }, 'Preview')),
    h('p', { role: 'status', class: `told ${this.tone}` }, this.told), this.plan ? this.preview(again) : null);
  }

  preview(again) {
    return h('div', { class: 'preview' }, table('What would be done', [
      { name: 'Partition', wide: true, show: each => `${each.topic}-${each.partition}` },
      { name: 'Now', number: true, show: each => count(each.before) },
      { name: 'Then', number: true, show: each => count(each.after) },
      { name: 'Difference', number: true, show: each => (each.difference > 0 ? '+' : '') + count(each.difference) },
    ], this.plan.partitions, 'nothing would be moved'),
    h('p', { class: 'buttons' }, h('button', { type: 'button', class: 'danger', onclick: () => this.apply(again) }, 'Apply'),
      h('button', { type: 'button', onclick: () => { this.say(''); again(); } }, 'Cancel')));
  }

  choose(strategy, again) {
    this.wanted.strategy = strategy;
    this.wanted.value = '';
    this.say('');
    again();
  }

  async ask(event, again) {
    event.preventDefault();
    const { strategy, value, topics } = this.wanted;
    await this.tell(again, async () => {
      const plan = await post(`groups/${part(this.id)}/offsets:plan`, { strategy, value, topics: topics.split(/\s+/).filter(Boolean) });
      this.say('Nothing is changed yet.');
      this.plan = plan;
    });
  }

  apply(again) {
    const { token } = this.plan;
    return this.tell(again, async () => {
      const done = await post(`groups/${part(this.id)}/offsets:apply`, { token });
      this.say(`${done.partitions.length} offsets are moved.`, 'good');
    });
  }

  async tell(again, work) {
    try {
      await work();
    } catch (refused) {
      this.say(`${refused.message}. ${refused.hint ?? ''}`, 'bad');
    }
    again();
  }

  say(what, tone = '') {
    this.told = what;
    this.tone = tone;
    this.plan = null;
  }
}
