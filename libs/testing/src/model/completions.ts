import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { deltas, finishOf, messageOf, type ScriptedAnswer } from './answer';
import type { Bytes, ModelCallBody } from './script';

type Refusal = { readonly refuse: string };
type Chunk = (delta: object, finish?: object) => void;

const count = (text: string): number => Math.ceil(text.length / 4);

function usageOf(
  answer: ScriptedAnswer,
  body: ModelCallBody,
): { prompt_tokens: number; completion_tokens: number; total_tokens: number } | undefined {
  if (answer.usage === 'none') return undefined;
  const prompt = count((body.messages ?? []).map(({ content }) => content).join(''));
  const written = answer.say + (answer.reasoning ?? '') + (answer.calls ? JSON.stringify(answer.calls) : '');
  const usage = answer.usage ?? { prompt_tokens: prompt, completion_tokens: count(written) };
  return { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
}

function head(body: ModelCallBody, object: string): Record<string, unknown> {
  return { id: 'chatcmpl-scripted', object, created: 1_700_000_000, model: body.model ?? 'scripted' };
}

const stopReason = ({ stop_reason }: ScriptedAnswer): object => (stop_reason === undefined ? {} : { stop_reason });

/** The whole completion at once. */
export function complete(response: ServerResponse, body: ModelCallBody, script: ScriptedAnswer | Refusal): void {
  const answer = 'refuse' in script ? { say: '' } : script;
  const message = 'refuse' in script ? { role: 'assistant', content: null, refusal: script.refuse } : messageOf(script);
  const usage = usageOf(answer, body);
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      ...head(body, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: finishOf(answer), logprobs: null, ...stopReason(answer) }],
      ...(usage && { usage }),
    }),
  );
}

/** The completion as server-sent events, with whatever goes wrong on the way. */
export async function stream(
  response: ServerResponse,
  body: ModelCallBody,
  script: ScriptedAnswer | Refusal,
): Promise<void> {
  const answer = 'refuse' in script ? { say: '' } : script;
  const running = body.stream_options?.continuous_usage_stats ? { usage: usageOf(answer, body) } : {};
  const chunk: Chunk = (delta, finish) => {
    const choices = [{ index: 0, delta, finish_reason: null, logprobs: null, ...finish }];
    response.write(`data: ${JSON.stringify({ ...head(body, 'chat.completion.chunk'), choices, ...running })}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  chunk({ role: 'assistant', content: '' });
  if ('refuse' in script) chunk({ refusal: script.refuse });
  else if (await sayPieces(response, script, chunk)) return;
  finish(response, body, answer, chunk);
}

/** True when the script's ending came instead of the rest. */
async function sayPieces(response: ServerResponse, answer: ScriptedAnswer, chunk: Chunk): Promise<boolean> {
  for (const [at, delta] of deltas(answer).entries()) {
    if (at === answer.after && breakOff(response, answer)) return true;
    if (answer.between_ms) await wait(answer.between_ms);
    if (response.destroyed) return true;
    chunk(delta);
  }
  return answer.ending !== undefined && answer.after === undefined && breakOff(response, answer);
}

function breakOff(response: ServerResponse, { ending, stream_error }: ScriptedAnswer): boolean {
  if (stream_error !== undefined)
    response.end(`data: ${JSON.stringify({ error: { message: stream_error, code: 502 } })}\n\n`);
  // Destroyed only once the chunks before it are on their way: a disconnect is seen in the middle of a reply.
  else if (ending === 'disconnect') response.write(': going\n\n', () => response.destroy());
  else if (ending === 'close') response.end();
  else if (ending === 'garbage') response.end('data: {"choices": [{"delta": oops\n\n');
  return ending !== undefined || stream_error !== undefined;
}

function finish(response: ServerResponse, body: ModelCallBody, answer: ScriptedAnswer, chunk: Chunk): void {
  chunk({}, { finish_reason: finishOf(answer), ...stopReason(answer) });
  const usage = body.stream_options?.include_usage ? usageOf(answer, body) : undefined;
  if (usage)
    response.write(`data: ${JSON.stringify({ ...head(body, 'chat.completion.chunk'), choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}

/** The bytes as they are, in the parts that the cuts make, each written when the one before is on its way. */
export async function bytes(response: ServerResponse, script: Bytes): Promise<void> {
  const whole = typeof script.bytes === 'string' ? new TextEncoder().encode(script.bytes) : script.bytes;
  response.writeHead(200, { 'content-type': script.type ?? 'text/event-stream' });
  response.flushHeaders();
  const edges = [0, ...(script.cuts ?? []), whole.length];
  for (const [at, from] of edges.slice(0, -1).entries()) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(whole.subarray(from, edges[at + 1]), () => resolve()));
    await wait(script.between_ms ?? 1);
  }
  if (script.ending === 'disconnect') response.destroy();
  else if (script.ending === undefined) response.end();
}

/** Events as their bytes stand on the wire: objects as JSON, strings as they are. */
export function sseEvents(...events: readonly (object | string)[]): string {
  return events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
}
