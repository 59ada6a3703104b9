import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Crumbtrail, isApiError, type Rerun, type RerunOptions } from '@crumbtrail/client';
import { ToolTry, TurnRerun, type AgentDefV1 } from '@crumbtrail/contracts';
import { type CommandResult, waitForExit } from './support/command-result';
import { Conversations } from './support/conversations';
import { useFixture, useSharedStack } from './support/fixture';
import { ToolTurns } from './support/tool-turns';

const stack = useSharedStack();
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const turns = useFixture(() => new ToolTurns(stack));

/** The turn that answered a message of this session. */
async function answered(session: string, content: string): Promise<string> {
  const said = await turns.conversations.say(session, content);
  const [end] = await turns.conversations.waitForTurns([said]);
  return end?.turn.id ?? '';
}

const rerun = (turn: string, options: RerunOptions = {}): Promise<Rerun> => client.turns.rerun(turn, options);

/** The last request that the model got, as JSON. */
const lastRequest = (): string => JSON.stringify(stack.model.calls.at(-1)?.body);

/** Number of breadcrumbs in a session, and of turns and contexts in the workspace. */
async function countCrumbs(session: string): Promise<readonly number[]> {
  const counts = ['agent.turn.v1', 'agent.context.v1', 'agent.response.v1', 'memory.short.v1', 'user.message.v1'];
  const { breadcrumbs } = await client.list({ session, limit: 200 });
  const all = await Promise.all(counts.map((schema) => client.list({ schema, limit: 500 })));
  return [breadcrumbs.length, ...all.map((page) => page.breadcrumbs.length)];
}

const refusal = async (work: Promise<unknown>): Promise<number | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (isApiError(error) ? error.status : Promise.reject(error as Error)),
  );

beforeAll(async () => {
  for (const tool of ['calculator', 'create_breadcrumb', 'timer']) await turns.whenAvailable(tool);
  await turns.grant({ tools: ['calculator', 'create_breadcrumb', 'timer'], prompt: 'You are the harbour master.' });
});

describe('a rerun', () => {
  test('answers the same message with the changed prompt, model, temperature and budget, beside the recorded answer', async () => {
    for (const fact of ['the harbour opens at nine', 'the ferry leaves at ten'])
      await answered('changed', `${fact}, and that holds for every day of the year but Christmas`);
    const turn = await answered('changed', 'when does the ferry leave?');
    await answered('changed', 'a later message that the turn could not know');
    const changes = { prompt: 'You are a pirate.', model: 'small', temperature: 0.25, budget: { max_tokens: 64 } };
    const { before, after, diff, formatted_context } = await rerun(turn, changes);
    expect([before?.content, after.content]).toEqual(Array(2).fill('answer to when does the ferry leave?'));
    expect([after.action, after.max_tokens]).toEqual(['speak', 64]);
    expect(after.context_tokens).toBeLessThan(before?.context_tokens ?? 0);
    expect(after.usage?.prompt_tokens).toBeGreaterThan(0);
    expect(diff.removed.length).toBeGreaterThan(0);
    expect(formatted_context).not.toMatch(/later message/);
    expect(stack.model.calls.at(-1)?.body).toMatchObject({ model: 'small', temperature: 0.25 });
    expect(lastRequest()).toMatch(/You are a pirate/);
    expect(lastRequest()).not.toMatch(/harbour master|later message/);
  });

  test('adds nothing to the session and wakes nobody; a record without texts remains, for operators only', async () => {
    const turn = await answered('alone', 'what is a zebrafish?');
    const before = await countCrumbs('alone');
    stack.model.next({ say: 'an unmistakable quagga' });
    const { after, record } = await rerun(turn, { prompt: 'You are an unmistakable zoologist.' });
    expect(after.content).toBe('an unmistakable quagga');
    expect(await countCrumbs('alone')).toEqual(before);
    const crumb = await client.get(record);
    expect(crumb).toMatchObject({ schema_name: TurnRerun.name, audience: [], context: { changed: ['prompt'] } });
    expect(crumb.session).toBeUndefined();
    expect(JSON.stringify(crumb)).not.toMatch(/quagga|zoologist/);
    const { results } = await client.search({ query: 'unmistakable quagga zoologist', mode: 'text' });
    expect(JSON.stringify(results)).not.toMatch(/quagga|zoologist/);
    await answered('alone', 'say it again');
    expect(lastRequest()).not.toMatch(/quagga|zoologist/);
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const rita = new Crumbtrail({ url: stack.api.url, key: secret });
    expect(await refusal(rita.get(record))).toBe(404);
    expect((await rita.list({ schema: TurnRerun.name })).breadcrumbs).toEqual([]);
    expect(await refusal(rita.turns.rerun(turn))).toBe(403);
  });

  test('runs tools without side effects, and answers calls of others with an error until they are confirmed', async () => {
    const note = { schema_name: 'note.v1', context: { text: 'an okapi was here' } };
    const calls = [
      { name: 'calculator', arguments: { expression: '6 * 7' } },
      { name: 'create_breadcrumb', arguments: note },
      { name: 'timer', arguments: { action: 'list' } },
    ];
    const turn = await answered('tools', 'do something');
    stack.model.next({ calls: [{ name: 'calculator', arguments: { sum: '6 * 7' } }] });
    const [invalid] = (await rerun(turn)).calls;
    expect(invalid).toMatchObject({ status: 'error', not_run: true });
    expect(invalid?.text).toMatch(
      /^The arguments of calculator are invalid: .*expression.* Correct them and call again\./,
    );
    const tries = async (): Promise<number> => (await client.list({ schema: ToolTry.name })).breadcrumbs.length;
    stack.model.next({ calls });
    const done = await rerun(turn);
    expect(done.calls).toMatchObject([
      { tool: 'calculator', status: 'ok', text: '42', not_run: false },
      { tool: 'create_breadcrumb', status: 'error', not_run: true, text: expect.stringMatching(/has side effects/) },
      { tool: 'timer', status: 'error', not_run: true, text: expect.stringMatching(/wake its agent/) },
    ]);
    expect([done.after.steps, done.after.tool_calls]).toEqual([1, 3]);
    expect(await tries()).toBe(1);
    stack.model.next({ calls });
    const confirmed = await rerun(turn, { confirmed: true });
    expect(confirmed.calls.map(({ not_run }) => not_run)).toEqual([false, false, true]);
    expect(await tries()).toBe(3);
    stack.model.next({ say: 'without tools' });
    const off = await rerun(turn, { tools: [] });
    expect([off.after.content, off.calls]).toEqual(['without tools', []]);
    expect(stack.model.calls.at(-1)?.body).not.toHaveProperty('tools');
  });

  test('is bounded by the guards of the agent as a turn is', async () => {
    const turn = await answered('bounded', 'loop, please');
    const again = { calls: [{ name: 'calculator', arguments: { expression: '1 + 1' } }] };
    stack.model.next(again, again, again, again);
    const { after } = await rerun(turn);
    expect(after).toMatchObject({ action: 'error', error: { code: 'repetition' } });
  });

  test('takes the recorded definition unless the latest is asked for, and names the version that it changed', async () => {
    const turn = await answered('base', 'who are you?');
    const recorded = await rerun(turn);
    await turns.grant({ prompt: 'You are the lighthouse keeper.' });
    expect((await rerun(turn)).definition).toEqual(recorded.definition);
    expect(lastRequest()).toMatch(/harbour master/);
    const latest = await rerun(turn, { base: 'latest' });
    expect(latest.definition).toEqual({ ...recorded.definition, version: recorded.definition.version + 1 });
    expect(lastRequest()).toMatch(/lighthouse keeper/);
    const { context } = await client.get(recorded.definition.id);
    expect((context as unknown as AgentDefV1).prompt).toBe('You are the lighthouse keeper.');
  });

  test('is refused for a turn of another workspace, an unknown turn, changes that are not valid, and an erased message', async () => {
    const said = await new Conversations(stack).say('refused', 'soon gone');
    const [end] = await turns.conversations.waitForTurns([said]);
    const turn = end?.turn.id ?? '';
    const other = await new Crumbtrail({ url: stack.api.url, key: stack.installationKey }).createWorkspace(
      `rerun-${Date.now().toString(36)}`,
    );
    const stranger = new Crumbtrail({ url: stack.api.url, key: other.secret });
    expect(await refusal(stranger.turns.rerun(turn))).toBe(404);
    expect(await refusal(rerun('01890000-0000-7000-8000-00000000dead'))).toBe(404);
    expect(await refusal(rerun(turn, { temperature: 3 }))).toBe(422);
    expect(await refusal(rerun(turn, { tools: ['no tool!'] }))).toBe(422);
    const { version } = await client.get(said.id);
    await client.erase(said.id, version);
    expect(await refusal(rerun(turn))).toBe(410);
  });
});

describe('crumb', () => {
  const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');
  const crumb = (...args: string[]): Promise<CommandResult> => {
    const env = { ...process.env, CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: stack.key, NO_COLOR: '1' };
    return waitForExit(spawn(process.execPath, [bin, ...args], { env }));
  };

  test('rerun --save writes what was tried into the agent, unless somebody changed it in between: then it shows the difference', async () => {
    await turns.grant({ prompt: 'You keep the first lighthouse.', context: {} });
    const said = await turns.conversations.say('saved', 'who keeps it?');
    const [end] = await turns.conversations.waitForTurns([said]);
    const answer = end?.response.id ?? '';
    const file = join(mkdtempSync(join(tmpdir(), 'crumbtrail-rerun-')), 'prompt.txt');
    writeFileSync(file, 'You keep the second lighthouse.\n');
    const saved = await crumb('rerun', answer, '--prompt-file', file, '--temperature', '0.5', '-b', '500', '--save');
    expect(saved).toMatchObject({
      code: 0,
      out: expect.stringMatching(/before:\n.*[^]*after:\n[^]*Saved as version \d+ of assistant: prompt, temperature\./),
    });
    expect((await client.get((await assistant()).id)).context['context']).toEqual({});
    expect(await promptOfAssistant()).toBe('You keep the second lighthouse.');
    const refused = await crumb('rerun', answer, '--model', 'small', '--save');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^Not saved: assistant was changed/) });
    expect(refused.err).toMatch(/- You keep the first lighthouse\.\n\+ You keep the second lighthouse\./);
    expect((await crumb('rerun', answer, '--model', 'small', '--latest', '--save')).code).toBe(0);
    const trial = ['rerun', answer, '-b', '500', '--latest'];
    expect(await crumb(...trial, '--save')).toMatchObject({ code: 2, err: expect.stringMatching(/nothing to save/) });
    expect(await crumb(...trial, '--save-changes', 'prompt')).toMatchObject({ code: 2 });
    expect(await crumb(...trial, '--save-changes', 'budget')).toMatchObject({ code: 0 });
    expect((await client.get((await assistant()).id)).context).toMatchObject({
      context: { budget: { max_tokens: 500 } },
    });
  });

  test('feedback stores a score and a note, lists bad answers, and no later context holds it', async () => {
    const said = await turns.conversations.say('judged', 'when does the ferry leave?');
    const [end] = await turns.conversations.waitForTurns([said]);
    const answer = end?.response.id ?? '';
    const given = await crumb(
      'feedback',
      answer,
      '--down',
      '--note',
      'the walrus ferry leaves at ten',
      '--label',
      'wrong',
    );
    expect(given).toMatchObject({ code: 0, out: expect.stringMatching(/^Stored as /) });
    expect((await crumb('feedback', answer)).out).toMatch(
      /operator:\S+ +\S+ +-1 +wrong +the walrus ferry leaves at ten/,
    );
    expect((await crumb('feedback', '--bad')).out).toMatch(new RegExp(`^${answer} .* -1 `, 'm'));
    await client.feedback.give(answer, { note: 'it leaves at eleven' });
    expect((await crumb('feedback', said.id)).out).toMatch(/operator:\S+ +\S+ +-1 +wrong +it leaves at eleven/);
    expect(await crumb('feedback', said.id, '--up')).toMatchObject({ code: 0 });
    expect((await crumb('feedback', '--bad')).out).not.toContain(answer);
    expect(await crumb('feedback', answer, '--down')).toMatchObject({ code: 0 });
    expect(await crumb('feedback', answer, '--up', '--down')).toMatchObject({ code: 2 });
    await answered('judged', 'the walrus ferry, when does it leave?');
    expect(lastRequest()).not.toMatch(/leaves at ten/);
    const { secret } = await client.createKey({ participant: { kind: 'user', id: 'ria' }, role: 'reader' });
    const ria = new Crumbtrail({ url: stack.api.url, key: secret });
    expect((await ria.feedback.list(answer)).map(({ context }) => context.score)).toEqual([-1]);
    expect(await refusal(ria.feedback.give(answer, { score: 1 }))).toBe(403);
  });

  test('agents versions, diff and restore show who changed what, and bring an earlier version back as a new one', async () => {
    await turns.grant({ prompt: 'You are on watch.' });
    const { version, id } = await assistant();
    await turns.grant({ prompt: 'You are asleep.' });
    const listed = await crumb('agents', 'versions', 'assistant');
    expect(listed.out).toMatch(new RegExp(`^${version + 1} .* operator:\\S+ +prompt$`, 'm'));
    const compared = await crumb('agents', 'diff', 'assistant', `${version}`);
    expect(compared.out).toBe('prompt\n- You are on watch.\n+ You are asleep.\n');
    expect(await crumb('agents', 'restore', 'assistant', `${version}`)).toMatchObject({ code: 0 });
    expect(await promptOfAssistant()).toBe('You are on watch.');
    expect((await client.get(id)).version).toBe(version + 2);
    expect(await crumb('agents', 'restore', 'assistant', '999')).toMatchObject({ code: 2 });
  });
});

async function assistant(): Promise<{ id: string; version: number }> {
  const { id, version } = (await client.agents()).find(({ agent }) => agent === 'assistant') ?? {};
  return { id: id ?? '', version: version ?? 0 };
}

const promptOfAssistant = async (): Promise<unknown> => (await client.get((await assistant()).id)).context['prompt'];
