// Plots of the last minutes, drawn as SVG; colours come from the style sheet.

import { h } from './dom.js';

const WIDTH = 300;
const HEIGHT = 64;

/** The last values of something, one for each look at it. */
export class Series {
  constructor(length = 90) {
    this.length = length;
    this.values = [];
  }

  add(value) {
    this.values.push(value);
    if (this.values.length > this.length) this.values.shift();
  }
}

/** A plot with its name and its latest value in words; the values are told to whoever cannot see it. */
export function plot(name, series, words, tone = '') {
  const values = series.values;
  const latest = values.at(-1);
  const top = Math.max(1, ...values);
  const x = i => WIDTH - (values.length - 1 - i) * (WIDTH / (series.length - 1));
  const y = value => HEIGHT - 2 - (value / top) * (HEIGHT - 8);
  const points = values.map((value, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
  const line = points.length > 1 ? 'M' + points.join('L') : '';
  const now = latest === undefined ? '…' : words(latest);
  return h('figure', { class: `plot ${tone}` },
    h('figcaption', {}, h('span', {}, name), h('strong', {}, now)),
    h('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': `${name}: ${now} now, ${words(top)} at most in the last minutes` },
      h('path', { class: 'area', d: line ? `${line}L${WIDTH} ${HEIGHT}L${x(0).toFixed(1)} ${HEIGHT}Z` : '' }),
      h('path', { class: 'line', d: line })),
    h('small', {}, values.length > 1 ? `at most ${words(top)}` : 'being measured'));
}

/** Moments on a line of time. */
export function strip(name, moments, toneOf) {
  if (!moments.length) return null;
  const times = moments.map(each => Date.parse(each.at));
  const begin = times[0];
  const span = Math.max(1, times.at(-1) - begin);
  return h('svg', { class: 'strip', viewBox: '0 0 1000 40', preserveAspectRatio: 'none', role: 'img', 'aria-label': name },
    h('line', { x1: 0, x2: 1000, y1: 20, y2: 20 }),
    moments.map((each, i) => h('rect', {
      x: (5 + 984 * (times[i] - begin) / span).toFixed(1), y: 6, width: 6, height: 28, rx: 2, class: toneOf(each.what),
    }, h('title', {}, `${each.at} ${each.what}`))));
}
