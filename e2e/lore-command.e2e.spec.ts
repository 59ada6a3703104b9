import {
  AgentDef,
  AgentResponse,
  LoreEntry,
  Scene,
  type AgentDefV1,
  type AgentResponseV1,
  type LoreEntryV1,
  type SceneV1,
} from '@crumbtrail/contracts';
import { writePngChunks } from '@crumbtrail/lore';
import { worldInfoEntry } from '@crumbtrail/testing';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitForExit, type CommandResult } from './support/command-result';
import { useFixture, useSharedStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');

const stack = useSharedStack();
const files = useFixture(
  async () => ({ folder: await mkdtemp(join(tmpdir(), 'crumb-lore-')) }),
  ({ folder }) => rm(folder, { recursive: true, force: true }),
);

interface Author extends TestWorkspace {
  crumb(...args: string[]): Promise<CommandResult>;
  entries(): Promise<LoreEntryV1[]>;
}

/** A workspace of its own, and the command line of its operator. */
async function openWorkspace(): Promise<Author> {
  const workspace = await createTestWorkspace(stack);
  const env = { CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: workspace.key, PATH: process.env['PATH'] ?? '' };
  const crumb = (...args: string[]): Promise<CommandResult> =>
    waitForExit(spawn(process.execPath, [bin, ...args], { cwd: files.folder, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  const entries = async (): Promise<LoreEntryV1[]> =>
    (await workspace.conversations.listCrumbs<LoreEntryV1>(LoreEntry.name)).map(({ context }) => context);
  return { ...workspace, crumb, entries };
}

/** An entry with a field that SillyTavern does not have. */
const worldEntry = (uid: number, fields: Record<string, unknown> = {}): Record<string, unknown> =>
  worldInfoEntry(uid, { unknownField: { kept: [uid] }, ...fields });

const lorebook = (entries: readonly Record<string, unknown>[]): Record<string, unknown> => ({
  name: 'Lowen',
  entries: Object.fromEntries(entries.map((entry) => [String(entry['uid']), entry])),
  extensions: { other: true },
});

async function write(name: string, content: unknown): Promise<string> {
  const file = join(files.folder, name);
  await writeFile(file, Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return file;
}

const card = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Lóla Mae',
    description: '{{char}} keeps the lighthouse.',
    personality: 'Patient.',
    scenario: 'A stormy night, {{user}} knocks.',
    first_mes: 'Come in, {{user}}, quick!',
    alternate_greetings: ['Who is there?'],
    mes_example: '',
    post_history_instructions: 'Stay in the lighthouse.',
    character_book: {
      name: 'Light',
      entries: [{ keys: ['lamp'], content: 'The lamp is out.', enabled: true, insertion_order: 5, extensions: {} }],
    },
  },
};

/** A PNG picture with a card in it. */
function pictureOf(value: unknown): Buffer {
  const text = `chara\0${Buffer.from(JSON.stringify(value)).toString('base64')}`;
  return writePngChunks([
    { type: 'IHDR', data: Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]) },
    { type: 'tEXt', data: Buffer.from(text, 'latin1') },
    { type: 'IDAT', data: Buffer.alloc(0) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]);
}

describe('crumb lore', () => {
  it('import: creates a book, changes only what differs when it is repeated, and exports it field by field', async () => {
    const { crumb, entries } = await openWorkspace();
    const original = lorebook(Array.from({ length: 250 }, (_, uid) => worldEntry(uid, { content: `Text ${uid}.` })));
    const file = await write('lowen.json', original);
    expect(await crumb('lore', 'import', file)).toMatchObject({
      code: 0,
      err: '',
      out: 'Created 251 (book lowen, 250 entries).\nChanged 0.\nUnchanged 0.\n',
    });
    expect(await crumb('lore', 'import', file)).toMatchObject({
      code: 0,
      out: 'Created 0.\nChanged 0.\nUnchanged 251.\n',
    });
    expect(JSON.parse((await crumb('lore', 'export', 'lowen')).out)).toEqual(original);
    const kept = Object.values(original['entries'] as Record<string, Record<string, unknown>>).slice(1);
    const changed = lorebook([...kept.slice(1), worldEntry(1, { key: ['kraken'] }), worldEntry(250)]);
    expect((await crumb('lore', 'import', await write('changed.json', changed), '--book', 'lowen')).out).toBe(
      'Created 1 (1 entry).\nChanged 1 (1 entry).\nUnchanged 249.\nNot in the file, and kept: 0.\n',
    );
    const stored = await entries();
    expect([stored.length, stored.find(({ id }) => id === '1')?.keys]).toEqual([251, ['kraken']]);
    const out = join(files.folder, 'out.json');
    expect(await crumb('lore', 'export', 'lowen', '--out', out)).toMatchObject({
      code: 0,
      out: `${out}: 251 entries.\n`,
    });
    expect((JSON.parse(await readFile(out, 'utf8')) as typeof original)['extensions']).toEqual({ other: true });
    expect(await crumb('lore', 'export', 'lowen', '--out', out)).toMatchObject({
      code: 1,
      err: expect.stringContaining('already exists') as string,
    });
  });

  it('import: switches off an entry that cannot be stored, says why, and exports it as it was', async () => {
    const { crumb, entries } = await openWorkspace();
    const wrong = lorebook([
      worldEntry(0),
      worldEntry(1, { content: 'Hail {{usr}}.' }),
      worldEntry(2, { key: ['/(a)\\1/'] }),
    ]);
    const { out } = await crumb('lore', 'import', await write('wrong.json', wrong));
    expect(out).toMatch(/Warning: entry 1: \/content .*usr.*switched off.*\nWarning: entry 2: \/keys\/0 /);
    expect(await entries()).toHaveLength(3);
    const exported = join(files.folder, 'wrong-exported.json');
    await crumb('lore', 'export', 'wrong', '--out', exported);
    expect(JSON.parse(await readFile(exported, 'utf8'))).toEqual(wrong);
  });

  it('import: keeps apart two people whose names have no Latin letter, and asks before it changes an agent of another name', async () => {
    const { crumb } = await openWorkspace();
    const person = (name: string): Promise<string> => write('person.json', { name, description: `Here is ${name}.` });
    const first = await crumb('lore', 'import', await person('灯台のロサ'));
    const second = await crumb('lore', 'import', await person('港のミラ'));
    expect([first.out, second.out]).toEqual([
      expect.stringMatching(/Created 3 .*agent character-[0-9a-f]{12}/),
      expect.stringMatching(/Created 3 .*agent character-[0-9a-f]{12}[\s\S]*Changed 0/),
    ]);
    await crumb('lore', 'import', await person('Zoë'));
    const other = await crumb('lore', 'import', await person('ZOE'));
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('the agent zoe is called "Zoë"') as string });
    expect((await crumb('lore', 'import', await person('ZOE'), '--agent', 'zoe')).out).toContain('Changed 2');
  });

  it('import: names the entry and the field of what cannot be stored, and writes nothing', async () => {
    const { crumb, entries } = await openWorkspace();
    const long = lorebook([worldEntry(7, { content: 'x'.repeat(70_000) })]);
    expect((await crumb('lore', 'import', await write('long.json', long))).err).toMatch(
      /The content of entry 7 has 70000 characters; the most is 65536\. Nothing was imported/,
    );
    // What only the store knows to be wrong.
    const valueless = lorebook([worldEntry(0), worldEntry(1, { content: 'Like {{personality}}.' })]);
    expect((await crumb('lore', 'import', await write('valueless.json', valueless))).err).toMatch(
      /\nentry valueless\/1: \/content: \{\{personality\}\} has no value here/,
    );
    expect((await crumb('lore', 'import', await write('broken.json', Buffer.from('{"entries": ')))).err).toMatch(
      /broken\.json: The file is not valid JSON/,
    );
    expect(await entries()).toEqual([]);
  });

  it('import of a card, JSON or PNG: an agent, its book, and a scene that names it; the greeting is printed', async () => {
    const { crumb, conversations } = await openWorkspace();
    const picture = await write('card.png', pictureOf(card));
    const imported = await crumb('lore', 'import', picture, '--session', 'tower');
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toBe(
      [
        'Created 5 (book lola-mae, agent lola-mae, scene of lola-mae, card of lola-mae, 1 entry).',
        'Changed 0.',
        'Unchanged 0.',
        '',
        'Greeting:',
        'Come in, {{user}}, quick!',
        '',
        'Alternative greeting 1:',
        'Who is there?',
        '',
        'The greeting begins the session tower.',
        '',
      ].join('\n'),
    );
    const definitions = await conversations.listCrumbs<AgentDefV1>(AgentDef.name);
    expect(definitions.find(({ context }) => context.agent === 'lola-mae')?.context).toMatchObject({
      name: 'Lóla Mae',
      persona: expect.stringContaining('{{char}} keeps the lighthouse.') as string,
      subscriptions: [{ schema: 'user.message.v1' }],
    });
    const [scene] = await conversations.listCrumbs<SceneV1>(Scene.name);
    expect(scene?.context).toMatchObject({
      agent: 'lola-mae',
      scenario: 'A stormy night, {{user}} knocks.',
      lore: { books: ['lola-mae'] },
      injections: [{ id: 'post-history' }],
    });
    const [greeting] = await conversations.listCrumbs<AgentResponseV1>(AgentResponse.name, 'tower');
    expect([greeting?.author.id, greeting?.context.content]).toEqual(['lola-mae', 'Come in, User, quick!']);
    expect(JSON.parse((await crumb('lore', 'export-card', 'lola-mae')).out)).toEqual(card);
    const out = join(files.folder, 'exported.png');
    expect(await crumb('lore', 'export-card', 'lola-mae', '--picture', picture, '--out', out)).toMatchObject({
      code: 0,
    });
    expect((await crumb('lore', 'import', out)).out).toContain('Unchanged 5.');
    const again = { ...card, data: { ...card.data, personality: 'Impatient.' } };
    expect((await crumb('lore', 'import', await write('card.json', again))).out).toMatch(
      /^Created 0\.\nChanged 2 \(agent lola-mae, card of lola-mae\)\.\nUnchanged 3\./,
    );
  });

  it('list, show and test: what the workspace has, and what a text would activate and why', async () => {
    const { crumb } = await openWorkspace();
    const book = lorebook([worldEntry(0), worldEntry(1, { key: ['kraken'], comment: 'The kraken', constant: false })]);
    await crumb('lore', 'import', await write('harbour.json', book));
    expect((await crumb('lore', 'list')).out).toMatch(/^book +entries +state +title\nharbour +2 +Lowen\n$/);
    expect((await crumb('lore', 'show', 'harbour')).out).toMatch(
      /\n1 +The kraken +kraken +before +100 +A dragon sleeps/,
    );
    const tested = await crumb('lore', 'test', 'harbour', '--text', 'Two wyrms!');
    expect(tested).toMatchObject({ code: 0, err: '' });
    expect(tested.out).toMatch(/^1 of 2 entries are active\.\n/);
    expect(tested.out).toMatch(/\nactive +0 +The dragon +key \*\/wyrms\?\/i\* at message −1; \d+ tokens\n/);
    expect(tested.out).toMatch(/\n +1 +The kraken +no key in the newest 2 messages\n/);
    expect(await crumb('lore', 'show', 'harbor')).toMatchObject({
      code: 1,
      err: 'crumb: No book "harbor" exists in this workspace, or none that this key may read. The nearest: harbour.\n',
    });
  });
});
