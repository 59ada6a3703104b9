#!/bin/sh
# @langchain/openai 1.2.9: a reply with status 422 and `x-should-retry: false` is repeated. The OpenAI client underneath reads the header and sends one request;
# LangChain's own caller does not, and sends `x-stainless-retry-count: 0` each time, so a server cannot tell a repetition.
# Seen: OpenAI client 1 request; ChatOpenAI with maxRetries 2: 3 requests, all with the count 0.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @langchain/openai@1.2.9 @langchain/core@1.1.49 openai@6.49.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI from 'openai';

let counts = [];
const server = createServer((request, response) => {
  counts.push(request.headers['x-stainless-retry-count']);
  request.resume().on('end', () => {
    response.writeHead(422, { 'content-type': 'application/json', 'x-should-retry': 'false' });
    response.end(JSON.stringify({ error: { message: 'a limit of the agent ended the answer', type: 'guard_error' } }));
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const messages = [{ role: 'user', content: 'hello' }];
await new OpenAI({ apiKey: 'k', baseURL, maxRetries: 2 }).chat.completions.create({ model: 'm', messages }).catch(() => {});
const byOpenAi = counts;
counts = [];
await new ChatOpenAI({ model: 'm', apiKey: 'k', configuration: { baseURL }, maxRetries: 2 }).invoke('hello').catch(() => {});
server.close();
console.log('openai 6.49.0:', byOpenAi.length, 'request(s); @langchain/openai 1.2.9:', counts.length, 'requests, retry counts', counts.join(', '));
process.exit(byOpenAi.length === 1 && counts.length === 3 && counts.every((count) => count === '0') ? 0 : 1);
JS
node run.mjs
