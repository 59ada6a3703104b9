import type { ServerResponse } from 'node:http';
import type { ModelCallBody, Script } from './script';

type RefusalScript = Extract<Script, { status: number }>;

/** How a server refuses a request that holds a parameter that it does not know; undefined where it holds none. */
export function refusalOf(body: ModelCallBody, unknown: readonly string[]): RefusalScript | undefined {
  const param = unknown.find(
    (name) => body[name] !== undefined || (body.messages ?? []).some((message) => message[name] !== undefined),
  );
  if (param === undefined) return undefined;
  return { status: 400, message: `Unrecognized request argument supplied: '${param}'`, param };
}

/** Answers with the status and an error as the protocol has it. */
export function sendRefusal(
  response: ServerResponse,
  { status, message, param, retry_after, body }: RefusalScript,
): void {
  if (retry_after !== undefined) response.setHeader('retry-after', String(retry_after));
  response.writeHead(status, { 'content-type': 'application/json' });
  const error = { message: message ?? `scripted ${status}`, type: 'scripted', param: param ?? null, code: null };
  response.end(body ?? JSON.stringify({ error }));
}
