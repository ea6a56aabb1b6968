// What the pages of long lists have in common: filters, and pages that go on after a cursor.

import { h } from './dom.js';
import { count } from './words.js';

/** Where somebody is in a list, and what is left out of it. */
export class Place {
  constructor() {
    this.filters = {};
    this.cursors = [''];
  }

  get cursor() {
    return this.cursors.at(-1);
  }

  filter(name, value) {
    this.filters[name] = value;
    this.cursors = [''];
  }
}

export function search(place, label, again) {
  return h('label', {}, h('span', { class: 'unseen' }, label), h('input', {
    type: 'search', placeholder: label, id: 'search', autocomplete: 'off', spellcheck: 'false',
    oninput: event => {
      place.filter('q', event.target.value);
      again();
    },
  }));
}

export function choice(place, name, label, options, again) {
  return h('label', {}, h('span', { class: 'unseen' }, label), h('select', {
    id: `choose-${name}`,
    onchange: event => {
      place.filter(name, event.target.value);
      again();
    },
  }, options.map(([value, text]) => h('option', { value }, text))));
}

/** Steps through the pages. */
export function pager(place, listing, shown, again) {
  const step = move => () => {
    move();
    again();
  };
  return h('nav', { class: 'pager', 'aria-label': 'Pages of the list' },
    h('button', { type: 'button', disabled: place.cursors.length < 2, onclick: step(() => place.cursors.pop()) }, 'Previous'),
    h('span', {}, `${count(shown)} of ${count(listing.total)}`),
    h('button', { type: 'button', disabled: !listing.next, onclick: step(() => place.cursors.push(listing.next)) }, 'Next'));
}
