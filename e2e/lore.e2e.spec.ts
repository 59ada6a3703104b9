import {
  AgentContext,
  AgentDef,
  LoreBook,
  LoreEntry,
  Scene,
  Session,
  UserMessage,
  type AgentContextV1,
  type Envelope,
  type LoreEntryV1,
} from '@crumbtrail/contracts';
import type { ModelCall } from '@crumbtrail/testing';
import { useScript, useSharedStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const SESSION = 'inn';
const BOOK = 'harbour';
/** In no message, so that a prompt that holds it holds the entry. */
const CONTENT = 'LORE: the dragon of Lowen sleeps under the lighthouse.';

const stack = useSharedStack();
useScript(stack, { say: 'Aye.' });

interface Inn extends TestWorkspace {
  readonly entry: string;
  /** What the model was sent since the inn was opened. */
  prompts(): string[];
  contexts(agent?: string): Promise<Envelope<AgentContextV1>[]>;
}

const promptOf = (call: ModelCall): string => (call.body.messages ?? []).map(({ content }) => content).join('\n');

/** A session in a workspace of its own, whose scene names a book with one entry. */
async function openInn(entry: Partial<LoreEntryV1> = {}): Promise<Inn> {
  const workspace = await createTestWorkspace(stack);
  const context = { book: BOOK, id: 'dragon', content: CONTENT, keys: ['dragon'], ...entry };
  const receipts = await workspace.client.appendBatch([
    { schema_name: LoreBook.name, context: { name: BOOK } },
    { schema_name: LoreEntry.name, context },
    { schema_name: Scene.name, context: { session: SESSION, lore: { books: [BOOK] } } },
  ]);
  const before = stack.model.calls.length;
  const contexts = async (agent?: string): Promise<Envelope<AgentContextV1>[]> => {
    const all = await workspace.conversations.listCrumbs<AgentContextV1>(AgentContext.name, SESSION);
    return all.filter(({ context: { agent: of } }) => agent === undefined || of === agent);
  };
  const prompts = (): string[] => stack.model.calls.slice(before).map(promptOf);
  return { ...workspace, entry: receipts[1]?.id ?? '', prompts, contexts };
}

const say = ({ client }: Inn, text: string) => client.say(SESSION, text, { wait_ms: 60_000 });

const verdictsIn = (all: readonly Envelope<AgentContextV1>[]): string[] =>
  all.flatMap(({ context }) => (context.scene?.lore?.verdicts ?? []).map(({ says }) => says));

describe('lore in the turns of a session', () => {
  it('a message with a key brings the entry into the prompt, and the context says why; a message without one does not', async () => {
    const inn = await openInn({ scan_depth: 1 });
    await say(inn, 'Good evening.');
    await say(inn, 'Is there a dragon?');
    expect(inn.prompts().map((prompt) => prompt.includes(CONTENT))).toEqual([false, true]);
    const [without, mentioned] = await inn.contexts();
    expect(without?.context.scene).toMatchObject({
      shown: [],
      lore: { placed: [], verdicts: [{ verdict: 'no_key', says: 'no key in the newest 1 messages' }] },
    });
    expect(mentioned?.context.scene).toMatchObject({
      shown: [{ source: 'lore harbour/dragon', tokens: expect.any(Number) as number }],
      lore: {
        placed: [{ id: inn.entry, version: 1, name: 'harbour/dragon' }],
        verdicts: [
          {
            entry: 'harbour/dragon',
            verdict: 'active',
            says: expect.stringMatching(/^key \*dragon\* at message −1; \d+ tokens$/) as string,
          },
        ],
        counts: { active: 1 },
      },
    });
    expect((await inn.client.explain(mentioned?.id ?? '')).scene).toEqual(mentioned?.context.scene);
  });

  it('sticky: a preview and a turn whose model fails leave no effect, and a turn that is answered does', async () => {
    const inn = await openInn({ scan_depth: 1, sticky: 4 });
    const preview = await inn.client.preview({ agent: 'assistant', session: SESSION, content: 'The dragon?' });
    expect(preview.formatted_context).toContain(CONTENT);
    stack.model.otherwise({ status: 500 });
    const failed = await say(inn, 'A dragon!');
    expect(failed.responses?.map(({ context }) => context['action'])).toEqual(['error']);
    stack.model.otherwise({ say: 'Aye.' });
    await say(inn, 'Good evening.');
    await say(inn, 'A dragon, I say!');
    await say(inn, 'Good night.');
    expect(verdictsIn(await inn.contexts())).toEqual([
      expect.stringMatching(/^key \*dragon\* at message −1/),
      'no key in the newest 1 messages',
      expect.stringMatching(/^key \*dragon\* at message −1/),
      expect.stringMatching(/^sticky until message \d+; \d+ tokens$/),
    ]);
    expect(inn.prompts().at(-1)).toContain(CONTENT);
  });

  it('a message to one agent activates lore for that agent alone', async () => {
    const inn = await openInn({ scan_depth: 6 });
    await inn.conversations.defineAgent({ agent: 'bob' });
    const whisper = { schema_name: UserMessage.name, session: SESSION, context: { content: 'Mind the dragon.' } };
    const { id } = await inn.conversations.append({ ...whisper, audience: ['agent:assistant'] });
    await inn.conversations.waitForTurns([{ id, session: SESSION, content: '' }]);
    await say(inn, 'Good evening.');
    expect(verdictsIn(await inn.contexts('bob'))).toEqual(['no key in the newest 6 messages']);
    expect(verdictsIn((await inn.contexts('assistant')).slice(0, 1))).toEqual([
      expect.stringMatching(/^key \*dragon\* at message −1/),
    ]);
    await inn.conversations.append(whisper);
    await say(inn, 'Well?');
    expect(verdictsIn((await inn.contexts('bob')).slice(-1))).toEqual([
      expect.stringMatching(/^key \*dragon\* at message −\d;/),
    ]);
  });

  it('a replay is identical after the entry has changed, and names the entry after it was erased', async () => {
    const inn = await openInn();
    await say(inn, 'Is there a dragon?');
    const [context] = await inn.contexts();
    const id = context?.id ?? '';
    const { version } = await inn.client.change(inn.entry, 1, {
      context: { book: BOOK, id: 'dragon', content: 'Changed.', keys: ['dragon'] },
    });
    expect(await inn.client.contexts.replay(id)).toMatchObject({ identical: true, erased: [], differs: [] });
    await inn.client.erase(inn.entry, version);
    const replayed = await inn.client.contexts.replay(id);
    expect(replayed.identical).toBe(false);
    expect(JSON.stringify(replayed.erased)).toContain(inn.entry);
    expect(JSON.stringify(replayed)).not.toContain(CONTENT);
  });
});

describe('macros in the prompt and persona of an agent', () => {
  it('reach the model expanded, also in the calls that an operator reads after the session has changed', async () => {
    const { client, contexts, prompts } = await openInn();
    const members = (name: string) => [
      { kind: 'user', id: 'ann', name: 'Ann' },
      { kind: 'agent', id: 'lola', name },
    ];
    const context = {
      agent: 'lola',
      prompt: 'You are {{char}} of {{group}}.',
      persona: '{{char}} knows {{users}}; write \\{{x}}.',
      subscriptions: [{ schema: UserMessage.name }],
    };
    await client.append({ schema_name: AgentDef.name, context });
    const session = await client.append({
      schema_name: Session.name,
      context: { name: SESSION, members: members('Lola') },
    });
    await client.say(SESSION, 'I say {{char}}.', { wait_ms: 60_000 });
    const told = 'You are Lola of Lola.\n\nLola knows Ann; write {{x}}.';
    expect(prompts()[0]?.startsWith(told)).toBe(true);
    expect(prompts()[0]).toContain('I say {{char}}.');
    await client.change(session.id, session.version, { context: { name: SESSION, members: members('Iris') } });
    const [built] = await contexts('lola');
    const { calls } = await client.contexts.calls(built?.id ?? '');
    expect(calls[0]?.messages[0]?.content).toBe(told);
    await client.say(SESSION, 'Again.', { wait_ms: 60_000 });
    expect(prompts()[1]?.startsWith(told.replaceAll('Lola', 'Iris'))).toBe(true);
  });
});
