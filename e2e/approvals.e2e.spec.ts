import type { Page } from 'playwright-core';
import { eventually } from '@crumbtrail/testing';
import { findViolations } from './support/accessibility';
import { ApprovalScene } from './support/approvals';
import { inChromium, LONG, openConsole } from './support/console';
import { useFixture } from './support/fixture';
import { OpenAiClient, user } from './support/openai-client';

const scene = useFixture(
  () =>
    ApprovalScene.start({
      approvals: [
        { tools: ['shop__pay'], approval: 'always' },
        { tools: ['shop__look'], approval: 'always', lane_seconds: 0 },
      ],
    }),
  (one) => one.stop(),
);
const chromium = inChromium();

const look = (key: string) => ({ name: 'shop__look', arguments: { key } });
const pay = (key: string) => ({ name: 'shop__pay', arguments: { key } });

/** Opens the approvals in the console, and waits for this one. */
async function openApproval(id: string): Promise<Page> {
  const { page } = await openConsole(chromium.browser, scene.stack, { hash: `#/approvals/${id}` });
  await page.waitForSelector(`[data-approval="${id}"]`, LONG);
  return page;
}

describe('a call that waits for a person', () => {
  it('is asked once and runs once, although every process is killed and restarted while a person looks at it', async () => {
    const { stack, shop, turns } = scene;
    const said = await turns.say('restart', pay('restart'));
    const asked = await scene.waiting('restart');
    const page = await openApproval(asked.id);
    await Promise.all(Object.keys(stack.pids()).map((name) => stack.kill(name)));
    await stack.whenReady();
    expect(shop.runs('pay', 'restart')).toBe(0);
    expect(await scene.list('session=restart')).toEqual([expect.objectContaining({ id: asked.id, status: 'waiting' })]);
    await page.getByRole('button', { name: 'Approve: shop__pay' }).click();
    await page.waitForSelector('text=approved', LONG);
    const turn = await turns.ended(said);
    expect(turn.answer).toBe('it gave: did pay restart');
    expect(turn.asked).toHaveLength(1);
    expect(shop.runs('pay', 'restart')).toBe(1);
    expect(stack.model.calls.filter(({ body }) => JSON.stringify(body).includes(said.content))).toHaveLength(2);
    expect(await scene.decisions('restart')).toHaveLength(1);
    await page.close();
  });

  it('runs with the arguments that a person changes in the console, and the log has both and who decided', async () => {
    const { shop, turns } = scene;
    const said = await turns.say('edited', pay('edited'));
    const { id, cost } = await scene.waiting('edited');
    expect(cost).toMatchObject({ calls: 1, tokens: expect.any(Number) as number });
    await expect(scene.decide(id, 'approve', { arguments: { key: 7 } })).rejects.toMatchObject({ status: 422 });
    const page = await openApproval(id);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.locator('.origin').textContent()).toContain('In edited, ');
    expect(await page.locator('.origin a').last().getAttribute('href')).toContain(`crumb=${said.id}`);
    await page.getByRole('button', { name: 'Change the arguments' }).click();
    await page.getByRole('button', { name: 'Cancel the changes' }).click();
    await page.getByRole('button', { name: 'Change the arguments' }).click();
    const approve = page.getByRole('button', { name: 'Approve with changes: shop__pay' });
    await page.getByLabel('Arguments as JSON').fill('{ "key": 7 }');
    expect(await approve.isDisabled()).toBe(true);
    await page.getByLabel('Arguments as JSON').fill('{ "key": "other" }');
    await page.getByLabel(/^Reason/).fill('The other one.');
    await approve.click();
    await page.waitForSelector('text=Ran with other arguments', LONG);
    const turn = await turns.ended(said);
    expect([shop.runs('pay', 'edited'), shop.runs('pay', 'other')]).toEqual([0, 1]);
    expect(turn.answer).toContain('approved this call with other arguments: {"key":"other"}. Reason: The other one.');
    expect(turn.asked[0]?.context.input).toEqual({ key: 'edited' });
    const [decision] = await scene.decisions('edited');
    expect(decision).toMatchObject({ context: { input: { key: 'other' } }, author: { kind: 'operator' } });
    await page.close();
  });

  it('does not run when a person denies it in the console, the model reads why, and a second decision is refused', async () => {
    const { shop, turns } = scene;
    const said = await turns.say('denied', pay('denied'));
    const { id } = await scene.waiting('denied');
    const page = await openApproval(id);
    await page.getByLabel(/^Reason/).fill('Not this month.');
    await page.getByRole('button', { name: 'Deny: shop__pay' }).click();
    await page.waitForSelector('text=Reason: Not this month.', LONG);
    expect((await turns.ended(said)).answer).toMatch(/was denied by .* and not run\..* Reason: Not this month\./);
    expect(shop.runs('pay', 'denied')).toBe(0);
    await expect(scene.decide(id, 'approve')).rejects.toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/operator:\S+ has denied this call of shop__pay/) as string },
    });
    await page.evaluate(`location.hash = '#/trails/${id}'`);
    await page.waitForSelector('.trail-row .warn >> text=denied by operator', LONG);
    expect(await page.locator('.trail-row .bad').count()).toBe(0);
    expect(await page.textContent('[data-testid=trail-totals]')).not.toContain('error');
    await page.close();
  });

  it('is counted in the menu of the console, which follows a decision that is made elsewhere', async () => {
    const said = await scene.turns.say('counted', pay('counted'));
    const { id } = await scene.waiting('counted');
    const { page } = await openConsole(chromium.browser, scene.stack, { hash: '#/glossary' });
    const link = page.getByRole('link', { name: /^Approvals/ });
    const count = async (): Promise<number> => Number(/\d+/.exec((await link.textContent()) ?? '')?.[0] ?? 0);
    await eventually(async () => (await count()) > 0);
    const before = await count();
    await scene.decide(id, 'deny');
    await eventually(async () => (await count()) === before - 1, { withinMs: 15_000 });
    await scene.turns.ended(said);
    await page.close();
  });

  it('is answered after its decision, although a later turn of its session waits for a person and another session is listed first', async () => {
    const { turns } = scene;
    const both = [await turns.say('both', look('first'))];
    const first = await scene.waiting('both');
    both.push(await turns.say('both', pay('second')));
    const second = await scene.waiting('both', 'shop__pay');
    await turns.say('elsewhere', pay('elsewhere'));
    const elsewhere = await scene.waiting('elsewhere');
    expect((await scene.list()).map(({ id }) => id)).toEqual([elsewhere.id, second.id, first.id]);
    await scene.decide(first.id, 'approve');
    const answers = () => turns.conversations.listCrumbs('agent.response.v1', 'both');
    const [answer] = await eventually(async () => ((await answers()).length > 0 ? answers() : null), {
      withinMs: 60_000,
    });
    expect(answer?.context['content']).toBe('it gave: did look first');
    both.push(await turns.conversations.say('both', 'and?'));
    await scene.decide(second.id, 'deny');
    const ended = await turns.conversations.waitForTurns(both);
    expect(ended.map(({ response }) => response.context.content)).toEqual([
      'it gave: did look first',
      expect.stringContaining('was denied by') as string,
      'answer to and?',
    ]);
    await scene.decide(elsewhere.id, 'deny');
  });

  it('is shown in an open chat while it waits, where it is decided, with a link to the list', async () => {
    const { shop, turns } = scene;
    const { page } = await openConsole(chromium.browser, scene.stack, { hash: '#/chat/chatted' });
    const said = await turns.say('chatted', pay('chatted'));
    await page.waitForSelector('.message.writing >> text=Waiting for approval', LONG);
    expect(await page.locator('.message.writing >> text=open in Approvals').count()).toBe(1);
    const { id } = await scene.waiting('chatted');
    await page.waitForSelector(`.message.writing [data-approval="${id}"]`, LONG);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve: shop__pay' }).click();
    await turns.ended(said);
    expect(shop.runs('pay', 'chatted')).toBe(1);
    await page.waitForSelector('.message.agent >> text=did pay chatted', LONG);
    await page.close();
  });

  it('is a question that a person answers in the console, and the answer is the result', async () => {
    const { turns } = scene;
    const question = { question: 'When?', choices: ['Tuesday', 'Thursday'] };
    const said = await turns.say('question', { name: 'ask_person', arguments: question });
    const { id, kind } = await scene.waiting('question');
    expect(kind).toBe('question');
    await expect(scene.decide(id, 'answer', { choices: ['Sunday'] })).rejects.toMatchObject({ status: 422 });
    const page = await openApproval(id);
    await page.getByLabel('Tuesday').check();
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.waitForSelector('text=Answer: Tuesday', LONG);
    expect((await turns.ended(said)).answer).toBe('it gave: {"choices":["Tuesday"]}');
    await page.close();
  });

  it('is told to a client of the OpenAI protocol, whose next message continues in the session that has the answer', async () => {
    const { stack, turns } = scene;
    const openai = new OpenAiClient(stack);
    const first = user(turns.plan('openai', pay('openai')));
    const told = await openai.ask([first]);
    expect(told.answer.choices[0]?.finish_reason).toBe('stop');
    expect(told.text).toMatch(/^\[Waiting for a person\] assistant wants to call shop__pay with \{"key":"openai"\}\./);
    const asked = await scene.waiting(told.session);
    await scene.decide(asked.id, 'approve');
    const later = await openai.ask([first, { role: 'assistant', content: told.text }, user('and?')]);
    expect([later.session, later.text]).toEqual([told.session, 'answer to and?']);
    const answers = await turns.conversations.endedTurns(told.session);
    expect(answers.map(({ response }) => response.context.content)).toEqual([
      'it gave: did pay openai',
      'answer to and?',
    ]);
  });
});
