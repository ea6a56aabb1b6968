// Asks the node that has served this page.

/** What a node has said that is no answer. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.hint = error.hint;
  }
}

async function answered(response) {
  const body = await response.json();
  if (!response.ok && !('ready' in body)) throw new Refused(response.status, body);
  return body;
}

/** GET below /api/v1; parameters that are empty are left out. */
export async function get(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '' && value != null));
  return answered(await fetch(`/api/v1/${path}${query.size ? '?' + query : ''}`));
}

export async function post(path, body) {
  return answered(await fetch(`/api/v1/${path}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  }));
}

export const ready = async () => answered(await fetch('/ready'));

/** In a path. */
export const part = encodeURIComponent;
