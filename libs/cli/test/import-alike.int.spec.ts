import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf, messageTag, numberedId } from '@crumbtrail/chat-imports';
import { FakeGateway } from './fake-gateway';

interface StoredCrumb {
  readonly schema_name: string;
  readonly session: string;
  readonly tags: readonly string[];
  readonly author: { readonly kind: string; readonly id: string };
  readonly audience: readonly string[];
  readonly context: { readonly content: string };
}

/** A conversation whose persons and agents speak in turn. */
const talk = (...said: string[]) => ({
  messages: said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
});
type Talk = ReturnType<typeof talk>;
const wordsOf = ({ messages }: Talk): string[] => messages.map(({ content }) => content);

const late = talk('Hello', 'Hi!', 'Order 1 is late', 'It comes on Monday.');
const cancel = talk('Hello', 'Hi!', 'Cancel order 2', 'Cancelled.');
const lost = talk('Hello', 'Hi!', 'Order 1 is late', 'It was lost.');

describe('conversations without ids that begin alike', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-alike-'));
  const gateway = new FakeGateway();
  const sessions = new Map<string, StoredCrumb[]>();

  const store = (crumbs: readonly StoredCrumb[]): void => {
    for (const crumb of crumbs) {
      const all = [...(sessions.get(crumb.session) ?? []), crumb];
      sessions.set(crumb.session, all);
      gateway.replies[`GET /v1/breadcrumbs?session=${crumb.session}&limit=500`] = [
        200,
        { breadcrumbs: all, position: 9 },
      ];
    }
  };
  const importFile = async (name: string, ...talks: Talk[]): Promise<string> => {
    const file = join(folder, name);
    writeFileSync(file, talks.map((one) => JSON.stringify(one)).join('\n'));
    const { out } = await gateway.crumb(['import', file]);
    return out.split('\n')[0] ?? '';
  };
  const stored = (): string[][] => [...sessions.values()].map((all) => all.map(({ context }) => context.content));

  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    sessions.clear();
    gateway.replies['GET /v1/whoami'] = [200, { participant: { kind: 'user', id: 'user' }, role: 'operator' }];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 9 }];
    gateway.replies['POST /v1/breadcrumbs/batch'] = (body) => {
      store((JSON.parse(body) as { breadcrumbs: StoredCrumb[] }).breadcrumbs);
      return [201, { breadcrumbs: [] }];
    };
  });
  afterAll(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  test('are stored in sessions of their own, and nothing is added when the file is imported again', async () => {
    expect(await importFile('a.jsonl', late, cancel, lost)).toBe(
      '3 conversations (openai): 12 messages read, 12 breadcrumbs stored.',
    );
    expect(stored()).toEqual([late, cancel, lost].map(wordsOf));
    expect(await importFile('b.jsonl', lost, late, cancel)).toBe(
      '3 conversations (openai): 12 messages read, 0 breadcrumbs stored, 12 messages stored before.',
    );
  });

  test('are kept apart where each is in a file of its own', async () => {
    for (const one of [late, cancel, lost]) await importFile('chat.json', one);
    expect(stored()).toEqual([late, cancel, lost].map(wordsOf));
  });

  test('are continued by a longer version of the same conversation', async () => {
    await importFile('a.jsonl', late, cancel);
    const longer = talk(...wordsOf(cancel), 'Thanks');
    expect(await importFile('a.jsonl', late, longer, lost)).toBe(
      '3 conversations (openai): 13 messages read, 5 breadcrumbs stored, 8 messages stored before.',
    );
    expect(stored()).toEqual([late, longer, lost].map(wordsOf));
  });

  test('are continued, and not doubled, where people have spoken in the session since', async () => {
    await importFile('a.jsonl', late);
    const [session = ''] = sessions.keys();
    const live = {
      schema_name: 'user.message.v1',
      session,
      tags: ['mine'],
      author: { kind: 'user', id: 'ann' },
      audience: [],
      context: { content: 'Where is it now?' },
    };
    store([live]);
    expect(await importFile('a.jsonl', talk(...wordsOf(late), 'Thanks'))).toContain('1 breadcrumb stored');
  });

  test('are not doubled where an earlier version has stored all of them as one', async () => {
    const beginning = hashOf(
      late.messages.slice(0, 2).map(({ content }, at) => [at === 0 ? 'person' : 'agent', content]),
    );
    const crumbs = [late, cancel, lost].flatMap(({ messages }) =>
      messages.map(({ content }, at) => ({
        schema_name: 'user.message.v1',
        session: `openai-${beginning}`,
        tags: [messageTag(beginning, numberedId(at + 1, content), 0)],
        author: { kind: at % 2 === 0 ? 'user' : 'agent', id: at % 2 === 0 ? 'user' : 'assistant' },
        audience: ['user:user'],
        context: { content },
      })),
    );
    store(crumbs);
    expect(await importFile('a.jsonl', late, cancel, lost)).toBe(
      '1 conversation (openai): 7 messages read, 0 breadcrumbs stored, 7 messages stored before.',
    );
  });

  test('get the messages that an earlier version left out, and are not doubled', async () => {
    const said = [
      { role: 'user', content: 'Do the thing' },
      { role: 'assistant', content: null, refusal: 'I cannot do that.' },
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'It is not allowed.' },
    ];
    const beginning = hashOf([
      ['person', 'Do the thing'],
      ['person', 'Why?'],
    ]);
    store(
      [0, 2, 3].map((at) => ({
        schema_name: 'user.message.v1',
        session: `openai-${beginning}`,
        tags: [messageTag(beginning, numberedId(at + 1, String(said[at]?.content)), 0)],
        author: { kind: at === 3 ? 'agent' : 'user', id: at === 3 ? 'assistant' : 'user' },
        audience: ['user:user'],
        context: { content: String(said[at]?.content) },
      })),
    );
    const file = join(folder, 'refused.json');
    writeFileSync(file, JSON.stringify({ messages: said }));
    const { out } = await gateway.crumb(['import', file]);
    expect(out).toContain('4 messages read, 1 breadcrumb stored, 3 messages stored before.');
    expect([...sessions.keys()]).toEqual([`openai-${beginning}`]);
  });

  test('by the hundred are told apart by their third message, with few requests', async () => {
    const many = Array.from({ length: 300 }, (_, n) => talk('Hello', 'Hi!', `Question ${n}`, `Answer ${n}`));
    expect(await importFile('a.jsonl', ...many)).toBe(
      '300 conversations (openai): 1,200 messages read, 1,200 breadcrumbs stored.',
    );
    expect(gateway.requests.length).toBeLessThan(310);
  });
});
