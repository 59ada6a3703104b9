#!/bin/sh
# fetch-event-stream 0.1.6, whose README names the APIs of models as the reason for it: all white space at the start of a line of data is taken away, and so is each empty line of data
# before the first line with text, without an error. HTML Standard, section 9.2.6 (interpreting an event stream): after the colon, one single space is taken away if there is one,
# and every data line, an empty one too, adds its text and a line break. Words of an answer that is streamed as plain text run together, code loses its indentation, and a
# paragraph its distance. eventsource-parser 3.1.0 is right. Data in JSON is not touched, as its white space does not count.
# Seen: the parts "def f():", "    return", " 1" and two empty lines before "Done" give "def f():", "return", "1" and "Done"; the other package gives them whole.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fetch-event-stream@0.1.6 eventsource-parser@3.1.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { events } from 'fetch-event-stream';

const parts = ['def f():', '    return', ' 1', '\n\nDone'];
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const part of parts) response.write(`${part.split('\n').map((line) => `data: ${line}\n`).join('')}\n`);
  response.end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
const first = [];
for await (const event of events(await fetch(url))) first.push(event.data);
const second = [];
for await (const event of (await fetch(url)).body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())) second.push(event.data);
server.close();
console.log('sent:', JSON.stringify(parts));
console.log('fetch-event-stream 0.1.6:', JSON.stringify(first));
console.log('eventsource-parser 3.1.0:', JSON.stringify(second));
process.exit(JSON.stringify(first) === '["def f():","return","1","Done"]' && JSON.stringify(second) === JSON.stringify(parts) ? 0 : 1);
JS
node run.mjs
