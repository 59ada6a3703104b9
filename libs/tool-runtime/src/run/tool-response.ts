import {
  agentName,
  contentHash,
  findUnsafe,
  ToolResponse,
  ToolTried,
  type Draft,
  type Envelope,
  type ModelCallRecord,
  type ToolDefV1,
  type ToolRequestV1,
  type ToolResponseV1,
  type ToolTriedV1,
} from '@crumbtrail/contracts';
import { callText } from './call-text';
import { isTurnRequest, type ToolInvocation, type ToolReply, type ToolTryCrumb } from '../ports';

/** The result of a request, or an error that may still have an output. */
export type ToolOutcome = { readonly output: unknown } | Failed;

interface Failed {
  readonly error: { readonly code: string; readonly message: string };
  readonly output?: unknown;
}

/** Maximum size of the text for the model, in bytes of JSON. */
export const MAX_TEXT_BYTES = 64 * 1024;
/** Maximum size of a stored output, in bytes of JSON. */
export const MAX_OUTPUT_BYTES = 128 * 1024;
/** Maximum size of a tool's result, in bytes of JSON; a larger one is an error. */
export const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_MESSAGE = 8_000;

// eslint-disable-next-line no-control-regex -- NUL is what the store refuses
const NUL = /\u0000/g;
const clean = (text: string): string => text.replace(NUL, '\uFFFD').toWellFormed();
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * `calculator:` and 16 hex digits of the arguments, independent of key order: a later result with the same key replaces
 * an earlier one.
 */
export function persistenceKey(tool: string, input: Record<string, unknown>): string {
  return `${tool}:${contentHash(input)
    .replace(/^sha256:/, '')
    .slice(0, 16)}`;
}

/** The longest prefix that takes at most `most` bytes as JSON, without its quotes; never cuts a character in half. */
function truncateToBytes(text: string, most: number): string {
  let [low, high] = [0, Math.min(text.length, most)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (bytesOf(text.slice(0, middle)) - 2 <= most) low = middle;
    else high = middle - 1;
  }
  const cut = text.slice(0, low);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

const kb = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;

/** A text for a model, truncated with a mark when it is too long. */
export function truncateForModel(given: string): Pick<ToolResponseV1, 'text' | 'truncated'> {
  const text = clean(given);
  const bytes = bytesOf(text);
  if (bytes <= MAX_TEXT_BYTES) return { text };
  const mark = `\n[cut here: the result has ${kb(bytes)}; this is its beginning]`;
  return { text: truncateToBytes(text, MAX_TEXT_BYTES - bytesOf(mark)) + mark, truncated: true };
}

const outputText = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output));

/** A result as JSON; an error when it is not JSON or too large. */
export function asJson(output: unknown, tool: string): ToolOutcome {
  const text = jsonText(output);
  if (text === null)
    return {
      error: { code: 'invalid_output', message: `${tool} returned something that is not JSON, so it cannot be used.` },
    };
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_RESULT_BYTES) return { output: JSON.parse(text) };
  const message = `${tool} returned ${kb(bytes)}; the maximum is ${kb(MAX_RESULT_BYTES)}. Ask for less: a narrower question, a smaller range, a lower limit.`;
  return { error: { code: 'too_large', message } };
}

function jsonText(output: unknown): string | null {
  try {
    return JSON.stringify(output ?? null) ?? null;
  } catch {
    return null;
  }
}

/** The stored output: complete, or none when it is too large or the store could not represent it exactly. */
function storedOutput(output: unknown): Pick<ToolResponseV1, 'output'> {
  const fits = bytesOf(output) <= MAX_OUTPUT_BYTES && findUnsafe(output) === null;
  return fits ? { output: output as ToolResponseV1['output'] } : {};
}

type ResponseBody = Pick<ToolResponseV1, 'status' | 'text' | 'truncated' | 'output' | 'error'>;

function failure({ error, output }: Failed, tool: string): ResponseBody {
  const message = clean(error.message).slice(0, MAX_MESSAGE).toWellFormed();
  const given = output === undefined ? undefined : asJson(output, tool);
  const more = given && !('error' in given) ? storedOutput(given.output) : {};
  return { status: 'error', error: { code: error.code, message }, text: message, ...more };
}

function responseBody(outcome: ToolOutcome, tool: string, note?: string): ResponseBody {
  const given = 'error' in outcome ? outcome : asJson(outcome.output, tool);
  if ('error' in given) return failure(given, tool);
  const text = [...(note === undefined ? [] : [note]), outputText(given.output)].join('\n');
  return { status: 'ok', ...truncateForModel(text), ...storedOutput(given.output) };
}

/** Facts of a run besides its outcome. */
export interface AboutRun {
  readonly definition?: ToolDefV1;
  readonly persistence?: ToolResponseV1['persistence']['class'];
  readonly duration_ms?: number;
  /** Written before the result, for the model. */
  readonly note?: string | undefined;
  /** The model calls that the tool made. */
  readonly model_calls?: readonly ModelCallRecord[];
  /** The log of the run. */
  readonly logs?: readonly string[];
}

/** Most lines of a log that are kept, and characters of a line. */
const MOST_LINES = 101;
const LONGEST_LINE = 500;

/** The log of a run as it is stored; absent where there is none. */
const storedLogs = ({ logs = [] }: AboutRun): Pick<ToolResponseV1, 'logs'> =>
  logs.length === 0 ? {} : { logs: logs.slice(0, MOST_LINES).map((line) => clean(line.slice(0, LONGEST_LINE))) };

/** The tags by which contexts find a kept result. */
function keepingTags(
  agent: string,
  { class: kind, key }: ToolResponseV1['persistence'],
): Pick<Draft<ToolResponseV1>, 'tags'> {
  return kind === 'turn' ? {} : { tags: [`keep:${kind}`, `result:${key}`, `for:${agent}`] };
}

/**
 * Builds the response to a request: small enough for the store and readable by a model. Only results are kept beyond
 * their turn: an error never replaces an earlier result.
 */
export function buildToolResponse(
  request: ToolInvocation,
  outcome: ToolOutcome,
  about: AboutRun = {},
): Draft<ToolReply> {
  return isTurnRequest(request) ? turnResponse(request, outcome, about) : tryResponse(request, outcome, about);
}

/** The response to a trial: never in a context, and visible to operators only. */
function tryResponse(
  { id, version, context: { tool, input } }: ToolTryCrumb,
  outcome: ToolOutcome,
  about: AboutRun,
): Draft<ToolTriedV1> {
  const { definition, duration_ms } = about;
  const call = clean(callText(tool, input, definition));
  const duration = duration_ms === undefined ? {} : { duration_ms };
  const context = { request: { id }, tool, call, ...responseBody(outcome, tool), ...duration, ...storedLogs(about) };
  return { schema_name: ToolTried.name, audience: [], cause: { id, version }, context };
}

function turnResponse(request: Envelope<ToolRequestV1>, outcome: ToolOutcome, about: AboutRun): Draft<ToolResponseV1> {
  const { turn, agent, tool, input, reply_to } = request.context;
  const words = responseBody(outcome, tool, about.note);
  const kind = words.status === 'ok' ? (about.persistence ?? 'turn') : 'turn';
  const persistence = { class: kind, key: persistenceKey(tool, input) };
  const { duration_ms, model_calls = [] } = about;
  const took = {
    ...(duration_ms === undefined ? {} : { duration_ms }),
    ...(model_calls.length === 0 ? {} : { model_calls: [...model_calls] }),
    ...storedLogs(about),
  };
  return {
    schema_name: ToolResponse.name,
    ...(request.session === undefined ? {} : { session: request.session }),
    audience: [agentName(agent)],
    ...keepingTags(agent, persistence),
    cause: { id: request.id, version: request.version },
    context: {
      request: { id: request.id },
      turn: { id: turn.id },
      agent,
      tool,
      call: clean(callText(tool, input, about.definition)),
      reply_to,
      persistence,
      ...words,
      ...took,
    },
  };
}
