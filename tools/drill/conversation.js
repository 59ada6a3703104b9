/** Talks to a stack over HTTP, as its operator. */
const { randomUUID } = require('node:crypto');
const { setTimeout: pause } = require('node:timers/promises');

/** Refusals that a client answers by sending the same request again. */
const TEMPORARY = [429, 502, 503, 504];
/** No drill waits longer for one thing. */
const WITHIN_MS = 120_000;

class Conversation {
  /** The longest time from sending a message to its acknowledgement, milliseconds. */
  longestMs = 0;

  constructor(stack) {
    this.stack = stack;
  }

  get(path) {
    return this.#send(path, { headers: this.#headers() });
  }

  /** Says a message, again and again with the same idempotency key until it is acknowledged; resolves to its id. */
  async say(session, content) {
    const began = Date.now();
    const { message } = await this.#send(`/v1/sessions/${session}/messages`, {
      method: 'POST',
      headers: { ...this.#headers(), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ content }),
    });
    this.longestMs = Math.max(this.longestMs, Date.now() - began);
    return message.id;
  }

  /** All breadcrumbs of a schema in a session. */
  async list(schema, session) {
    const all = [];
    let cursor = '';
    do {
      const page = await this.get(`/v1/breadcrumbs?schema=${schema}&session=${session}&limit=200${cursor}`);
      all.push(...page.breadcrumbs);
      cursor = page.next_cursor ? `&cursor=${encodeURIComponent(page.next_cursor)}` : null;
    } while (cursor !== null);
    return all;
  }

  /** Waits until a session has so many replies, and returns them. */
  async waitForReplies(session, count) {
    for (const began = Date.now(); ; await pause(250)) {
      const replies = await this.list('agent.response.v1', session);
      if (replies.length >= count || Date.now() - began > WITHIN_MS) return replies;
    }
  }

  /** Sends a request again for as long as the gateway does not answer, or says that this will pass. */
  async #send(path, request) {
    for (const began = Date.now(); Date.now() - began < WITHIN_MS; await pause(100)) {
      const response = await fetch(`${this.stack.url}${path}`, request).catch(() => null);
      if (response?.ok) return response.json();
      if (response && !TEMPORARY.includes(response.status))
        throw new Error(`${path} was refused with ${response.status}: ${await response.text()}`);
    }
    throw new Error(`${path} was not answered within two minutes.`);
  }

  #headers() {
    return { authorization: `Bearer ${this.stack.apiKey}` };
  }
}

module.exports = { Conversation };
