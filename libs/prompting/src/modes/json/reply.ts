import { ENVELOPE, otherMembers, unwrapEnvelope } from './envelope';
import { findObject, type FoundObject } from './scan';
import type { ParsedCall } from '../mode';
import { isParsedObject, type ParsedObject } from '../../parsed-object';
import { toStorableText } from '../../storable-text';

/** Maximum number of tool requests in one reply. */
const MAX_REQUESTS = 32;
/** Maximum number of parts that are named as not understood, and the most bytes of each name. */
const MAX_IGNORED = 16;
const MAX_NAME = 200;
/** How text outside the object is named. */
const OUTSIDE = 'the text outside the object';

/** A parsed reply of the mode `json`. */
export type JsonReply =
  /** `message` is empty when the reply has no text for people. */
  | {
      readonly kind: 'object';
      readonly message: string;
      readonly calls: readonly ParsedCall[];
      readonly value: ParsedObject;
      /** Names the parts of the reply that are not understood and have no effect. */
      readonly ignored: readonly string[];
    }
  /** Clearly not JSON: the whole text is the message. */
  | { readonly kind: 'prose'; readonly message: string }
  /** `why` is written for the model. */
  | { readonly kind: 'broken'; readonly why: string };

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
  return isParsedObject(value) ? { input: value } : wrong('is not a JSON object');
}

/** A request as it is parsed: its call, and the names of its members that have no effect. */
interface ParsedRequest {
  readonly call: ParsedCall;
  readonly ignored: readonly string[];
}

const REQUEST_MEMBERS = new Set(['tool', 'input', 'return_to_llm', 'request_id', 'requestId']);

const isName = (id: unknown): boolean => typeof id === 'number' || (typeof id === 'string' && id !== '');
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** The members of a request whose values cannot be used. */
function unusable({ return_to_llm, request_id, requestId }: ParsedObject): string[] {
  const isTwice = isName(request_id) && isName(requestId) && String(request_id) !== String(requestId);
  const isFlag = isAbsent(return_to_llm) || typeof return_to_llm === 'boolean';
  return [
    ...(isAbsent(request_id) || isName(request_id) ? [] : ['request_id']),
    ...(isTwice || !(isAbsent(requestId) || isName(requestId)) ? ['requestId'] : []),
    ...(isFlag ? [] : ['return_to_llm']),
  ];
}

/** Parses one request; returns the reason when it names no tool. */
function requestOf(request: unknown, at: number): ParsedRequest | string {
  if (!isParsedObject(request)) return `tool_requests[${at}] is not an object`;
  const { tool, input, return_to_llm, request_id, requestId } = request;
  if (typeof tool !== 'string' || tool.trim() === '') return `tool_requests[${at}] names no "tool"`;
  const id = [request_id, requestId].find(isName);
  const call = {
    tool: tool.trim(),
    ...(id === undefined ? {} : { call_id: String(id) }),
    ...inputOf(input),
    ...(return_to_llm === false && { return_to_llm }),
  };
  const ignored = [...otherMembers(request, REQUEST_MEMBERS), ...unusable(request)];
  return { call, ignored: ignored.map((name) => `tool_requests[${at}].${name}`) };
}

function requestsOf(requests: unknown): ParsedRequest[] | string {
  if (isAbsent(requests)) return [];
  const list: unknown[] = Array.isArray(requests) ? requests : [requests];
  if (list.length > MAX_REQUESTS) return `it makes ${list.length} requests; ${MAX_REQUESTS} are the most at once`;
  const parsed = list.map(requestOf);
  return parsed.find((one) => typeof one === 'string') ?? (parsed as ParsedRequest[]);
}

/** Text around an object with requests is shown to people if the object has no message itself. */
function around({ before, after }: FoundObject): string {
  return [before, after].filter((text) => text !== '').join('\n\n');
}

/** The reply, once it is out of its envelope. */
interface Unwrapped extends FoundObject {
  readonly ignored: readonly string[];
}

function replyOf(found: Unwrapped, keys: readonly string[]): JsonReply {
  const { value } = found;
  const message = value['message'] ?? '';
  if (typeof message !== 'string') return { kind: 'broken', why: 'its "message" is not a string' };
  const requests = requestsOf(value['tool_requests']);
  if (typeof requests === 'string') return { kind: 'broken', why: requests };
  const isShown = message === '' && requests.length > 0;
  const ignored = [
    ...found.ignored,
    ...otherMembers(value, new Set(keys)),
    ...requests.flatMap((one) => one.ignored),
    ...(isShown || around(found) === '' ? [] : [OUTSIDE]),
  ];
  return {
    kind: 'object',
    message: isShown ? around(found) : message,
    calls: requests.map(({ call }) => call),
    value,
    ignored: ignored.slice(0, MAX_IGNORED).map((name) => toStorableText(name, MAX_NAME).text),
  };
}

/** An object in the middle of a sentence that requests nothing is a quotation and not the reply. */
function isQuoted({ before, after, alone, value }: FoundObject): boolean {
  return !alone && before !== '' && after !== '' && !Array.isArray(value['tool_requests']);
}

/**
 * Parses a model's reply: the requested object, alone or in the envelope of a breadcrumb; plain prose; or neither. The
 * object has at least one of `keys`.
 */
export function readJsonReply(text: string, keys: readonly string[] = ['message', 'tool_requests']): JsonReply {
  const result = findObject(text, keys, [ENVELOPE]);
  if (result.kind === 'broken') return result;
  if (result.kind === 'prose') return { kind: 'prose', message: text.trim() };
  const unwrapped = unwrapEnvelope(result.found.value, keys);
  if ('why' in unwrapped) return { kind: 'broken', why: unwrapped.why };
  const found = { ...result.found, ...unwrapped };
  return isQuoted(found) ? { kind: 'prose', message: text.trim() } : replyOf(found, keys);
}
