// Shows the page that the address names, and keeps it and the health of the node up to date while somebody looks.

import { get, ready, Refused } from './api.js';
import { h, patch, pill } from './dom.js';
import { events } from './events.js';
import { group, groups } from './groups.js';
import { overview } from './overview.js';
import { topic, topics } from './topics.js';

const PAGES = [
  [/^\/$/, () => overview()],
  [/^\/topics$/, () => topics()],
  [/^\/topics\/([^/]+)$/, name => topic(decodeURIComponent(name))],
  [/^\/groups$/, () => groups()],
  [/^\/groups\/([^/]+)$/, id => group(decodeURIComponent(id))],
  [/^\/events$/, () => events()],
];

const content = document.getElementById('content');
let page = null;
let timer = 0;
let drawing = 0;

/** Asks what the page shows and draws it; the page asks for that itself after somebody has changed something on it. */
async function refresh() {
  clearTimeout(timer);
  const mine = page;
  const round = ++drawing;
  let drawn;
  try {
    drawn = await mine.draw(refresh);
  } catch (failure) {
    drawn = complaint(failure);
  }
  if (mine === page && round === drawing) {
    const next = h('main', { id: 'content', tabindex: '-1' }, drawn);
    patch(content, next);
    document.title = `${content.querySelector('h1')?.textContent ?? 'Troupe'} · Troupe`;
    timer = setTimeout(refresh, document.hidden ? 30_000 : mine.interval);
  }
}

function complaint(failure) {
  return [
    h('h1', {}, failure instanceof Refused ? failure.message : 'The node does not answer'),
    h('p', { class: 'quiet', role: 'alert' }, failure instanceof Refused ? failure.hint : 'It is asked again in a moment.'),
  ];
}

function show() {
  const path = decodeURI(location.hash.slice(1).split('?')[0]) === '' ? '/' : location.hash.slice(1).split('?')[0];
  const [pattern, make] = PAGES.find(([each]) => each.test(path)) ?? PAGES[0];
  page?.leave?.();
  page = make(...(pattern.exec(path)?.slice(1) ?? []));
  document.querySelectorAll('nav a').forEach(each => {
    const here = each.hash === '#/' ? path === '/' : path.startsWith(each.hash.slice(1));
    if (here) each.setAttribute('aria-current', 'page');
    else each.removeAttribute('aria-current');
  });
  content.replaceChildren(h('p', { class: 'quiet' }, 'Loading…'));
  window.scrollTo(0, 0);
  refresh();
}

async function health() {
  let next;
  try {
    const [state, cluster] = await Promise.all([ready(), get('cluster').catch(() => null)]);
    next = !state.ready ? pill(`not ready: ${state.reasons[0].part}`, 'bad')
      : cluster?.offline_partitions ? pill(`${cluster.offline_partitions} offline`, 'bad')
      : cluster?.under_replicated_partitions ? pill(`${cluster.under_replicated_partitions} under-replicated`, 'warn')
      : pill('healthy', 'good');
  } catch {
    next = pill('no answer', 'bad');
  }
  next.id = 'health';
  next.setAttribute('role', 'status');
  patch(document.getElementById('health'), next);
  setTimeout(health, document.hidden ? 30_000 : 3_000);
}

addEventListener('hashchange', show);
document.addEventListener('visibilitychange', () => document.hidden || refresh());
show();
health();
