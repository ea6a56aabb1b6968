// The first page: is all well, who is there, who decides, and how much comes and goes.

import { get, part } from './api.js';
import { clamped, h, link, pill, section, table, tile } from './dom.js';
import { plot, Series } from './plots.js';
import { bytes, count, time } from './words.js';

const MOST_CHECKED = 12;

/** Differences of what has come and gone between two looks, by the second. */
class Rates {
  constructor() {
    this.series = { received: new Series(), sent: new Series(), records: new Series(), requests: new Series() };
  }

  add(traffic) {
    const of = kind => traffic.requests.find(each => each.request === kind);
    const now = {
      at: traffic.at_ms,
      received: of('Produce').bytes_received,
      sent: of('Fetch').bytes_sent,
      records: traffic.records,
      requests: traffic.requests.reduce((sum, each) => sum + each.count, 0),
    };
    if (this.before && now.at > this.before.at) {
      const seconds = (now.at - this.before.at) / 1000;
      for (const [name, series] of Object.entries(this.series)) {
        series.add(Math.max(0, (now[name] - this.before[name]) / seconds));
      }
    }
    this.before = now;
  }
}

const rates = new Rates();

export function overview() {
  return {
    interval: 2_000,
    async draw() {
      const [cluster, traffic, controller, brokers, events] = await Promise.all([
        get('cluster'), get('traffic'),
        get('controller').catch(() => null), get('brokers').catch(() => ({ brokers: [] })),
        get('events', { limit: 6 }).catch(() => ({ events: [] })),
      ]);
      rates.add(traffic);
      const restarts = await Promise.all(brokers.brokers.slice(0, MOST_CHECKED)
        .map(each => get(`brokers/${part(each.id)}/can-restart`).catch(() => null)));
      return [h('h1', {}, 'Overview'), tiles(cluster, brokers.brokers, controller, traffic), plots(traffic),
        brokerTable(brokers.brokers, restarts), history(controller), latest(events.events)];
    },
  };
}

function tiles(cluster, brokers, controller, traffic) {
  const live = brokers.filter(each => each.live).length;
  const zero = number => (number ? 'bad' : 'good');
  return h('dl', { class: 'tiles' },
    tile('Brokers', `${live || cluster.brokers}`, live < brokers.length ? ` of ${brokers.length}` : '', live < brokers.length ? 'warn' : ''),
    tile('Controller', controller ? `node ${controller.node_id}` : 'none', controller ? ` epoch ${controller.epoch}` : '', controller ? '' : 'bad'),
    tile('Topics', count(cluster.topics), ` ${count(cluster.partitions)} partitions`),
    tile('Offline', count(cluster.offline_partitions), ' partitions', zero(cluster.offline_partitions)),
    tile('Under-replicated', count(cluster.under_replicated_partitions), ' partitions', cluster.under_replicated_partitions ? 'warn' : 'good'),
    tile('Clients', count(traffic.connections), ` on node ${traffic.node}`));
}

function plots(traffic) {
  const second = words => value => `${words(Math.round(value))}/s`;
  return section(`Throughput of node ${traffic.node}`, h('div', { class: 'plots' },
    plot('Produced', rates.series.received, second(bytes), 'first'),
    plot('Fetched', rates.series.sent, second(bytes), 'second'),
    plot('Records', rates.series.records, second(count), 'third'),
    plot('Requests', rates.series.requests, second(count), 'fourth')));
}

function brokerTable(brokers, restarts) {
  const checks = new Map(restarts.filter(Boolean).map(each => [each.broker, each]));
  return section('Brokers', table('Brokers', [
    { name: 'Node', show: each => h('strong', {}, `${each.id}`) },
    { name: 'State', show: each => pill(each.live ? 'live' : 'down', each.live ? 'good' : 'bad') },
    { name: 'Since', show: each => (Number.isNaN(Date.parse(each.since)) ? each.since : time(each.since)) },
    { name: 'Kafka clients at', show: each => each.endpoints.map(at => `${at.host}:${at.port}`).join(', ') },
    { name: 'Rack', show: each => each.rack },
    { name: 'Leads', number: true, show: each => count(each.leaders) },
    { name: 'Replicas', number: true, show: each => count(each.replicas) },
    { name: 'Restart', show: each => restart(each, checks.get(each.id)) },
  ], brokers, 'no controller tells'));
}

function restart(broker, check) {
  if (!broker.live || !check) return '–';
  if (check.can_restart) return pill('safe', 'good');
  return h('details', {}, h('summary', {}, pill('not safe', 'warn')),
    h('ul', {}, check.reasons.map(each => h('li', {},
      each.count ? `${count(each.count)} partitions: ${each.reason} (${each.partitions.slice(0, 3).join(', ')}${each.count > 3 ? ', …' : ''})` : each.reason))));
}

function history(controller) {
  return section('Controllers', table('Elections of controllers', [
    { name: 'Epoch', show: each => `${each.epoch}` },
    { name: 'Node', show: each => `${each.node_id}` },
    { name: 'Elected', show: each => time(each.at) },
    { name: 'Why', wide: true, show: each => each.cause },
  ], controller?.elections.slice(0, 5) ?? [], 'no controller answers'));
}

function latest(events) {
  return section('Latest events', table('Latest events', [
    { name: 'At', show: each => time(each.at) },
    { name: 'What', wide: true, show: each => clamped(each.what) },
    { name: 'Why', wide: true, show: each => clamped(each.cause) },
  ], events), h('p', {}, link('#/events', 'All events')));
}
