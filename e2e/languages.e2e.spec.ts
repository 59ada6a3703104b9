import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Crumbtrail } from '@crumbtrail/client';
import type { Draft } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useFixture, useSharedStack } from './support/fixture';

const stack = useSharedStack();
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

/** What is said in one language, and what is asked about it. */
interface Sayings {
  readonly code: string;
  /** The name of a member, and what that person says. */
  readonly name: string;
  readonly said: readonly [text: string, question: string];
  readonly words: readonly (readonly [text: string, question: string])[];
  readonly forms: readonly (readonly [text: string, question: string])[];
  readonly keywords: readonly [text: string, keywords: string];
  readonly reply: readonly [sentence: string, question: string];
  readonly yesterday: readonly [text: string, question: string];
  readonly filler: readonly string[];
}

const FOLDER = join(__dirname, '../tools/bench/fixtures/everyday');
const LANGUAGES = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Sayings);

const AGENT = 'assistant';
const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const sessionOf = ({ code }: Sayings): string => `said-${code}`;
const laterOf = ({ code }: Sayings): string => `asked-${code}`;

const draft = (one: Sayings, content: string, days: number, id = 'ann'): Draft => ({
  schema_name: 'user.message.v1',
  session: sessionOf(one),
  author: { kind: 'user', id },
  context: { content },
  occurred_at: daysAgo(days),
});

const longReply = (one: Sayings): Draft => ({
  ...draft(one, '', 8),
  schema_name: 'agent.response.v1',
  author: { kind: 'agent', id: AGENT },
  context: {
    action: 'speak',
    content: Array.from({ length: 60 }, (_, at) => (at === 30 ? one.reply[0] : one.filler[at % 10])).join(' '),
  },
});

const historyOf = (one: Sayings): readonly Draft[] => [
  ...[...one.words, ...one.forms, one.keywords].map(([text], nth) => draft(one, text, 20 - nth / 10)),
  longReply(one),
  draft(one, one.said[0], 7, 'u1042'),
  draft(one, one.yesterday[0], 1),
  ...Array.from({ length: 20 }, (_, nth) =>
    draft(one, `${one.filler[nth % 10]} (${nth})`, 0.01 - nth / 10_000, nth % 2 ? 'bo' : 'ann'),
  ),
];

const openSession = (one: Sayings, session: string) =>
  client.append({
    schema_name: 'session.v1',
    session,
    context: {
      name: session,
      members: [
        { kind: 'user', id: 'u1042', name: one.name },
        { kind: 'agent', id: AGENT },
      ],
    },
  });

const preview = (session: string, content: string, config = {}) =>
  client.preview({ agent: AGENT, session, content, budget: { max_tokens: 1_200 }, ...config });

/** Asks in the session, where the model answers with a text of long ago; returns the id of the reply. */
async function answer(one: Sayings): Promise<string> {
  const [[text, question]] = one.words as [readonly [string, string]];
  stack.model.next({ say: text });
  const { responses } = await client.say(sessionOf(one), question, { wait_ms: 60_000 });
  return responses?.[0]?.id ?? '';
}

/** The text that the answer to why-not is about, where the other question was not asked before. */
async function explainedText(one: Sayings): Promise<string> {
  const reply = await client.get(await answer(one));
  const { context_id } = reply.context as { context_id: string };
  const { found } = await client.contexts.whyNot(context_id, one.words[1]?.[1] ?? '');
  return found?.text ?? '';
}

async function groundedTexts(one: Sayings): Promise<readonly (string | undefined)[]> {
  const id = await answer(one);
  const { sources } = await eventually(async () => {
    const grounding = await client.contexts.grounding(id);
    return grounding.found ? grounding : undefined;
  });
  return sources.map(({ text }) => text);
}

const inContext =
  (session: (one: Sayings) => string, texts: (one: Sayings) => readonly (readonly string[])[]) =>
  async (one: Sayings): Promise<void> => {
    for (const [text = '', question = ''] of texts(one)) {
      const { formatted_context } = await preview(session(one), question);
      expect(formatted_context).toContain(text);
    }
  };

/** What has to come out right in every language. */
const FEATURES: Readonly<Record<string, (one: Sayings) => Promise<void>>> = {
  'a question': inContext(sessionOf, ({ words }) => words),
  'word forms': inContext(sessionOf, ({ forms }) => forms),
  keywords: inContext(sessionOf, ({ keywords }) => [keywords]),
  'an excerpt of a long reply': inContext(sessionOf, ({ reply }) => [reply]),
  'a day': inContext(sessionOf, ({ yesterday }) => [yesterday]),
  'a name': inContext(sessionOf, ({ said }) => [said]),
  'the search': async (one) => {
    const [[text, query]] = one.words as [readonly [string, string]];
    const { results } = await client.search({ query, mode: 'text', filter: { session: sessionOf(one) }, limit: 3 });
    expect(results.map(({ breadcrumb }) => breadcrumb.context)).toContainEqual({ content: text });
  },
  'memory of another session': async (one) => {
    const [[text, question]] = one.words as [readonly [string, string]];
    const { formatted_context } = await preview(laterOf(one), question, { config: { preset: 'memory' } });
    expect(formatted_context).toContain(text);
  },
  'the sources of a reply': async (one) => expect(await groundedTexts(one)).toContain(one.words[0]?.[0]),
  'why-not': async (one) => expect(await explainedText(one)).toBe(one.words[1]?.[0]),
};

describe.each(LANGUAGES)('in $code', (one) => {
  beforeAll(async () => {
    await openSession(one, sessionOf(one));
    await openSession(one, laterOf(one));
    const receipts = await client.appendBatch(historyOf(one), { imported: true });
    const last = Math.max(...receipts.map(({ position }) => position));
    await eventually(async () => (await preview(sessionOf(one), one.keywords[1])).index_position >= last);
  });

  test.each(Object.entries(FEATURES))('%s finds what was said', (_, finds) => finds(one));
});
