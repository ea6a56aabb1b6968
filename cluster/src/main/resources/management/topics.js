// Topics, and one topic: who leads and follows, how far, what is kept and why, and the latest records.

import { get, part } from './api.js';
import { h, link, pill, section, table, tile } from './dom.js';
import { choice, pager, Place, search } from './lists.js';
import { bytes, count, time } from './words.js';

const ROWS = 50;

export function topics() {
  const place = new Place();
  return {
    interval: 4_000,
    async draw(again) {
      const listing = await get('topics', { limit: ROWS, cursor: place.cursor, ...place.filters });
      return [h('h1', {}, 'Topics'),
        h('div', { class: 'filters' }, search(place, 'Find a topic', again),
          choice(place, 'state', 'State', [['', 'any state'], ['offline', 'offline'], ['under_replicated', 'under-replicated']], again),
          choice(place, 'internal', 'Kind', [['', 'any kind'], ['false', 'users\' topics'], ['true', 'internal topics']], again)),
        h('section', { class: 'card' }, list(listing.topics), pager(place, listing, listing.topics.length, again))];
    },
  };
}

function list(rows) {
  return table('Topics', [
    { name: 'Topic', wide: true, show: each => [link(`#/topics/${part(each.name)}`, each.name), each.internal ? [' ', pill('internal')] : null] },
    { name: 'State', show: state },
    { name: 'Partitions', number: true, show: each => count(each.partitions) },
    { name: 'Replicas', number: true, show: each => count(each.replication_factor) },
    { name: 'Records here', number: true, show: each => count(each.records) },
    { name: 'Size here', number: true, show: each => bytes(each.size_bytes) },
  ], rows, 'no topic is like that');
}

function state(topic) {
  if (topic.offline) return pill(`${topic.offline} offline`, 'bad');
  if (topic.under_replicated) return pill(`${topic.under_replicated} under-replicated`, 'warn');
  return pill('online', 'good');
}

export function topic(name) {
  const looks = { first: 0, partition: null, what: null };
  return {
    interval: 3_000,
    async draw(again) {
      const found = await get(`topics/${part(name)}`);
      const panel = looks.partition === null ? null : await detail(name, looks);
      const partitions = found.partitions;
      return [h('h1', {}, name), facts(found), map(partitions, looks, again), panel, configs(found)];
    },
  };
}

function facts(topic) {
  const here = topic.partitions.map(each => each.replica).filter(Boolean);
  const sum = of => here.reduce((total, each) => total + (of(each) ?? 0), 0);
  const offline = topic.partitions.filter(each => each.state === 'offline').length;
  const behind = topic.partitions.filter(each => each.isr.length < each.replicas.length).length;
  return h('dl', { class: 'tiles' },
    tile('Partitions', count(topic.partitions.length)),
    tile('Offline', count(offline), '', offline ? 'bad' : 'good'),
    tile('Under-replicated', count(behind), '', behind ? 'warn' : 'good'),
    tile('Records here', count(sum(each => each.high_watermark - each.log_start_offset))),
    tile('Size here', bytes(sum(each => each.size_bytes))));
}

function map(partitions, looks, again) {
  const shown = partitions.slice(looks.first, looks.first + ROWS);
  const look = (what, each) => () => {
    const same = looks.partition === each.partition && looks.what === what;
    Object.assign(looks, same ? { partition: null, what: null } : { partition: each.partition, what });
    again();
  };
  const button = (what, text, each) => h('button', {
    type: 'button', class: 'small', 'aria-pressed': `${looks.partition === each.partition && looks.what === what}`,
    'aria-label': `${text} of partition ${each.partition}`, onclick: look(what, each) }, text);
  return section('Partitions', legend(), table('Partitions', [
    { name: 'Partition', show: each => `${each.partition}` },
    { name: 'Replicas', show: replicas },
    { name: 'Epoch', number: true, show: each => `${each.leader_epoch}` },
    { name: 'From', number: true, show: each => count(each.replica?.log_start_offset) },
    { name: 'Readable to', number: true, show: each => count(each.replica?.high_watermark) },
    { name: 'Not yet replicated', number: true, show: each => (each.replica?.log_end_offset == null ? '–' : count(each.replica.log_end_offset - each.replica.high_watermark)) },
    { name: 'Size', number: true, show: each => bytes(each.replica?.size_bytes) },
    { name: 'Look', show: each => (each.replica ? h('span', { class: 'buttons' }, button('records', 'Records', each), button('segments', 'Segments', each)) : `on nodes ${each.replicas.join(', ')}`) },
  ], shown), partitions.length > ROWS ? steps(partitions.length, looks, again) : null);
}

function steps(total, looks, again) {
  const move = by => () => {
    looks.first += by;
    again();
  };
  return h('nav', { class: 'pager', 'aria-label': 'Pages of partitions' },
    h('button', { type: 'button', disabled: looks.first === 0, onclick: move(-ROWS) }, 'Previous'),
    h('span', {}, `${looks.first + 1} to ${Math.min(total, looks.first + ROWS)} of ${count(total)}`),
    h('button', { type: 'button', disabled: looks.first + ROWS >= total, onclick: move(ROWS) }, 'Next'));
}

function legend() {
  return h('p', { class: 'legend' }, h('span', { class: 'replica leader' }, '1'), ' leads ', h('span', { class: 'replica' }, '2'),
    ' follows, in sync ', h('span', { class: 'replica behind' }, '3'), ' not in sync');
}

function replicas(partition) {
  return h('span', { class: 'replicas' }, partition.replicas.map(id => {
    const role = id === partition.leader ? 'leader' : partition.isr.includes(id) ? 'in sync' : 'behind';
    return h('span', { class: `replica ${role === 'in sync' ? '' : role}`, title: `node ${id}: ${role}`,
      'aria-label': `node ${id} ${role}` }, `${id}`);
  }), partition.state === 'offline' ? pill('offline', 'bad') : null);
}

async function detail(name, { partition, what }) {
  const path = `topics/${part(name)}/partitions/${partition}/${what}`;
  try {
    return what === 'records' ? records(partition, await get(path, { limit: 25 })) : segments(partition, await get(path));
  } catch (refused) {
    return section(`Partition ${partition}`, h('p', { class: 'quiet' }, `${refused.message}: ${refused.hint ?? ''}`));
  }
}

function records(partition, found) {
  return section(`Latest records of partition ${partition}`, table('Records', [
    { name: 'Offset', number: true, show: each => count(each.offset) },
    { name: 'At', show: each => time(each.at) },
    { name: 'Key', wide: true, show: each => text(each.key) },
    { name: 'Value', wide: true, show: each => text(each.value) },
    { name: 'Headers', wide: true, show: each => (each.headers.length ? each.headers.map(header => [h('code', {}, header.name), ' ', text(header.value), ' ']) : '–') },
  ], found.records.toReversed(), 'there are none to be read'));
}

function text(bytesOrNull) {
  if (!bytesOrNull) return h('span', { class: 'quiet' }, 'null');
  const more = bytesOrNull.bytes > bytesOrNull.text.length && bytesOrNull.encoding === 'utf-8' ? '…' : '';
  return [h('code', { class: 'bytes' }, bytesOrNull.text + more),
    bytesOrNull.encoding === 'base64' ? h('small', { class: 'quiet' }, ` base64, ${bytes(bytesOrNull.bytes)}`) : null];
}

function segments(partition, found) {
  return section(`Segments of partition ${partition}, and why each is kept`, table('Segments', [
    { name: 'From', number: true, show: each => count(each.base_offset) },
    { name: 'To', number: true, show: each => (each.end_offset === null ? 'open' : count(each.end_offset)) },
    { name: 'Size', number: true, show: each => bytes(each.size_bytes) },
    { name: 'Newest record', show: each => time(each.newest_record) },
    { name: 'Kept because', wide: true, show: each => h('ul', {}, each.reasons.map(why => h('li', {}, why.explanation, why.until ? ` (until ${time(why.until)})` : ''))) },
  ], found.segments));
}

function configs(topic) {
  const rows = Object.entries(topic.configs).sort();
  return section('Set on the topic', table('Configs', [
    { name: 'Config', show: ([name]) => h('code', {}, name) },
    { name: 'Value', wide: true, show: ([, value]) => h('code', {}, value) },
  ], rows, 'nothing: the brokers\' defaults hold'), h('p', { class: 'quiet' }, `Topic id ${topic.id}`));
}
