// Numbers, sizes and times as people read them.

const COUNT = new Intl.NumberFormat('en');

export const count = number => (number === null || number === undefined ? '–' : COUNT.format(number));

/** PreparingRebalance is read as two words, and may be broken between them. */
export const spaced = name => name.replace(/([a-z])([A-Z])/g, (both, end, begin) => `${end} ${begin.toLowerCase()}`);

export function bytes(number) {
  if (number === null || number === undefined) return '–';
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let unit = 0;
  let rest = number;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${unit && rest < 100 ? rest.toFixed(1) : Math.round(rest)} ${units[unit]}`;
}

export function duration(ms) {
  if (ms === null || ms === undefined) return '–';
  const seconds = ms / 1000;
  if (seconds < 1) return `${Math.round(ms)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86400)} d`;
}

export function time(iso) {
  if (!iso) return '–';
  const at = new Date(iso);
  const day = at.toDateString() === new Date().toDateString() ? '' : at.toLocaleDateString('en-CA') + ' ';
  return day + at.toLocaleTimeString('en-GB');
}
