import { isDeepStrictEqual } from 'node:util';
import type { ModelToolCall } from '@crumbtrail/prompting';

/** The fields of a tool call in a chunk or a whole completion; all are optional. */
export interface CallPart {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

interface PartialCall {
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
}

/** Maximum characters of an id in a step. */
const LONGEST_ID = 200;

const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given);

/** The object or list of JSON that a text is; undefined for any other text. */
function objectIn(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where one JSON object may end and another begin. */
const SEAM = /\}\s*(?=\{)/g;

/**
 * The arguments of one call. Some servers send `{}` before the pieces, or the whole once more behind them: the objects one behind the other then say the
 * same or nothing. Other texts stay as they are.
 */
function oneObject(text: string): string {
  if (objectIn(text)) return text;
  for (const { index, 0: seam } of text.matchAll(SEAM)) {
    const first = text.slice(0, index + 1);
    const rest = text.slice(index + seam.length);
    const [one, other] = [objectIn(first), objectIn(rest)];
    if (one && Object.keys(one).length === 0) return oneObject(rest);
    if (one && other && isDeepStrictEqual(one, other)) return first;
  }
  return text;
}

/** Assembles streamed tool calls: pieces of one call carry its index, and from some servers only its id. */
export class OpenAiCalls {
  private readonly growing: PartialCall[] = [];

  /** Adds the parts of one chunk, in order. */
  take(parts: readonly CallPart[]): void {
    for (const [at, part] of parts.entries()) this.takePart(part, at);
  }

  private takePart(part: CallPart, at: number): void {
    const id = part.id ?? '';
    const { name, arguments: given } = part.function ?? {};
    const call = this.callOf(part, at);
    // Some servers repeat the whole name with every piece; all others send pieces of it.
    const again = name === call.name && (call.arguments !== '' || (id !== '' && id === call.id));
    if (typeof name === 'string' && !again) call.name += name;
    if (call.id === '') call.id = id;
    call.arguments += textOf(given);
  }

  /** The call that the part belongs to: the one at its index, unless the part has a different id. */
  private callOf(part: CallPart, at: number): PartialCall {
    const index = part.index ?? (part.id ? this.growing.length : Math.max(at, this.growing.length - 1));
    // Two calls may have one id: the index that a server gives tells them apart.
    const isSame = (call: PartialCall): boolean => call.id === part.id && (part.index ?? call.index) === call.index;
    const same = part.id ? this.growing.find(isSame) : undefined;
    const there = same ?? this.growing.findLast((call) => call.index === index);
    if (there && (same || !part.id || there.id === '')) return there;
    const fresh = { index, id: '', name: '', arguments: '' };
    this.growing.push(fresh);
    return fresh;
  }

  /** All calls in order, each with a distinct id and with arguments, `{}` when there were none. */
  all(): ModelToolCall[] {
    const ids = new Set<string>();
    return this.growing.map(({ id, name, arguments: given }, at) => {
      const own = id !== '' && !ids.has(id.slice(0, LONGEST_ID)) ? id.slice(0, LONGEST_ID) : `call_${at}`;
      ids.add(own);
      return { id: own, name, arguments: given.trim() === '' ? '{}' : oneObject(given) };
    });
  }
}
