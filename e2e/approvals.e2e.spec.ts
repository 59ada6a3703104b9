import { useFixture } from './support/fixture';
import { ApprovalScene } from './support/approvals';

const scene = useFixture(
  () => ApprovalScene.start(),
  (one) => one.stop(),
);

const pay = (key: string) => ({ name: 'shop__pay', arguments: { key } });

describe('a call that waits for a person', () => {
  it('is asked once and runs once, although every process is killed and restarted while it waits', async () => {
    const { stack, shop, turns } = scene;
    const said = await turns.say('restart', pay('restart'));
    const asked = await scene.waiting('restart');
    await Promise.all(Object.keys(stack.pids()).map((name) => stack.kill(name)));
    await stack.whenReady();
    expect(shop.runs('pay', 'restart')).toBe(0);
    expect(await scene.list('session=restart')).toEqual([expect.objectContaining({ id: asked.id, status: 'waiting' })]);
    expect(await scene.decide(asked.id, 'approve')).toMatchObject({ status: 'approved' });
    const turn = await turns.ended(said);
    expect(turn.answer).toBe('it gave: did pay restart');
    expect(turn.asked).toHaveLength(1);
    expect(shop.runs('pay', 'restart')).toBe(1);
    expect(stack.model.calls.filter(({ body }) => JSON.stringify(body).includes(said.content))).toHaveLength(2);
    expect(await scene.decisions('restart')).toHaveLength(1);
  });

  it('runs with the arguments that the person changed, and the log has both and who decided', async () => {
    const { shop, turns } = scene;
    const said = await turns.say('edited', pay('edited'));
    const { id, input_schema, cost } = await scene.waiting('edited');
    expect(input_schema).toMatchObject({ required: ['key'] });
    expect(cost).toMatchObject({ calls: 1, tokens: expect.any(Number) as number });
    await expect(scene.decide(id, 'approve', { arguments: { key: 7 } })).rejects.toMatchObject({ status: 422 });
    await scene.decide(id, 'approve', { arguments: { key: 'other' }, reason: 'The other one.' });
    const turn = await turns.ended(said);
    expect([shop.runs('pay', 'edited'), shop.runs('pay', 'other')]).toEqual([0, 1]);
    expect(turn.answer).toContain('approved this call with other arguments: {"key":"other"}. Reason: The other one.');
    expect(turn.asked[0]?.context.input).toEqual({ key: 'edited' });
    const [decision] = await scene.decisions('edited');
    expect(decision).toMatchObject({ context: { input: { key: 'other' } }, author: { kind: 'operator' } });
  });

  it('does not run when it is denied, and the model reads why', async () => {
    const { shop, turns } = scene;
    const said = await turns.say('denied', pay('denied'));
    const { id } = await scene.waiting('denied');
    await scene.decide(id, 'deny', { reason: 'Not this month.' });
    expect((await turns.ended(said)).answer).toMatch(/was denied by .* and not run\..* Reason: Not this month\./);
    expect(shop.runs('pay', 'denied')).toBe(0);
    await expect(scene.decide(id, 'approve')).rejects.toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/operator:\S+ has denied this call of shop__pay/) as string },
    });
  });

  it('is a question that a person answers, and the answer is the result', async () => {
    const { turns } = scene;
    const question = { question: 'When?', choices: ['Tuesday', 'Thursday'] };
    const said = await turns.say('question', { name: 'ask_person', arguments: question });
    const { id, kind } = await scene.waiting('question');
    expect(kind).toBe('question');
    await expect(scene.decide(id, 'answer', { choices: ['Sunday'] })).rejects.toMatchObject({ status: 422 });
    await scene.decide(id, 'answer', { choices: ['Tuesday'] });
    expect((await turns.ended(said)).answer).toBe('it gave: {"choices":["Tuesday"]}');
  });
});
