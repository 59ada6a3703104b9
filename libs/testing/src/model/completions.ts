import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelCallBody, Script } from './script';

type Saying = Extract<Script, { say: string }>;

const count = (text: string): number => Math.ceil(text.length / 4);

function usageOf(
  script: Saying,
  body: ModelCallBody,
): { prompt_tokens: number; completion_tokens: number; total_tokens: number } | undefined {
  if (script.usage === 'none') return undefined;
  const prompt = count((body.messages ?? []).map(({ content }) => content).join(''));
  const usage = script.usage ?? { prompt_tokens: prompt, completion_tokens: count(script.say) };
  return { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
}

function piecesOf({ say, pieces }: Saying): string[] {
  if (say === '') return [];
  if (pieces === undefined) return say.match(/\S+\s*|\s+/gu) ?? [];
  const size = Math.max(1, Math.ceil(say.length / pieces));
  return Array.from({ length: Math.ceil(say.length / size) }, (_, at) => say.slice(at * size, (at + 1) * size));
}

function head(body: ModelCallBody, object: string): Record<string, unknown> {
  return { id: 'chatcmpl-scripted', object, created: 1_700_000_000, model: body.model ?? 'scripted' };
}

/** The whole completion at once. */
export function complete(response: ServerResponse, body: ModelCallBody, script: Saying | { refuse: string }): void {
  const said = 'say' in script ? { content: script.say, refusal: null } : { content: null, refusal: script.refuse };
  const finish = 'say' in script ? (script.finish_reason ?? 'stop') : 'stop';
  const usage = usageOf('say' in script ? script : { say: '' }, body);
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      ...head(body, 'chat.completion'),
      choices: [{ index: 0, message: { role: 'assistant', ...said }, finish_reason: finish, logprobs: null }],
      ...(usage && { usage }),
    }),
  );
}

/** The completion as server-sent events, with whatever goes wrong on the way. */
export async function stream(
  response: ServerResponse,
  body: ModelCallBody,
  script: Saying | { refuse: string },
): Promise<void> {
  const chunk = (delta: object, finish_reason: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason, logprobs: null }];
    response.write(`data: ${JSON.stringify({ ...head(body, 'chat.completion.chunk'), choices })}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  chunk({ role: 'assistant', content: '' });
  if ('refuse' in script) chunk({ refusal: script.refuse });
  else if (await sayPieces(response, script, chunk)) return;
  finish(response, body, 'say' in script ? script : { say: '' }, chunk);
}

/** True when the script's ending came instead of the rest. */
async function sayPieces(response: ServerResponse, script: Saying, chunk: (delta: object) => void): Promise<boolean> {
  for (const [at, content] of piecesOf(script).entries()) {
    if (at === script.after && breakOff(response, script)) return true;
    if (script.between_ms) await wait(script.between_ms);
    if (response.destroyed) return true;
    chunk({ content });
  }
  return script.ending !== undefined && script.after === undefined && breakOff(response, script);
}

function breakOff(response: ServerResponse, { ending, stream_error }: Saying): boolean {
  if (stream_error !== undefined)
    response.end(`data: ${JSON.stringify({ error: { message: stream_error, code: 502 } })}\n\n`);
  // Destroyed only once the chunks before it are on their way: a disconnect is seen in the middle of a reply.
  else if (ending === 'disconnect') response.write(': going\n\n', () => response.destroy());
  else if (ending === 'close') response.end();
  else if (ending === 'garbage') response.end('data: {"choices": [{"delta": oops\n\n');
  return ending !== undefined || stream_error !== undefined;
}

function finish(
  response: ServerResponse,
  body: ModelCallBody,
  script: Saying,
  chunk: (delta: object, finish: string) => void,
): void {
  chunk({}, script.finish_reason ?? 'stop');
  const usage = body.stream_options?.include_usage ? usageOf(script, body) : undefined;
  if (usage)
    response.write(`data: ${JSON.stringify({ ...head(body, 'chat.completion.chunk'), choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}
