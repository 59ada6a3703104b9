'use strict';
// A receiver of webhooks: `WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.js`. It prints each event once.
const { createHmac, timingSafeEqual } = require('node:crypto');
const { createServer } = require('node:http');

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env;
const MOST_BYTES = 64 * 1024;
const TOLERANCE_S = 300;

/** Was this body signed with the secret, within the last five minutes? */
function isSigned(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!id || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// An event may arrive more than once. A program that acts on events keeps these ids where it keeps what it did.
const seen = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isSigned(WEBHOOK_SECRET, request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body.toString('utf8'));
  if (!seen.has(event.id)) console.log(JSON.stringify(event));
  seen.add(event.id);
  response.writeHead(204).end();
});

if (!WEBHOOK_SECRET.startsWith('whsec_'))
  throw new Error('Set WEBHOOK_SECRET to the secret that `crumb webhooks add` printed.');
server.listen(Number(PORT), '127.0.0.1', () => console.error(`listens on http://127.0.0.1:${server.address().port}`));
