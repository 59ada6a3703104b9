import { findObject, type FoundObject } from './scan';
import type { ParsedCall } from '../mode';
import type { ParsedObject } from '../../parsed-object';

/** Maximum number of tool requests in one reply. */
const MAX_REQUESTS = 32;

/** A parsed reply of the mode `json`. */
export type JsonReply =
  /** `message` is empty when the reply has no text for people. */
  | {
      readonly kind: 'object';
      readonly message: string;
      readonly calls: readonly ParsedCall[];
      readonly value: ParsedObject;
    }
  /** Clearly not JSON: the whole text is the message. */
  | { readonly kind: 'prose'; readonly message: string }
  /** `why` is written for the model. */
  | { readonly kind: 'broken'; readonly why: string };

const isObject = (value: unknown): value is ParsedObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inputOf(given: unknown): Pick<ParsedCall, 'input' | 'error'> {
  const wrong = (why: string): Pick<ParsedCall, 'error'> => ({
    error: { code: 'invalid_input', message: `The input ${why}: send one JSON object that fits the tool's schema.` },
  });
  let value: unknown = given ?? {};
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      return wrong('is a text');
    }
  }
  return isObject(value) ? { input: value } : wrong('is not a JSON object');
}

function nameOf(id: unknown): Pick<ParsedCall, 'call_id'> {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return text === '' ? {} : { call_id: text };
}

/** Parses one request into a call; returns the reason when it names no tool. */
function callOf(request: unknown, at: number): ParsedCall | string {
  if (!isObject(request)) return `tool_requests[${at}] is not an object`;
  const { tool, input, return_to_llm, request_id } = request;
  if (typeof tool !== 'string' || tool.trim() === '') return `tool_requests[${at}] names no "tool"`;
  return {
    tool: tool.trim(),
    ...nameOf(request_id),
    ...inputOf(input),
    ...(return_to_llm === false && { return_to_llm }),
  };
}

function callsOf(requests: unknown): ParsedCall[] | string {
  if (requests === undefined || requests === null) return [];
  const list: unknown[] = Array.isArray(requests) ? requests : [requests];
  if (list.length > MAX_REQUESTS) return `it makes ${list.length} requests; ${MAX_REQUESTS} are the most at once`;
  const calls = list.map(callOf);
  return calls.find((call) => typeof call === 'string') ?? (calls as ParsedCall[]);
}

/** Text around an object with requests is shown to people if the object has no message itself. */
function around({ before, after }: FoundObject): string {
  return [before, after].filter((text) => text !== '').join('\n\n');
}

function replyOf(found: FoundObject): JsonReply {
  const { value } = found;
  const message = value['message'] ?? '';
  if (typeof message !== 'string') return { kind: 'broken', why: 'its "message" is not a string' };
  const calls = callsOf(value['tool_requests']);
  if (typeof calls === 'string') return { kind: 'broken', why: calls };
  return { kind: 'object', message: message === '' && calls.length > 0 ? around(found) : message, calls, value };
}

/** An object in the middle of a sentence that requests nothing is a quotation and not the reply. */
function isQuoted({ before, after, alone, value }: FoundObject): boolean {
  return !alone && before !== '' && after !== '' && !Array.isArray(value['tool_requests']);
}

/** Parses a model's reply: the requested object, plain prose, or neither. The object has at least one of `keys`. */
export function readJsonReply(text: string, keys: readonly string[] = ['message', 'tool_requests']): JsonReply {
  const result = findObject(text, keys);
  if (result.kind === 'broken') return result;
  if (result.kind === 'prose' || isQuoted(result.found)) return { kind: 'prose', message: text.trim() };
  return replyOf(result.found);
}
