import { Crumbtrail, type Receipt } from '@crumbtrail/client';
import { BundleReader, type TrailBundle } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitForExit, type CommandResult } from './support/command-result';
import { ToolTurns } from './support/tool-turns';
import { useFixture, useScript, useSharedStack } from './support/fixture';

const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
const WAIT_MS = 30_000;

/** Runs the command as on a machine without the stack, with a key and an address or without them. */
function crumb(args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
  const bare = {
    PATH: process.env['PATH'] ?? '',
    HOME: machine.folder,
    CRUMBTRAIL_HOME: join(machine.folder, 'nothing'),
  };
  return waitForExit(
    spawn(process.execPath, [bin, ...args], {
      cwd: machine.folder,
      env: { ...bare, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

const here = (key = stack.key): Record<string, string> => ({ CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: key });
const nowhere = { CRUMBTRAIL_URL: 'http://127.0.0.1:9', CRUMBTRAIL_KEY: 'none' };
const file = (name: string): string => join(machine.folder, name);

function bundleOf(text: string): TrailBundle {
  const reader = new BundleReader();
  for (const line of text.split('\n')) reader.take(line);
  return reader.done();
}

async function exported(name: string, key?: string): Promise<{ bundle: TrailBundle; text: string }> {
  expect(await crumb(['trail', 'export', question.trail, '-o', file(name)], here(key))).toMatchObject({
    code: 0,
    err: '',
  });
  const text = await readFile(file(name), 'utf8');
  return { bundle: bundleOf(text), text };
}

async function reader(id: string, expires_at?: string): Promise<string> {
  const key = { participant: { kind: 'user', id }, role: 'reader', ...(expires_at ? { expires_at } : {}) } as const;
  return (await operator.createKey(key)).secret;
}

const stack = useSharedStack();
useScript(stack, { say: 'we open at nine' });
const operator = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

const machine = useFixture(
  async () => ({ folder: await mkdtemp(join(tmpdir(), 'crumb-export-')) }),
  ({ folder }) => rm(folder, { recursive: true, force: true }),
);

/** A question that was answered, changed and answered again, with a reply that only carl may read. */
const question = useFixture(async () => {
  const message = await operator.say('demo', 'when do you open?', { wait_ms: WAIT_MS });
  const trail = message.trail_id;
  await operator.append({
    schema_name: 'user.message.v1',
    session: 'elsewhere',
    cause: { id: trail },
    audience: ['carl'],
    context: { content: 'only for carl' },
  });
  const { version } = await operator.get(trail);
  await operator.change(trail, version, { context: { content: 'when do you open, please?' } });
  // The changed message is answered too.
  const answers = async () => (await operator.list({ schema: 'agent.response.v1', session: 'demo' })).breadcrumbs;
  await eventually(async () => (await answers()).length === 2, { withinMs: WAIT_MS });
  return { trail };
});

describe('an exported trail', () => {
  it('shows the same tree, waterfall and contexts on a machine without the stack', async () => {
    const { bundle } = await exported('whole.ndjson');
    for (const how of [[], ['--waterfall']]) {
      const live = await crumb(['trace', question.trail, ...how], here());
      const shown = await crumb(['trail', 'show', file('whole.ndjson'), ...how], nowhere);
      expect([shown.code, shown.out]).toEqual([0, live.out]);
      expect(shown.err).toContain(`by operator operator from workspace ${stack.workspace}`);
    }
    const saw = await crumb(['context', 'show', question.trail], here());
    expect((await crumb(['trail', 'show', file('whole.ndjson'), '--context', '2'], nowhere)).out).toBe(saw.out);
    expect(saw.out).toContain('when do you open');
    const why = await crumb(['context', 'explain', question.trail], here());
    expect((await crumb(['trail', 'show', file('whole.ndjson'), '-c', '2', '--why'], nowhere)).out).toBe(why.out);
    const data = JSON.parse(
      (await crumb(['trail', 'show', file('whole.ndjson'), '--json'], nowhere)).out,
    ) as TrailBundle;
    expect(data).toEqual(bundle);
  });

  it('holds every version of each breadcrumb, the explained contexts and the responses, and no key', async () => {
    const { bundle, text } = await exported('versions.ndjson');
    const said = bundle.crumbs
      .filter(({ id }) => id === question.trail)
      .map((one) => ('context' in one ? one.context : null));
    expect(said).toEqual([{ content: 'when do you open?' }, { content: 'when do you open, please?' }]);
    expect(bundle.head).toMatchObject({ trail_id: question.trail, hidden: 0, beyond: 0, role: 'operator' });
    expect(bundle.nodes.map(({ schema_name }) => schema_name).sort()).toEqual([
      'agent.context.v1',
      'agent.context.v1',
      'agent.response.v1',
      'agent.response.v1',
      'agent.turn.v1',
      'agent.turn.v1',
      'user.message.v1',
      'user.message.v1',
    ]);
    expect(bundle.contexts).toMatchObject([{ agent: 'assistant', prompt: expect.any(Array) as unknown }, {}]);
    expect(text).toContain('we open at nine');
    expect(text).not.toContain(stack.key);
    expect(text).not.toContain('sk-scripted-0001');
    expect((await stat(file('versions.ndjson'))).mode & 0o077).toBe(0);
  });

  it('omits what its reader may not see, and counts it', async () => {
    const { text: whole, bundle: all } = await exported('operators.ndjson');
    const { bundle, text } = await exported('readers.ndjson', await reader('bob'));
    expect(bundle.nodes.map(({ schema_name }) => schema_name)).toEqual([
      'user.message.v1',
      'agent.response.v1',
      'agent.response.v1',
    ]);
    expect(bundle.contexts).toEqual([]);
    expect(bundle.head).toMatchObject({ hidden: all.nodes.length - 3, exported_by: { kind: 'user', id: 'bob' } });
    const context = all.contexts[0] as { id: string; prompt: { content: string }[] };
    for (const secret of ['only for carl', context.prompt[0]?.content.slice(0, 40) as string, context.id]) {
      expect(whole).toContain(JSON.stringify(secret).slice(1, -1));
      // The answer names its cause; the export says nothing else about that.
      if (secret !== context.id) expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
    expect(text).not.toContain('agent.context.v1');
    const shown = await crumb(['trail', 'show', file('readers.ndjson')], nowhere);
    expect(shown.err).toContain(`${all.nodes.length - 3} not visible to this key`);
  });

  it('holds the request, the result and the final answer of a turn with a tool call', async () => {
    const turns = new ToolTurns(stack);
    await turns.grant({ tools: ['calculator'] });
    await turns.whenAvailable('calculator');
    const { said } = await turns.run('counting', { name: 'calculator', arguments: { expression: '6 * 7' } });
    const asked = ['trail', 'export', said.id, '-o', file('tool.ndjson')];
    expect(await crumb(asked, here())).toMatchObject({ code: 0, err: '' });
    const { crumbs } = bundleOf(await readFile(file('tool.ndjson'), 'utf8'));
    const contextsOf = (schema: string) =>
      crumbs.flatMap((one) => ('context' in one && one.schema_name === schema ? [one.context] : []));
    expect(contextsOf('tool.request.v1')).toMatchObject([{ tool: 'calculator', input: { expression: '6 * 7' } }]);
    expect(contextsOf('tool.response.v1')).toMatchObject([{ output: '42' }]);
    expect(contextsOf('agent.response.v1')).toMatchObject([{ content: 'it gave: 42' }]);
    const shown = await crumb(['trail', 'show', file('tool.ndjson')], nowhere);
    expect(shown.out).toBe((await crumb(['trace', said.id], here())).out);
    expect(shown.out).toMatch(/calculator\(6 \* 7\) = 42 /);
  }, 60_000);

  it('with two thousand breadcrumbs is one complete file', async () => {
    // Imported, so that no agent answers and the trail does not grow.
    const first = { schema_name: 'user.message.v1', session: 'long', context: { content: 'all' } };
    const [root] = (await operator.appendBatch([first], { imported: true })) as [Receipt];
    const draft = (n: number) => ({
      schema_name: 'user.message.v1',
      session: 'long',
      cause: { id: root.id },
      context: { content: `row ${n}` },
    });
    for (const from of [0, 1_000]) {
      const drafts = Array.from({ length: 1_000 }, (_, n) => draft(from + n));
      await operator.appendBatch(drafts, { imported: true });
    }
    const { code, out } = await crumb(['trail', 'export', root.id, '-o', file('long.ndjson'), '--json'], here());
    const said = JSON.parse(out) as { crumbs: number; beyond: number };
    expect([code, said.crumbs, said.beyond]).toEqual([0, 2_000, 1]);
    const live = await crumb(['trace', root.id], here());
    expect((await crumb(['trail', 'show', file('long.ndjson')], nowhere)).out).toBe(live.out);
  }, 60_000);
});

describe('crumb trail prints one sentence and exits with an error code', () => {
  it('for a trail that does not exist', async () => {
    const none = '00000000-0000-7000-8000-000000000000';
    const { code, out, err } = await crumb(['trail', 'export', none, '-o', file('none.ndjson')], here());
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^crumb: No crumb 0{8}.*\n$/)]);
    expect([existsSync(file('none.ndjson')), existsSync(file('none.ndjson.part'))]).toEqual([false, false]);
    expect((await crumb(['trail', 'show', file('none.ndjson')])).code).toBe(2);
  });

  it('for a truncated or edited file, with the number of the part', async () => {
    const { text } = await exported('good.ndjson');
    const [cut, edited] = [file('cut.ndjson'), file('edited.ndjson')];
    await writeFile(cut, text.slice(0, Math.floor(text.length / 2)));
    await writeFile(edited, text.replace('we open at nine', 'we open at noon'));
    expect(await crumb(['trail', 'show', cut])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^crumb: .*cut\.ndjson: This exported trail is incomplete: it ends within part \d+, after part/,
      ),
    });
    expect(await crumb(['trail', 'show', edited])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^crumb: .*edited\.ndjson: Part \d+ \(node [0-9a-f-]{36}\) was changed after/),
    });
    expect((await crumb(['trail', 'show', bin])).err).toContain('not an exported trail');
  });

  it('for a file that exists already, an expired key, and a gateway that does not answer', async () => {
    await exported('once.ndjson');
    const again = ['trail', 'export', question.trail, '-o', file('once.ndjson')];
    expect(await crumb(again, here())).toMatchObject({ code: 1, err: expect.stringContaining('--force') as string });
    expect((await crumb([...again, '--force'], here())).code).toBe(0);
    const key = await reader('eve', new Date(Date.now() + 1_500).toISOString());
    // A key that expires during an export interrupts it; the next command reports why.
    const isRefused = async (): Promise<boolean> => {
      const { code, err } = await crumb([...again, '--force'], here(key));
      return code === 1 && /^crumb: .*key/i.test(err);
    };
    await eventually(isRefused);
    expect((await crumb([...again, '--force'], nowhere)).code).toBe(3);
  }, 60_000);
});
