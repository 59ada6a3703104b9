#!/bin/sh
# @traceloop/instrumentation-openai 0.27.0 with openai 6.49.0 (of the range it names, >=4 <7): once it is registered, the client's own helper for streams,
# chat.completions.stream(), fails at every call, though the server's stream is whole: it reads the controller of the stream that create() gives, and the instrumentation has put
# a bare generator in its place. tee(), toReadableStream() and controller, which the client's types (Stream in core/streaming.d.ts) promise of what create() gives, are gone as
# well. Instrumentation must not change what the application sees (OpenTelemetry, "Error handling": it must not raise into the application). create() read with for await is
# right, with and without it. runTools() with stream: true fails in the same way, as it is built on the helper.
# Seen: without it: "hello" by for await, by stream() and by tee(); with it: "hello", OpenAIError, TypeError.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @traceloop/instrumentation-openai@0.27.0 @opentelemetry/instrumentation@0.203.0 @opentelemetry/sdk-trace-node@2.12.1 @opentelemetry/api@1.9.1 \
  openai@6.49.0 >/dev/null 2>&1
cat > run.cjs <<'JS'
const { createServer } = require('node:http');

if (process.argv[2] === 'with') {
  const { registerInstrumentations } = require('@opentelemetry/instrumentation');
  const { NodeTracerProvider } = require('@opentelemetry/sdk-trace-node');
  const { OpenAIInstrumentation } = require('@traceloop/instrumentation-openai');
  const tracerProvider = new NodeTracerProvider();
  tracerProvider.register();
  registerInstrumentations({ tracerProvider, instrumentations: [new OpenAIInstrumentation()] });
}
const OpenAI = require('openai');

setTimeout(() => process.exit(2), 30_000).unref();
const chunk = (delta, reason) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${chunk({ role: 'assistant', content: 'hel' }, null)}${chunk({ content: 'lo' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
});
server.listen(0, '127.0.0.1', async () => {
  const client = new OpenAI({ apiKey: 'k', baseURL: `http://127.0.0.1:${server.address().port}/v1`, maxRetries: 0 });
  const asked = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
  const read = async (stream) => {
    let text = '';
    for await (const part of stream) text += part.choices[0]?.delta.content ?? '';
    return text;
  };
  const ways = {
    'for await': async () => read(await client.chat.completions.create({ ...asked, stream: true })),
    'stream()': async () => (await client.chat.completions.stream(asked).finalMessage()).content,
    'tee()': async () => {
      const [one, two] = (await client.chat.completions.create({ ...asked, stream: true })).tee();
      const texts = await Promise.all([read(one), read(two)]);
      return texts[0] === texts[1] ? texts[0] : 'two texts';
    },
  };
  const seen = [];
  for (const [way, run] of Object.entries(ways)) seen.push(`${way} ${await run().catch((error) => error.constructor.name)}`);
  server.close();
  console.log(seen.join(', '));
  process.exit();
});
JS
without=$(node run.cjs without)
with=$(node run.cjs with)
echo "openai 6.49.0: $without"
echo "openai 6.49.0 with @traceloop/instrumentation-openai 0.27.0: $with"
[ "$without" = 'for await hello, stream() hello, tee() hello' ] && [ "$with" = 'for await hello, stream() OpenAIError, tee() TypeError' ]
