/** The doors that a loop needs, over plain fetch. */
export class Crumbtrail {
  constructor({ url, key }) {
    this.url = url;
    this.key = key;
  }

  /** Leaves a breadcrumb; the same definition again is the same breadcrumb. */
  append(draft) {
    return this.post('/v1/breadcrumbs', draft);
  }

  /** Opens a turn of an agent on what is said, and waits for its context. */
  async open(wish) {
    const opened = await this.post('/v1/contexts', wish);
    if (!opened.claim) throw new Error(`the context of the turn ${opened.turn.id} is not there yet`);
    return opened;
  }

  respond({ turn, claim }, answer) {
    return this.post(`/v1/turns/${turn.id}/response`, { claim: { fence: claim.fence }, ...answer });
  }

  /** Keeps the claim while `work` runs; `work` is told when it was lost to somebody else. */
  async holding({ turn, claim }, work) {
    const lost = new AbortController();
    const renew = () =>
      this.post(`/v1/turns/${turn.id}/claim`, { fence: claim.fence }).catch((error) => lost.abort(error));
    const timer = setInterval(renew, 20_000);
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(timer);
    }
  }

  async post(path, body) {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    const response = await fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const reply = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${reply.code}: ${reply.detail}`);
    return reply;
  }
}
