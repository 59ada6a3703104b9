import { Injectable } from '@nestjs/common';
import {
  asCrumbs,
  List,
  LoreBook,
  LoreEntry,
  refuse,
  type Envelope,
  type LoreBookV1,
  type LoreEntryV1,
} from '@crumbtrail/contracts';
import type { TestLore, LoreTest } from '@crumbtrail/contracts/http/lore';
import { countTokens } from '@crumbtrail/hints';
import { activate, compileLore, LoreTooLarge, MAX_ENTRIES, wordVerdict, type LoreVerdict } from '@crumbtrail/lore';
import type { Caller } from '../http/caller';
import type { RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

type LoreTestInput = RouteInput<typeof TestLore>['body'];

/** Crumbs of one page of a list. */
const PAGE = 2_000;

const activeFirst = (a: LoreVerdict, b: LoreVerdict): number =>
  Number(b.verdict === 'active') - Number(a.verdict === 'active');

function testBook(book: LoreBookV1, entries: readonly LoreEntryV1[], input: LoreTestInput): LoreTest {
  const { text, agent, context_tokens: contextTokens } = input;
  const { verdicts } = activate(compileLore([{ book, entries, stratum: 'session' }]), {
    messages: [{ id: 'text', name: 'User', role: 'user', text }],
    agent: { id: agent, name: agent },
    contextTokens,
    seed: { session: 'test', turn: text },
    countTokens: (words) => countTokens(words, 'o200k_base'),
  });
  return {
    book: book.name,
    ...(book.enabled === false && { disabled: true as const }),
    active: verdicts.filter(({ verdict }) => verdict === 'active').length,
    verdicts: verdicts.toSorted(activeFirst).map((one) => ({
      entry: one.id,
      ...(one.comment ? { label: one.comment } : {}),
      verdict: one.verdict,
      says: wordVerdict(one),
    })),
  };
}

/** Tests lorebooks, as far as the caller may read them. Nothing is stored. */
@Injectable()
export class LoreTests {
  constructor(private readonly requests: ServiceRequests) {}

  /** Rejects with `not_found` where the caller may read no book of this name, `invalid_payload` where it is too large to search. */
  async run(caller: Caller, name: string, input: LoreTestInput): Promise<LoreTest> {
    const books = asCrumbs(LoreBook.name, await this.listAll(caller, LoreBook.name));
    const book = books.find(({ context }) => context.name === name)?.context;
    if (!book) throw refuse('not_found', `There is no lorebook ${name} that this key may read.`);
    const all = asCrumbs(LoreEntry.name, await this.listAll(caller, LoreEntry.name));
    const entries = all.map(({ context }) => context).filter((entry) => entry.book === name);
    try {
      return testBook(book, entries, input);
    } catch (error) {
      if (error instanceof LoreTooLarge) throw refuse('invalid_payload', error.message);
      throw error;
    }
  }

  /** The crumbs of a schema, oldest first, at most as many as lore may have entries. */
  private async listAll(caller: Caller, schema: string): Promise<Envelope[]> {
    const found: Envelope[] = [];
    for (let cursor: string | undefined; ;) {
      const page = { schema, order: 'asc' as const, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const { crumbs, next_cursor } = await this.requests.request(List, caller, page);
      found.push(...crumbs);
      if (next_cursor === undefined || found.length >= MAX_ENTRIES) return found;
      cursor = next_cursor;
    }
  }
}
