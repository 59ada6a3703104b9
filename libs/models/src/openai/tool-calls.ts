import type { ModelToolCall } from '@crumbtrail/prompting';

/** What of a call a chunk brings, or a whole completion; anything may be missing. */
export interface CallPart {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

interface Growing {
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
}

/** As much of an id as a step keeps. */
const LONGEST_ID = 200;

const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given);

/** Calls of tools as they grow: pieces of one call carry its index, and some servers only its id. */
export class OpenAiCalls {
  private readonly growing: Growing[] = [];

  /** Takes the parts of one chunk in, in their order. */
  take(parts: readonly CallPart[]): void {
    for (const [at, part] of parts.entries()) this.takePart(part, at);
  }

  private takePart(part: CallPart, at: number): void {
    const id = part.id ?? '';
    const { name, arguments: given } = part.function ?? {};
    const call = this.callOf(part, at);
    // Some say the whole name again with every piece; all others send pieces of it.
    const again = name === call.name && (call.arguments !== '' || (id !== '' && id === call.id));
    if (typeof name === 'string' && !again) call.name += name;
    if (call.id === '') call.id = id;
    call.arguments += textOf(given);
  }

  /** The call that the part belongs to: of its index, unless it brings an id that the call there does not have. */
  private callOf(part: CallPart, at: number): Growing {
    const index = part.index ?? (part.id ? this.growing.length : Math.max(at, this.growing.length - 1));
    const same = part.id ? this.growing.find((call) => call.id === part.id) : undefined;
    const there = same ?? this.growing.findLast((call) => call.index === index);
    if (there && (same || !part.id || there.id === '')) return there;
    const fresh = { index, id: '', name: '', arguments: '' };
    this.growing.push(fresh);
    return fresh;
  }

  /** All calls in their order, each with an id of its own and with arguments, `{}` where nothing was said. */
  all(): ModelToolCall[] {
    const ids = new Set<string>();
    return this.growing.map(({ id, name, arguments: given }, at) => {
      const own = id !== '' && !ids.has(id.slice(0, LONGEST_ID)) ? id.slice(0, LONGEST_ID) : `call_${at}`;
      ids.add(own);
      return { id: own, name, arguments: given.trim() === '' ? '{}' : given };
    });
  }
}
