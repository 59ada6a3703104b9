import type { Msg } from 'nats';
import { fieldsOf, isSubject } from './agent-info';

/** A question of an agent to whoever has prompted it. */
export interface AgentQuery {
  readonly prompt: string;
  /** Where its one answer goes. */
  readonly reply_subject: string;
}

/** Why an agent has not answered, as it says. */
export interface AgentRefusal {
  /** Of the table of codes of the protocol: 400, 401, 403, 404, 409, 429 or 500; 500 where it is none of them. */
  readonly status: number;
  readonly message: string;
  /** Seconds after which the same prompt may succeed. */
  readonly retry_after_s?: number;
}

/** A message on the stream of a prompt. */
export type AnswerChunk =
  | { readonly kind: 'ack' | 'end' | 'unknown' }
  /** Nobody subscribes to the subject of the prompt, as the NATS server says: nobody has got it. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'query'; readonly query: AgentQuery }
  | { readonly kind: 'error'; readonly refusal: AgentRefusal }
  /** It breaks the protocol. */
  | { readonly kind: 'malformed'; readonly why: string };

const NO_RESPONDERS = 503;
const STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 429, 500]);
const MOST_REFUSAL_CHARACTERS = 500;

const asMalformed = (why: string): AnswerChunk => ({ kind: 'malformed', why });

/** Words of another program as a part of a sentence: in one line, and not too long. */
const quote = (text: string): string =>
  text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, MOST_REFUSAL_CHARACTERS);

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(data));
  } catch {
    return undefined;
  }
}

function readRefusal({ data, headers }: Pick<Msg, 'data' | 'headers'>): AgentRefusal {
  const status = Number(headers?.get('Nats-Service-Error-Code'));
  const { message, retry_after_s } = fieldsOf(parse(data));
  const said = typeof message === 'string' ? message : (headers?.get('Nats-Service-Error') ?? '');
  const isTime = typeof retry_after_s === 'number' && retry_after_s >= 0;
  return { status: STATUSES.has(status) ? status : 500, message: quote(said), ...(isTime && { retry_after_s }) };
}

/** The names of files that a chunk brings, as a note: only texts are kept. */
function noteFiles(attachments: unknown): string {
  const names = (Array.isArray(attachments) ? attachments : []).map((one) => fieldsOf(one)['filename']);
  const known = names.filter((name) => typeof name === 'string').map((name) => quote(name));
  return known.length === 0 ? '' : `\n\n[Files that were not taken over: ${known.join(', ')}]\n\n`;
}

function readText(data: unknown): AnswerChunk {
  if (typeof data === 'string') return { kind: 'text', text: data };
  const { text, attachments } = fieldsOf(data);
  if (typeof text !== 'string') return asMalformed('a response without a text');
  return { kind: 'text', text: text + noteFiles(attachments) };
}

/** An answer may go to an inbox of any name, and to nothing by which agents are prompted or the server is asked. */
function readQuery(data: unknown): AnswerChunk {
  const { prompt, reply_subject, attachments } = fieldsOf(data);
  if (typeof prompt !== 'string' || prompt === '') return asMalformed('a query without a prompt');
  if (!isSubject(reply_subject) || reply_subject.startsWith('agents.'))
    return asMalformed('a query whose answer would go to no inbox');
  return { kind: 'query', query: { prompt: (prompt + noteFiles(attachments)).trim(), reply_subject } };
}

const READERS: Readonly<Record<string, (data: unknown) => AnswerChunk>> = {
  status: () => ({ kind: 'ack' }),
  response: readText,
  query: readQuery,
};

function readBody(data: Uint8Array): AnswerChunk {
  const { type, data: said } = fieldsOf(parse(data));
  if (typeof type !== 'string') return asMalformed('a message that is not JSON with a type');
  return Object.hasOwn(READERS, type) ? (READERS[type] as (data: unknown) => AnswerChunk)(said) : { kind: 'unknown' };
}

/** Reads a message on the stream of a prompt. */
export function readAnswerChunk(message: Pick<Msg, 'data' | 'headers'>): AnswerChunk {
  const { data, headers } = message;
  if (headers?.code === NO_RESPONDERS) return { kind: 'nobody' };
  if (headers?.has('Nats-Service-Error-Code')) return { kind: 'error', refusal: readRefusal(message) };
  if (data.length === 0) return { kind: headers ? 'unknown' : 'end' };
  return readBody(data);
}
