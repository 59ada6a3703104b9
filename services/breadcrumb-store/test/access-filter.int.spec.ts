import fc from 'fast-check';
import {
  mayInform,
  mayRead,
  narrowReaders,
  participantName,
  replyAudience,
  type Audience,
  type Participant,
  type Viewer,
} from '@crumbtrail/contracts';
import { audienceOf, audienceTokens } from '../src/ledger/stored-rows';
import { StatementParameters } from '../src/database/statement-parameters';
import { mayInformStored, mayReadStored, type StoredAudience } from '../src/identity/visibility/access-filter.memory';
import { mayInformSql, mayReadSql, visibleToCaller } from '../src/identity/visibility/access-filter.sql';
import { databases, type TestDatabase } from './databases';

const ann: Participant = { kind: 'user', id: 'ann' };
const bob: Participant = { kind: 'user', id: 'bob' };
const abe: Participant = { kind: 'agent', id: 'abe' };
const assistant: Participant = { kind: 'agent', id: 'assistant' };
/** An agent that has the same id as a user. */
const agentAnn: Participant = { kind: 'agent', id: 'ann' };
/** Has an id that reads like the token for agents. */
const userAgents: Participant = { kind: 'user', id: 'agents' };

interface AccessCase extends StoredAudience {
  readonly title: string;
  readonly participant: Participant;
  readonly expected: boolean;
}

const CASES: readonly AccessCase[] = [
  { title: 'everybody may read what is for everybody', audience: ['*'], author: ann, participant: bob, expected: true },
  { title: 'an agent may read what is for everybody', audience: ['*'], author: ann, participant: abe, expected: true },
  {
    title: 'an agent may read what is for agents',
    audience: ['@agents'],
    author: ann,
    participant: abe,
    expected: true,
  },
  {
    title: 'a user may not read what is for agents',
    audience: ['@agents'],
    author: ann,
    participant: bob,
    expected: false,
  },
  {
    title: 'a user called agents may not read what is for agents',
    audience: ['@agents'],
    author: ann,
    participant: userAgents,
    expected: false,
  },
  {
    title: 'the author may read what is for agents',
    audience: ['@agents'],
    author: ann,
    participant: ann,
    expected: true,
  },
  {
    title: 'an agent with the id of the author is not the author',
    audience: ['user:bob'],
    author: ann,
    participant: agentAnn,
    expected: false,
  },
  {
    title: 'participants in the audience may read',
    audience: ['user:bob'],
    author: ann,
    participant: bob,
    expected: true,
  },
  {
    title: 'participants in the audience may read, including agents',
    audience: ['user:bob', 'agent:abe'],
    author: ann,
    participant: abe,
    expected: true,
  },
  {
    title: 'participants outside the audience may not read',
    audience: ['user:bob'],
    author: ann,
    participant: abe,
    expected: false,
  },
  {
    title: 'the author may read what is for others',
    audience: ['user:bob'],
    author: ann,
    participant: ann,
    expected: true,
  },
  {
    title: 'an agent with the id of a user in the audience may not read',
    audience: ['user:ann'],
    author: bob,
    participant: agentAnn,
    expected: false,
  },
  {
    title: 'a user with the id of an agent in the audience may not read',
    audience: ['agent:ann'],
    author: bob,
    participant: ann,
    expected: false,
  },
  {
    title: 'an agent in the audience may read, although a user has its id',
    audience: ['agent:ann'],
    author: bob,
    participant: agentAnn,
    expected: true,
  },
  {
    title: 'nobody may read by an id without a kind',
    audience: ['ann'],
    author: bob,
    participant: agentAnn,
    expected: false,
  },
];

describe.each(databases)('access filter on %s', (_name, open) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
  }, 60_000);

  afterAll(() => db.drop());

  /** Returns whether the SQL filter lets the viewer read a table that holds only this crumb. */
  const isSelected = async ({ audience, author }: StoredAudience, condition: (params: unknown[]) => string) => {
    const params: unknown[] = [audience, author.kind, author.id];
    const text = `select 1 from (select $1::text[] as audience, $2::text as author_kind, $3::text as author_id) c where ${condition(params)}`;
    return (await db.database.query(text, params)).length === 1;
  };

  const select = (crumb: StoredAudience, viewer: Viewer): Promise<boolean> =>
    isSelected(crumb, (params) => mayReadSql(new StatementParameters(params), 'c', viewer) ?? 'true');

  const selectFor = (crumb: StoredAudience, participant: Participant, role: 'reader' | 'operator' | 'service') =>
    isSelected(crumb, (params) =>
      visibleToCaller('c', { workspace: 'w', principal: 'gateway', participant, role }, params),
    );

  it.each(CASES)(
    '$title: the contract, the in-memory filter and the SQL filter agree',
    async ({ audience, author, participant, expected }) => {
      const crumb = { audience, author };
      expect(mayRead({ audience: audienceOf(audience) as never, author }, { participant })).toBe(expected);
      expect(mayReadStored(crumb, { participant })).toBe(expected);
      expect(await select(crumb, { participant })).toBe(expected);
      expect(await selectFor(crumb, participant, 'reader')).toBe(expected);
    },
  );

  it('operators and services may read everything: the contract, the in-memory filter and the SQL filter agree', async () => {
    for (const { audience, author, participant } of CASES) {
      const crumb = { audience, author };
      const operator = { participant, operator: true };
      expect(mayRead({ audience: audienceOf(audience) as never, author }, operator)).toBe(true);
      expect(mayReadStored(crumb, operator)).toBe(true);
      expect(await select(crumb, operator)).toBe(true);
      expect(await selectFor(crumb, participant, 'operator')).toBe(true);
      expect(await selectFor(crumb, participant, 'service')).toBe(true);
    }
  });

  const everybody: readonly Participant[] = [ann, bob, abe, agentAnn, assistant];
  const audiences: fc.Arbitrary<Audience> = fc.oneof(
    fc.constantFrom<Audience>('all', 'agents'),
    fc.uniqueArray(fc.constantFrom(...everybody.map(participantName)), { maxLength: 3 }),
  );
  const texts = fc.record({
    audience: audiences,
    author: fc.constantFrom(...everybody),
    informs: fc.option(audiences, { nil: undefined }),
  });

  /** The SQL filter for answers, over a table that holds only this text. */
  const selectInforming = async (text: StoredAudience & { informs: readonly string[] | null }, readers: string[]) => {
    const params: unknown[] = [text.audience, text.informs, text.author.kind, text.author.id];
    const condition = mayInformSql(new StatementParameters(params), 'c', readers);
    const sql = `select 1 from (select $1::text[] as audience, $2::text[] as informs, $3::text as author_kind, $4::text as author_id) c where ${condition}`;
    return (await db.database.query(sql, params)).length === 1;
  };

  it('decides alike in the contract, in memory and in SQL whose answers a text may inform', async () => {
    await fc.assert(
      fc.asyncProperty(texts, audiences, async (text, readers) => {
        const expected = mayInform(text, readers);
        const informs = text.informs === undefined ? null : audienceTokens(text.informs);
        const stored = { audience: audienceTokens(text.audience), author: text.author, informs };
        const tokens = [...audienceTokens(readers)];
        expect(mayInformStored(stored, tokens)).toBe(expected);
        expect(await selectInforming(stored, tokens)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('lets no text into an answer that a reader of the answer may not read, whatever the audiences', () => {
    fc.assert(
      fc.property(texts, audiences, fc.constantFrom(...everybody), ({ audience, author }, readers, participant) => {
        const answer = { audience: readers, author: { kind: 'agent', id: 'assistant' } } as const;
        const isReader =
          mayRead(answer, { participant }) && participantName(participant) !== participantName(answer.author);
        if (isReader && mayInform({ audience, author }, readers))
          expect(mayRead({ audience, author }, { participant })).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('lets into the answer of a confidant what its author may read, and lets only those read it who may read all of that', async () => {
    const people = everybody.filter(({ kind }) => kind === 'user');
    const many = fc.array(texts, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(many, audiences, fc.constantFrom(...people), async (all, audience, author) => {
        const entered = [];
        for (const text of all) {
          const informs = text.informs === undefined ? null : audienceTokens(text.informs);
          const stored = { audience: audienceTokens(text.audience), author: text.author, informs };
          if (await selectInforming(stored, [participantName(author)])) entered.push(text);
        }
        const message = replyAudience({ audience, author });
        const answer = { audience: entered.reduce(narrowReaders, message), author: assistant };
        for (const participant of everybody.filter((one) => one !== assistant)) {
          const isReader = mayRead(answer, { participant });
          if (isReader) expect(mayRead({ audience: message, author }, { participant })).toBe(true);
          for (const { audience: own, author: by, informs = own } of entered)
            if (isReader) expect(mayRead({ audience: informs, author: by }, { participant })).toBe(true);
        }
        if (message !== 'agents') expect(mayRead(answer, { participant: author })).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
