import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Crumbtrail, isApiError, type OpenDraft } from '@crumbtrail/client';
import {
  AgentDef,
  AgentDraft,
  AgentResponse,
  AgentTurn,
  Session,
  TurnRerun,
  TurnRetry,
  UserMessage,
  type AgentDefV1,
  type Ref,
} from '@crumbtrail/contracts';
import type { Locator } from 'playwright-core';
import { findViolations } from './support/accessibility';
import { type CommandResult, waitForExit } from './support/command-result';
import { consoleInChromium, LONG, tooWide, WIDTHS } from './support/console';
import { useFixture, useScript, useSharedStack } from './support/fixture';

const stack = useSharedStack();
useScript(stack, { say: 'aye', usage: { prompt_tokens: 100, completion_tokens: 10 } });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

interface Agent extends Ref {
  readonly definition: AgentDefV1;
}

/** The latest definition of an agent. */
async function readAgent(name: string): Promise<Agent> {
  const found = (await client.agents()).find(({ agent }) => agent === name);
  const { id = '', version = 0 } = found ?? {};
  return { id, version, definition: (await client.get(id)).context as unknown as AgentDefV1 };
}

/** An agent of its own for a test, alone in a session of its name. */
async function defineAgent(name: string, prompt: string, more: Partial<AgentDefV1> = {}): Promise<Agent> {
  const subscriptions = [{ schema: UserMessage.name }];
  await client.append({
    schema_name: AgentDef.name,
    context: { agent: name, prompt, subscriptions, sessions: 'member', ...more },
  });
  await client.append({ schema_name: Session.name, context: { name, members: [{ kind: 'agent', id: name }] } });
  return readAgent(name);
}

const ask = (agent: string, content: string) => client.say(agent, content, { wait_ms: 30_000 });

/** The last request that the model got, as JSON. */
const lastRequest = (): string => JSON.stringify(stack.model.calls.at(-1)?.body);

/** What the model is told for a new message to the agent. */
async function promptOfNextTurn(agent: string): Promise<string> {
  await ask(agent, 'and now?');
  return lastRequest();
}

const draftOf = async (agent: string): Promise<OpenDraft> => {
  const draft = await client.agentDrafts.find(agent);
  if (!draft) throw new Error(`${agent} has no draft`);
  return draft;
};

const refusal = async (work: Promise<unknown>): Promise<number | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (isApiError(error) ? error.status : Promise.reject(error as Error)),
  );

const countOf = async (schema: string): Promise<number> =>
  (await client.list({ schema, limit: 500 })).breadcrumbs.length;

describe('a draft', () => {
  test('is used by no turn until it is published, and the publisher is the author of the new version', async () => {
    const { definition, ...base } = await defineAgent('quiet', 'You are quiet.');
    await client.agentDrafts.save({ ...definition, prompt: 'You are loud.' }, base, null);
    expect(await promptOfNextTurn('quiet')).toMatch(/You are quiet/);
    const { secret } = await client.createKey({ participant: { kind: 'operator', id: 'paula' }, role: 'operator' });
    const paula = new Crumbtrail({ url: stack.api.url, key: secret });
    const published = await paula.agentDrafts.publish(await draftOf('quiet'));
    expect(published).toMatchObject({ agent: 'quiet', id: base.id, version: base.version + 1 });
    expect(await promptOfNextTurn('quiet')).toMatch(/You are loud/);
    expect(await client.agentDrafts.find('quiet')).toBeNull();
    const [latest] = await client.agentVersions.list(base.id);
    expect(latest).toMatchObject({ by: { kind: 'operator', id: 'paula' }, draft: { by: { kind: 'operator' } } });
    expect(latest?.draft?.by?.id).not.toBe('paula');
  });

  test('is not published over a change of the definition unless that is asked for, and then nothing of it is half done', async () => {
    const { definition, ...base } = await defineAgent('twice', 'first');
    await client.agentDrafts.save({ ...definition, prompt: 'drafted' }, base, null);
    const draft = await draftOf('twice');
    await client.change(base.id, base.version, { context: { ...definition, prompt: 'theirs' } });
    expect(await refusal(client.agentDrafts.publish(draft))).toBe(412);
    expect((await readAgent('twice')).definition.prompt).toBe('theirs');
    expect(await draftOf('twice')).toEqual(draft);
    expect(await refusal(client.agentDrafts.publish({ ...draft, version: draft.version + 1 }))).toBe(412);
    expect(await client.agentDrafts.publish(draft, { overwrite: true })).toMatchObject({ version: base.version + 2 });
    expect((await readAgent('twice')).definition.prompt).toBe('drafted');
    expect(await refusal(client.agentDrafts.publish(draft))).toBe(404);
  });

  test('must be a valid definition of its agent, is saved over no draft that was not read, and is for operators alone', async () => {
    const { definition, ...base } = await defineAgent('strict', 'first');
    const save = (more: object, before: OpenDraft | null = null) =>
      client.agentDrafts.save({ ...definition, ...more }, base, before);
    expect(await refusal(save({ prompt: '' }))).toBe(422);
    const selector = { schema: UserMessage.name, match: [{ path: '$[', op: 'eq', value: 1 }] };
    expect(await refusal(save({ subscriptions: [selector] }))).toBe(422);
    await save({ prompt: 'second' });
    await expect(save({ prompt: 'third' })).rejects.toThrow(/a draft of strict that somebody else has begun/);
    const draft = await draftOf('strict');
    await save({ prompt: 'third' }, draft);
    expect(await refusal(save({ prompt: 'fourth' }, draft))).toBe(412);
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const rita = new Crumbtrail({ url: stack.api.url, key: secret });
    expect(await rita.agentDrafts.find('strict')).toBeNull();
    expect(await refusal(rita.get(draft.id))).toBe(404);
    expect(await refusal(rita.agentDrafts.publish(await draftOf('strict')))).toBe(403);
    expect(await refusal(rita.agentDrafts.save({ ...definition, prompt: 'hers' }, base, null))).toBe(403);
    await client.agentDrafts.discard(await draftOf('strict'));
    expect(await client.agentDrafts.find('strict')).toBeNull();
    expect((await client.get(draft.id)).context).not.toHaveProperty('definition');
    expect((await readAgent('strict')).version).toBe(base.version);
  });

  test('is edited, compared, tested and published by crumb agents', async () => {
    const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
    const crumb = (...args: string[]): Promise<CommandResult> => {
      const env = { CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: stack.key, NO_COLOR: '1' };
      const editor = { EDITOR: `sed -i 's/You row\\./You sail./'` };
      return waitForExit(
        spawn(process.execPath, [bin, 'agents', ...args], { env: { ...process.env, ...env, ...editor } }),
      );
    };
    const { version } = await defineAgent('boatman', 'You row.');
    await ask('boatman', 'how do you cross the river?');
    expect(await crumb('publish', 'boatman')).toMatchObject({ code: 2, err: expect.stringMatching(/has no draft/) });
    expect(await crumb('edit', 'boatman', '--draft')).toMatchObject({ code: 0 });
    expect((await crumb('diff', 'boatman', '--draft')).out).toBe('prompt\n- You row.\n+ You sail.\n');
    expect(await crumb('test', 'boatman')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/before:\naye\n[^]*after:\naye\n[^]*context \d+ → \d+ tokens/),
      err: expect.stringMatching(/^1 of 1 turns run again/),
    });
    expect(lastRequest()).toMatch(/You sail/);
    expect((await crumb('publish', 'boatman')).out).toBe(`Published the draft of boatman as version ${version + 1}.\n`);
    expect((await crumb('versions', 'boatman')).out).toMatch(/prompt · published from a draft by operator:/);
    expect(await crumb('edit', 'boatman', '--draft')).toMatchObject({ code: 0 });
    expect((await crumb('discard', 'boatman')).code).toBe(0);
    expect((await crumb('show', 'boatman', '--draft')).code).toBe(2);
    expect((await readAgent('boatman')).version).toBe(version + 1);
  }, 120_000);
});

describe('agents in the console', () => {
  const tab = consoleInChromium(() => stack);
  // A test that fails leaves unsaved changes, which must not keep the next from its page.
  beforeAll(() => void tab.page.on('dialog', (dialog) => void dialog.accept()));
  const field = (name: string): Locator => tab.page.getByLabel(name, { exact: true });
  const press = (name: string): Promise<void> => tab.page.getByRole('button', { name, exact: true }).click(LONG);

  test('a definition is tested with the last five turns before it is saved: beside each answer, outside of every session', async () => {
    const { definition, version } = await defineAgent('pilot', 'You pilot ships.', {
      model: { prices: { input: 10, output: 10 } },
    });
    for (const nth of [1, 2, 3, 4, 5, 6])
      await ask('pilot', `the ferry number ${nth} leaves from pier ${nth}, as on every day but Christmas`);
    const stored = [UserMessage, AgentTurn, AgentResponse, AgentDraft].map(({ name }) => name);
    const before = await Promise.all(stored.map(countOf));
    const called = stack.model.calls.length;
    await tab.at('#/agents/pilot');
    await press('JSON');
    const edited = { ...definition, prompt: 'You are a pirate.', context: { budget: { max_tokens: 64 } } };
    await field('Payload as JSON').fill(JSON.stringify(edited), LONG);
    await press('Test with the last 5 turns');
    const panel = tab.page.getByRole('region', { name: 'Test' });
    await panel
      .getByText(
        /^5 of 5 turns run again · context [\d,]+ → [\d,]+ tokens · \d+ entered, [1-9]\d* left · cost \$0\.00\d+ → \$0\.00\d+$/,
      )
      .waitFor(LONG);
    const calls = stack.model.calls.slice(called).map(({ body }) => JSON.stringify(body));
    expect(calls).toHaveLength(5);
    for (const call of calls) expect(call).toMatch(/You are a pirate/);
    const cards = panel.locator('article');
    expect(await cards.count()).toBe(5);
    expect(await panel.getByText('the ferry number 1 leaves').count()).toBe(0);
    const newest = cards.filter({ hasText: 'the ferry number 6 leaves' });
    expect(await newest.getByRole('region').allTextContents()).toEqual(['Beforeaye', 'Afteraye']);
    await newest.getByText('Contexts and costs').click();
    await newest.locator('tr', { hasText: 'Context tokens' }).waitFor(LONG);
    await newest.locator('tr[data-what=removed]').first().waitFor(LONG);
    expect(await findViolations(tab.page)).toEqual([]);
    expect(await Promise.all(stored.map(countOf))).toEqual(before);
    expect((await readAgent('pilot')).version).toBe(version);
    const [record] = (await client.list({ schema: TurnRerun.name, limit: 1 })).breadcrumbs;
    expect(record?.context).toMatchObject({ agent: 'pilot', changed: [], fields: ['context', 'prompt'] });
    await tab.page.setViewportSize(WIDTHS.phone);
    expect(await tooWide(tab.page)).toBeLessThanOrEqual(0);
    await press('Discard changes');
  });

  test('a draft is saved from the form, compared with the published version, published, and named in the history', async () => {
    const { version } = await defineAgent('mate', 'You scrub.');
    await tab.at('#/agents/mate');
    await field('Prompt').fill('You steer.', LONG);
    await press('Save as draft');
    const bar = tab.page.getByRole('region', { name: 'Draft' });
    await bar.getByText('1 field differs').click(LONG);
    await bar.getByText('+ You steer.').waitFor(LONG);
    expect(await findViolations(tab.page)).toEqual([]);
    expect(await promptOfNextTurn('mate')).toMatch(/You scrub/);
    expect(await field('Prompt').inputValue()).toBe('You steer.');
    await field('Prompt').fill('You steer well.', LONG);
    await press('Publish');
    await bar.getByText('The form has unsaved changes.').waitFor(LONG);
    await press('Save draft');
    await bar.getByText('+ You steer well.').waitFor(LONG);
    await press('Publish');
    await bar.waitFor({ ...LONG, state: 'detached' });
    await tab.page.getByText(`Version ${version + 1} is published.`).waitFor(LONG);
    expect(await promptOfNextTurn('mate')).toMatch(/You steer well/);
    await tab.at('#/agents/mate?tab=versions');
    const versions = tab.page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await versions.first().getByText('published from a draft').waitFor(LONG);
    await press(`Restore version ${version}`);
    await versions.first().getByText(`restored from version ${version}`).waitFor(LONG);
    expect(await versions.nth(1).getByText('restored').count()).toBe(0);
    expect(await findViolations(tab.page)).toEqual([]);
    await tab.at('#/agents/mate');
    await field('Prompt').fill('You sleep.', LONG);
    await press('Save as draft');
    await press('Discard draft');
    await bar.waitFor({ ...LONG, state: 'detached' });
    expect(await field('Prompt').inputValue(LONG)).toBe('You scrub.');
  });

  test('Retry runs a failed turn again on the same message, once; the failed turn stays in the trail', async () => {
    await defineAgent('unlucky', 'You try.');
    stack.model.next({ status: 400, message: 'the model is broken' });
    const said = await ask('unlucky', 'is anybody there?');
    const [failed] = said.responses ?? [];
    expect(failed?.context).toMatchObject({ action: 'error' });
    expect(failed?.context['error']).not.toHaveProperty('dead_letter');
    await tab.at('#/chat/unlucky');
    const message = tab.page.locator('.message.agent', { hasText: 'error:' });
    await message.getByRole('button', { name: 'Retry' }).click(LONG);
    await tab.page.waitForSelector('.message.agent:not(.writing) >> text=aye', LONG);
    expect((await client.list({ session: 'unlucky', schema: UserMessage.name })).breadcrumbs).toHaveLength(1);
    const { breadcrumbs: turns } = await client.list({ session: 'unlucky', schema: AgentTurn.name });
    expect(turns.map(({ context }) => context['generation'])).toEqual([1, 0]);
    expect(new Set(turns.map(({ trail_id }) => trail_id))).toEqual(new Set([said.trail_id]));
    const { breadcrumbs: replies } = await client.list({ session: 'unlucky', schema: AgentResponse.name });
    expect(replies.map(({ context }) => context['action'])).toEqual(['speak', 'error']);
    await message.getByRole('button', { name: 'Retry' }).click(LONG);
    await message.getByText('This turn was run again before.').waitFor(LONG);
    const [answered = '', broken = ''] = turns.map(({ id }) => id);
    expect(await refusal(client.turns.retry(answered))).toBe(422);
    expect(await client.turns.retry(broken)).toMatchObject({ existed: true });
    expect(await countOf(TurnRetry.name)).toBe(1);
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'ria' }, role: 'writer' });
    expect(await refusal(new Crumbtrail({ url: stack.api.url, key: secret }).turns.retry(broken))).toBe(403);
  });

  test('the form of a new agent says that it answers in every session, and limits it to those where it is a member', async () => {
    await tab.at('#/agents?new=1');
    await tab.page.getByText('Replies in every open session').waitFor(LONG);
    await field('Agent').fill('bosun');
    await field('Sessions').selectOption('member');
    await tab.page.getByText('Answers only in sessions that list it as a member.').waitFor(LONG);
    expect(await findViolations(tab.page)).toEqual([]);
    await press('Create');
    await tab.page.waitForURL(/#\/agents\/bosun\?created=1$/, LONG);
    const agentsIn = async (session: string) =>
      (await client.say(session, 'who is here?', { wait_ms: 30_000 })).responses?.map(({ author }) => author.id);
    expect(await agentsIn('open-deck')).not.toContain('bosun');
    const members = [{ kind: 'agent', id: 'bosun' }];
    await client.append({ schema_name: Session.name, context: { name: 'bridge', members } });
    expect(await agentsIn('bridge')).toEqual(['bosun']);
    expect(tab.complaints).toEqual([]);
  });
});
