// Elements made of text, never of markup: names of topics, ids of clients and bytes of records come from strangers.

const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'path', 'line', 'circle', 'rect', 'g', 'text', 'title']);

/** An element. Functions among the attributes are listeners; null and false leave an attribute out. */
export function h(tag, attributes = {}, ...children) {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element[name] = value;
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** Makes one tree look like another and touches nothing that is the same, so that focus, selection and scrolling stay. */
export function patch(now, next) {
  if (now.nodeType !== next.nodeType || now.nodeName !== next.nodeName || now.id !== next.id) {
    now.replaceWith(next);
    return;
  }
  if (now.nodeType === Node.TEXT_NODE) {
    if (now.data !== next.data) now.data = next.data;
    return;
  }
  patchAttributes(now, next);
  if (!now.hasAttribute('data-own')) patchChildren(now, next);
}

function patchAttributes(now, next) {
  for (const { name } of [...now.attributes]) {
    if (!next.hasAttribute(name) && !(now.nodeName === 'DETAILS' && name === 'open')) now.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  for (const listener of ['onclick', 'onchange', 'oninput', 'onsubmit']) {
    if (now[listener] !== next[listener]) now[listener] = next[listener];
  }
}

function patchChildren(now, next) {
  const before = [...now.childNodes];
  const after = [...next.childNodes];
  after.forEach((child, i) => (i < before.length ? patch(before[i], child) : now.append(child)));
  before.slice(after.length).forEach(child => child.remove());
}

/** A table that narrow windows show as a list: each cell knows the name of its column. */
export function table(caption, columns, rows, none = 'none') {
  if (!rows.length) return h('p', { class: 'quiet' }, none);
  return h('div', { class: 'scroll' }, h('table', {},
    h('caption', { class: 'unseen' }, caption),
    h('thead', {}, h('tr', {}, columns.map(each => h('th', { scope: 'col', class: each.number ? 'number' : null }, each.name)))),
    h('tbody', {}, rows.map(row => h('tr', {}, columns.map(each => h('td', {
      'data-name': each.name, class: each.number ? 'number' : each.wide ? 'wide' : null,
    }, h('div', {}, each.show(row) ?? '–'))))))));
}

export function section(title, ...content) {
  return h('section', { class: 'card' }, h('h2', {}, title), content);
}

export function tile(name, value, note = '', tone = '') {
  return h('div', { class: `tile ${tone}` }, h('dt', {}, name), h('dd', {}, value, note ? h('small', {}, note) : null));
}

export function pill(text, tone = '') {
  return h('span', { class: `pill ${tone}` }, text);
}

export function link(path, text) {
  return h('a', { href: path }, text);
}

/** A text that may be long: its beginning, and all of it for whoever points at it. */
export function clamped(text) {
  return h('div', { class: 'clamp', tabindex: text.length > 240 ? '0' : null }, text);
}
