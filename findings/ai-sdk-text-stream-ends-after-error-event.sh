#!/bin/sh
# ai 6.0.326 with @ai-sdk/openai 3.0.141: an error that a server sends in the middle of a stream of chat completions, `data: {"error": {…}}`, is not thrown. `textStream` ends
# after the text so far as if the answer were complete, and `text` resolves to it. Only `onError` and `finishReason` tell. The OpenAI client throws at the same event.
# Seen: openai throws after "Half an"; ai: textStream gives "Half an" and ends, text resolves, finishReason is "error".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ai@6.0.326 @ai-sdk/openai@3.0.141 openai@6.49.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';
import OpenAI from 'openai';

const chunk = (content) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${chunk('Half an')}data: ${JSON.stringify({ error: { message: 'the model ran out of memory', type: 'server_error' } })}\n\n`);
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;

let thrown = false;
let first = '';
try {
  const stream = await new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0 }).chat.completions.create({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hello' }] });
  for await (const part of stream) first += part.choices[0]?.delta.content ?? '';
} catch {
  thrown = true;
}
let told = 0;
const result = streamText({ model: createOpenAI({ apiKey: 'k', baseURL }).chat('m'), prompt: 'hello', maxRetries: 0, onError: () => (told += 1) });
let second = '';
let threw = false;
try {
  for await (const part of result.textStream) second += part;
} catch {
  threw = true;
}
const [text, reason] = await Promise.all([result.text, result.finishReason]);
server.close();
console.log(`openai 6.49.0: text ${JSON.stringify(first)}, threw ${thrown}; ai 6.0.326: textStream ${JSON.stringify(second)}, threw ${threw}, text ${JSON.stringify(text)}, finishReason ${reason}, onError ${told}`);
process.exit(thrown && !threw && second === 'Half an' && text === 'Half an' && reason === 'error' && told > 0 ? 0 : 1);
JS
node run.mjs
