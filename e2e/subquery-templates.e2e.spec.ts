import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Crumbtrail, type SubqueryKindView } from '@crumbtrail/client';
import { ToolResponse, type SubqueryDefV1, type ToolCatalogV1, type ToolResponseV1 } from '@crumbtrail/contracts';
import { eventually, type ModelCall, type Script } from '@crumbtrail/testing';
import { findViolations } from './support/accessibility';
import { waitForExit } from './support/command-result';
import { inChromium, LONG, openConsole, tooWide, WIDTHS } from './support/console';
import { useScript, useSharedStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const CLI = resolve(__dirname, '../libs/cli/bin/crumb.js');
const TYPES: readonly SubqueryDefV1['type'][] = [
  'question',
  'session_summary',
  'image_prompt',
  'impersonation',
  'continuation',
  'emotion',
];

const lastOf = ({ body }: ModelCall): string => String(body.messages?.at(-1)?.content ?? '');

/** Calls the tool with the type that the message names; a subquery is answered with what its prompt holds. */
function script(call: ModelCall): Script {
  const last = lastOf(call);
  if (last.includes('<subquery type=')) return { say: last.includes('MOOD-RING') ? 'blue' : 'calm' };
  const type = /ASK-(\w+)/.exec(last)?.[1];
  if (call.body.messages?.at(-1)?.role === 'tool' || type === undefined) return { say: 'DONE' };
  const input = { request: 'How does Ann feel?', content: 'Ann smiles.', type };
  return { calls: [{ id: 'call', name: 'subquery', arguments: input }] };
}

const stack = useSharedStack();
useScript(stack, script);

interface Inn extends TestWorkspace {
  /** Asks Ann for a subquery of this type; what her model was sent for it, and the result of the tool. */
  ask(type: string): Promise<{ readonly prompt: string; readonly result: ToolResponseV1 }>;
  kind(type: string): Promise<SubqueryKindView>;
}

async function openInn(): Promise<Inn> {
  const workspace = await createTestWorkspace(stack);
  const { conversations, client } = workspace;
  await conversations.defineAgent({ agent: 'ann', name: 'Ann Lee', prompt: 'PERSONA-ann', tools: ['subquery'] });
  await client.append({
    schema_name: 'session.v1',
    context: { name: 'inn', members: [{ kind: 'agent', id: 'ann' }], strategy: 'manual' },
  });
  await eventually(async () => {
    const [catalog] = await conversations.listCrumbs<ToolCatalogV1>('tool.catalog.v1');
    return catalog?.context.tools?.some(({ name, available }) => name === 'subquery' && available !== false) ?? false;
  });
  return {
    ...workspace,
    ask: async (type) => {
      const before = stack.model.calls.length;
      await client.speak('inn', { agent: 'ann', message: `ASK-${type}`, wait_ms: 60_000 });
      const asked = stack.model.calls.slice(before).find((call) => lastOf(call).includes('<subquery type='));
      const results = await conversations.listCrumbs<ToolResponseV1>(ToolResponse.name, 'inn');
      return { prompt: asked ? lastOf(asked) : '', result: results.at(-1)?.context as ToolResponseV1 };
    },
    kind: async (type) => (await client.subqueries.list()).find((one) => one.type === type) as SubqueryKindView,
  };
}

const TEMPLATE = { text: 'MOOD-RING of {{agent}}: {{request}}', reminder: 'One colour for {{request}}', max_words: 1 };

describe('templates of subqueries', () => {
  it('are built in for six kinds, each of which an agent can ask', async () => {
    const inn = await openInn();
    expect((await inn.client.subqueries.list()).map(({ type }) => type)).toEqual(TYPES);
    for (const type of TYPES) {
      const { prompt, result } = await inn.ask(type);
      expect(prompt).toContain(`<subquery type="${type}">`);
      expect(result).toMatchObject({ status: 'ok', output: { answer: 'calm' } });
      expect(result.model_calls?.[0]).not.toHaveProperty('template');
    }
  });

  it('of the workspace are sent from the next subquery on, and the result names their version', async () => {
    const inn = await openInn();
    const { id, version } = await inn.client.subqueries.save(await inn.kind('emotion'), TEMPLATE);
    const { prompt, result } = await inn.ask('emotion');
    expect(prompt).toContain('<request>MOOD-RING of Ann Lee: How does Ann feel?</request>');
    expect(prompt).toContain('<reminder>One colour for How does Ann feel? Write at most 1 words.</reminder>');
    expect(result).toMatchObject({ output: { answer: 'blue' }, model_calls: [{ template: { id, version } }] });
    await inn.client.subqueries.reset(await inn.kind('emotion'));
    expect((await inn.ask('emotion')).result.output).toEqual({ answer: 'calm' });
    expect(await inn.client.history(id)).toHaveLength(2);
  });

  it('are drafted without effect, tried before anything is saved, and published', async () => {
    const inn = await openInn();
    await inn.ask('emotion');
    const [turn] = (await inn.client.turns.list({ state: 'closed' })).turns;
    const asked = { turn: turn?.id ?? '', request: 'How does Ann feel?', content: 'Ann smiles.' };
    const tried = await inn.client.subqueries.try('emotion', { ...asked, template: TEMPLATE });
    expect(tried).toMatchObject({ answer: 'blue', model_calls: [{ attempts: 1 }] });
    expect(tried.prompt).toContain('MOOD-RING of Ann Lee');
    expect(JSON.stringify(stack.model.calls.at(-1)?.body.messages)).toContain('PERSONA-ann');
    expect((await inn.client.subqueries.try('emotion', { ...asked, context: 'none' })).answer).toBe('calm');
    expect(JSON.stringify(stack.model.calls.at(-1)?.body.messages)).not.toContain('PERSONA-ann');

    await inn.client.subqueries.saveDraft(await inn.kind('emotion'), TEMPLATE);
    expect((await inn.ask('emotion')).result.output).toEqual({ answer: 'calm' });
    await inn.client.subqueries.publishDraft(await inn.kind('emotion'));
    expect((await inn.ask('emotion')).result.output).toEqual({ answer: 'blue' });
    expect(await inn.kind('emotion')).not.toHaveProperty('draft');
  });

  it('without the request in them are refused, and operators alone read, change and try them', async () => {
    const inn = await openInn();
    const kind = await inn.kind('emotion');
    const unusable = { text: 'Name the emotion.' };
    await expect(inn.client.subqueries.save(kind, unusable)).rejects.toMatchObject({ status: 422 });
    await inn.ask('emotion');
    const [turn] = (await inn.client.turns.list({ state: 'closed' })).turns;
    const asked = { turn: turn?.id ?? '', request: 'How does Ann feel?' };
    await expect(inn.client.subqueries.try('emotion', { ...asked, template: unusable })).rejects.toMatchObject({
      status: 422,
      problem: { issues: [{ path: '/template/text' }] },
    });
    await inn.client.subqueries.save(kind, TEMPLATE);
    const { secret } = await inn.client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const rita = new Crumbtrail({ url: stack.api.url, key: secret });
    for (const refused of [
      rita.subqueries.list(),
      rita.subqueries.try('emotion', asked),
      rita.subqueries.save(kind, TEMPLATE),
    ])
      await expect(refused).rejects.toMatchObject({ status: 403 });
    expect((await rita.list({ schema: 'subquery.def.v1' })).breadcrumbs).toEqual([]);
  });

  it('changed by two operators at once are saved once: the second one is told', async () => {
    const inn = await openInn();
    await inn.client.subqueries.save(await inn.kind('emotion'), TEMPLATE);
    const kind = await inn.kind('emotion');
    await inn.client.subqueries.save(kind, { ...TEMPLATE, max_words: 2 });
    await expect(inn.client.subqueries.save(kind, TEMPLATE)).rejects.toMatchObject({ status: 412 });
  });
});

describe('crumb subqueries', () => {
  it('lists kinds, edits a draft in the editor, tries and publishes it', async () => {
    const inn = await openInn();
    await inn.ask('emotion');
    const [turn] = (await inn.client.turns.list({ state: 'closed' })).turns;
    const editor = "sed -i 's/{{request}}/MOOD-RING {{request}}/'";
    const env = { ...process.env, CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_KEY: inn.key, EDITOR: editor };
    const crumb = (...words: string[]) => waitForExit(spawn(process.execPath, [CLI, 'subqueries', ...words], { env }));

    expect((await crumb()).out).toMatch(/impersonation +built-in/);
    expect(await crumb('edit', 'emotion', '--draft')).toMatchObject({ code: 0 });
    expect((await crumb('show', 'emotion', '--draft')).out).toContain('MOOD-RING');
    const tried = await crumb('try', 'emotion', turn?.id ?? '', 'How?', '--draft');
    expect(tried.out).toMatch(/MOOD-RING How\?[^]*\nblue\n/);
    expect((await crumb('publish', 'emotion')).out).toBe('Published the draft of emotion.\n');
    expect((await crumb()).out).toMatch(/emotion +changed/);
    expect((await crumb('reset', 'emotion')).out).toBe('emotion has its built-in template again.\n');
    expect(await crumb('publish', 'emotion')).toMatchObject({ code: 2, err: expect.stringContaining('has no draft') });
    expect((await crumb('show', 'prophecy')).err).toContain('There are: question, session_summary');
  });
});

describe('templates in Chromium', () => {
  const chromium = inChromium();

  it('are tried while they are edited, saved as a draft, published and reset', async () => {
    const inn = await openInn();
    await inn.ask('emotion');
    const { page, complaints } = await openConsole(chromium.browser, stack, { key: inn.key, hash: '#/settings' });
    await page.getByRole('link', { name: 'emotion' }).click();
    await page.getByLabel('What is asked').fill('MOOD-RING {{request}}');
    const trial = page.getByRole('region', { name: 'Try' });
    await trial.getByLabel('Request').fill('How does Ann feel?');
    await trial.getByRole('button', { name: 'Try' }).click();
    await trial.getByText('blue').waitFor(LONG);
    expect(await findViolations(page)).toEqual([]);
    expect((await inn.kind('emotion')).changed).toBe(false);

    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('The form shows a draft.').waitFor(LONG);
    expect((await inn.ask('emotion')).result.output).toEqual({ answer: 'calm' });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The workspace has a template of its own.').waitFor(LONG);
    expect((await inn.ask('emotion')).result.output).toEqual({ answer: 'blue' });
    await page.getByRole('button', { name: 'Use the built-in template' }).click();
    await page.getByText('The built-in template is sent.').waitFor(LONG);
    expect((await inn.ask('emotion')).result.output).toEqual({ answer: 'calm' });
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('without the request in them cannot be saved or tried, and fit a phone', async () => {
    const inn = await openInn();
    const hash = '#/settings/subqueries/question';
    const { page } = await openConsole(chromium.browser, stack, { key: inn.key, viewport: WIDTHS.phone, hash });
    await page.getByText('There is no turn yet to try it on').waitFor(LONG);
    await page.getByLabel('What is asked').fill('Answer.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved: fix 1 invalid field.').waitFor(LONG);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect((await inn.kind('question')).changed).toBe(false);
    await page.close();
  });
});
