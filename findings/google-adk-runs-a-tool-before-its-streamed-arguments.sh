#!/bin/sh
# @google/adk 2.0.0 with @google/genai 2.32.0: with streamFunctionCallArguments, an option of the requests to Gemini that an agent's generateContentConfig takes, a tool runs at the
# first part of its call, with no arguments. The types of @google/genai (FunctionCallingConfig, FunctionCall, PartialArg): the arguments of one call come in several parts, and
# willContinue says that more of this call follow. In the streaming mode SSE, as it is by default, the tool gets {}, the parts that follow are each taken for a call of their own
# without a name, and the run ends as if all were done. With the package's experimental feature PROGRESSIVE_SSE_STREAMING, which puts such parts together, the tool gets {} all the
# same, and then the run fails; and a call that came in one part runs the tool twice, once for the partial event and once for the final one. What is put together has objects in
# the place of arrays: the path $.items[0].name, like the example in the types, gives {"items": {"0": ...}}. The answers come from a server of this script, in the form of Vertex AI.
# Seen: in one part, the tool gets {"items":[{"name":"tea"},{"name":"cups"}]}, by the feature twice; in several, {}; by the feature {} and an error, and the final answer has items
# as an object.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @google/adk@2.0.0 @google/genai@2.32.0 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import { FunctionTool, Gemini, InMemoryRunner, LlmAgent, LogLevel, setLogLevel, StreamingMode } from '@google/adk';
import { GoogleGenAI } from '@google/genai';

const answer = (...parts) => ({ candidates: [{ content: { role: 'model', parts } }] });
const last = { candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP' }] };
const part = (jsonPath, stringValue) => answer({ functionCall: { partialArgs: [{ jsonPath, stringValue }], willContinue: true } });
const whole = [answer({ functionCall: { name: 'order', args: { items: [{ name: 'tea' }, { name: 'cups' }] } } }), last];
const several = [answer({ functionCall: { name: 'order', willContinue: true } }), part('$.items[0].name', 'tea'), part('$.items[1].name', 'cups'), answer({ functionCall: {} }), last];
let answers;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(answers.shift().map((value) => `data: ${JSON.stringify(value)}\r\n\r\n`).join(''));
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
class Local extends Gemini {
  client = new GoogleGenAI({ vertexai: true, apiKey: 'none', httpOptions: { baseUrl: `http://127.0.0.1:${server.address().port}` } });
  get apiClient() {
    return this.client;
  }
}
setLogLevel(LogLevel.ERROR);
const model = new Local({ model: 'gemini-3-pro-preview', apiKey: 'none' });
const parameters = { type: 'OBJECT', properties: { items: { type: 'ARRAY', items: { type: 'OBJECT', properties: { name: { type: 'STRING' } } } } }, required: ['items'] };
const run = async (call) => {
  answers = [call, [answer({ text: 'done' }), last]];
  const given = [];
  const tool = new FunctionTool({ name: 'order', description: 'Orders things.', parameters, execute: (input) => given.push(JSON.stringify(input)) && { ordered: true } });
  const generateContentConfig = { toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } } };
  const runner = new InMemoryRunner({ agent: new LlmAgent({ name: 'shop', model, tools: [tool], generateContentConfig }), appName: 'shop' });
  const { id } = await runner.sessionService.createSession({ appName: 'shop', userId: 'one' });
  const newMessage = { role: 'user', parts: [{ text: 'Order tea and cups.' }] };
  try {
    for await (const event of runner.runAsync({ userId: 'one', sessionId: id, newMessage, runConfig: { streamingMode: StreamingMode.SSE } })) void event;
    return `${given.join(' and ')}, the run ends`;
  } catch (error) {
    return `${given.join(' and ')}, ${error.constructor.name}`;
  }
};
const final = async () => {
  answers = [several];
  let response;
  for await (response of model.generateContentAsync({ contents: [{ role: 'user', parts: [{ text: 'Order.' }] }], config: {}, liveConnectConfig: {}, toolsDict: {} }, true));
  return JSON.stringify(response.content.parts[0].functionCall.args);
};
const seen = [await run(whole), await run(several)];
process.env.ADK_ENABLE_PROGRESSIVE_SSE_STREAMING = 'true';
seen.push(await run(whole), await run(several), await final());
['in one part', 'in several parts', 'in one part, by the feature', 'in several parts, by the feature', 'the final answer, by the feature'].forEach((name, index) => {
  console.log(`@google/adk 2.0.0, ${name}: ${seen[index]}`);
});
const right = '{"items":[{"name":"tea"},{"name":"cups"}]}';
process.exit(seen.join('\n') === [`${right}, the run ends`, '{}, the run ends', `${right} and ${right}, the run ends`, '{}, Error', '{"items":{"0":{"name":"tea"},"1":{"name":"cups"}}}'].join('\n') ? 0 : 1);
JS
node run.mjs
