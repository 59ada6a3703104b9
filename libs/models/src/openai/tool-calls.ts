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
      return { id: own, name, arguments: given.trim() === '' ? '{}' : given };
    });
  }
}
