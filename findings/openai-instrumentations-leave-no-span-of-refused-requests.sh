#!/bin/sh
# @traceloop/instrumentation-openai 0.27.0 and @arizeai/openinference-instrumentation-openai 4.2.7, with openai 6.49.0 (of the range both name): a request that the server refuses
# leaves no span. The OpenTelemetry semantic conventions for GenAI client spans say that a span is there for the operation, has the status of an error and error.type when it ends
# with an error. Both packages start the span, end it only in the handler of success, and note errors only if create() throws at once, which it never does: it gives a promise. So
# traces show no failed call at all, and the started spans stay open. @opentelemetry/instrumentation-openai 0.21.0 gives a span with the status of an error. Each runs in its own
# process, by the same registration.
# Seen: an answer: one span by each; status 400, 429 and 500: no span by the first two, one span with status 2 by the third.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @traceloop/instrumentation-openai@0.27.0 @arizeai/openinference-instrumentation-openai@4.2.7 @opentelemetry/instrumentation-openai@0.21.0 \
  @opentelemetry/instrumentation@0.223.0 @opentelemetry/sdk-trace-node@2.12.1 @opentelemetry/api@1.9.1 openai@6.49.0 >/dev/null 2>&1
cat > run.cjs <<'JS'
const { createServer } = require('node:http');
const { setTimeout: wait } = require('node:timers/promises');
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } = require('@opentelemetry/sdk-trace-node');

const { OpenAIInstrumentation } = require(process.argv[2]);
const exporter = new InMemorySpanExporter();
const tracerProvider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
tracerProvider.register();
registerInstrumentations({ tracerProvider, instrumentations: [new OpenAIInstrumentation()] });
const OpenAI = require('openai');

setTimeout(() => process.exit(2), 30_000).unref();
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part)).on('end', () => {
    const status = Number(JSON.parse(body).model);
    response.writeHead(status, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: 'hello' };
    response.end(JSON.stringify(status === 200 ? { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] } : { error: { message: 'no' } }));
  });
});
server.listen(0, '127.0.0.1', async () => {
  const client = new OpenAI({ apiKey: 'k', baseURL: `http://127.0.0.1:${server.address().port}/v1`, maxRetries: 0 });
  const seen = [];
  for (const model of ['200', '400', '429', '500']) {
    const outcome = await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'hello' }] }).then(() => 'answered', (error) => `refused ${error.status}`);
    await wait(500);
    seen.push(`${outcome}: ${exporter.getFinishedSpans().map(({ status }) => `span of status ${status.code}`).join(' ') || 'no span'}`);
    exporter.reset();
  }
  server.close();
  console.log(seen.join('; '));
  process.exit();
});
JS
same=0
check() {
  seen=$(node run.cjs "$1")
  echo "$2: $seen"
  [ "$seen" = "$3" ] || same=1
}
check @traceloop/instrumentation-openai '@traceloop/instrumentation-openai 0.27.0' 'answered: span of status 0; refused 400: no span; refused 429: no span; refused 500: no span'
check @arizeai/openinference-instrumentation-openai '@arizeai/openinference-instrumentation-openai 4.2.7' 'answered: span of status 1; refused 400: no span; refused 429: no span; refused 500: no span'
check @opentelemetry/instrumentation-openai '@opentelemetry/instrumentation-openai 0.21.0' 'answered: span of status 0; refused 400: span of status 2; refused 429: span of status 2; refused 500: span of status 2'
exit "$same"
