/** The HTTP calls that an agent loop needs, over plain fetch. */
export class Crumbtrail {
  constructor({ url, key }) {
    this.url = url;
    this.key = key;
  }

  /** Appends a breadcrumb; appending the same definition again changes nothing. */
  append(draft) {
    return this.post('/v1/breadcrumbs', draft);
  }

  /** Opens a turn of an agent on a message, and waits for its context. */
  async open(options) {
    const opened = await this.post('/v1/contexts', options);
    if (!opened.claim) throw new Error(`The context of turn ${opened.turn.id} is not ready yet.`);
    return opened;
  }

  respond({ turn, claim }, answer) {
    return this.post(`/v1/turns/${turn.id}/response`, { claim: { fence: claim.fence }, ...answer });
  }

  /** Renews the claim while `work` runs; the signal given to `work` fires if the claim is lost. */
  async whileClaimed({ turn, claim }, work) {
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
