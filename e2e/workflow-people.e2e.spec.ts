import { DeadLetter, type ToolResponseV1 } from '@crumbtrail/contracts';
import { eventually, type ScriptedCall } from '@crumbtrail/testing';
import { ApprovalScene } from './support/approvals';
import { useFixture } from './support/fixture';
import type { ToolTurn } from './support/tool-turns';

const scene = useFixture(
  () =>
    ApprovalScene.start({
      tools: ['workflow', 'ask_person', 'echo', 'calculator', 'shop__*'],
      approvals: [{ tools: ['shop__pay'], approval: 'always' }],
    }),
  (one) => one.stop(),
);

const workflow = (...steps: readonly object[]): ScriptedCall => ({ name: 'workflow', arguments: { steps } });

function given({ asked, responses }: ToolTurn): ToolResponseV1 {
  expect(asked).toHaveLength(1);
  return responses.get(String(asked[0]?.id))?.context as ToolResponseV1;
}

const QUESTION = { question: 'When shall I book?', choices: ['Tuesday', 'Thursday'] };

describe('a step of a workflow that waits for a person', () => {
  it('goes on with the answer of a person as its output, also when every process was killed meanwhile', async () => {
    const { stack, turns } = scene;
    const said = await turns.say(
      'asks',
      workflow(
        { id: 'first', tool: 'echo', input: { text: 'once' } },
        { id: 'when', tool: 'ask_person', input: QUESTION, after: ['first'] },
        { id: 'told', tool: 'echo', input: { text: 'booked on ${when.choices[0]}, ${first}' } },
      ),
    );
    const asked = await scene.waiting('asks');
    expect(asked).toMatchObject({ kind: 'question', arguments: QUESTION, deciders: ['operators', 'author'] });
    await Promise.all(Object.keys(stack.pids()).map((name) => stack.kill(name)));
    await stack.whenReady();
    await scene.decide(asked.id, 'answer', { choices: ['Thursday'] });
    const turn = await turns.ended(said, 120_000);
    expect(given(turn)).toMatchObject({ status: 'ok', output: { result: 'booked on Thursday, once' } });
    expect(turn.parts.map(({ context }) => context.name).sort()).toEqual(['first', 'told', 'when']);
    expect(await turns.conversations.listCrumbs(DeadLetter.name)).toEqual([]);
  }, 240_000);

  it('runs an approved call once, with the arguments that the person changed', async () => {
    const { turns, shop } = scene;
    const said = await turns.say('pays', workflow({ id: 'pay', tool: 'shop__pay', input: { key: 'wrong' } }));
    const asked = await scene.waiting('pays');
    expect(asked).toMatchObject({ kind: 'call', tool: 'shop__pay', deciders: ['operators'] });
    expect(shop.runs('pay', 'wrong')).toBe(0);
    await scene.decide(asked.id, 'approve', { arguments: { key: 'right' } });
    const turn = await turns.ended(said, 120_000);
    expect(given(turn)).toMatchObject({ status: 'ok' });
    expect([shop.runs('pay', 'wrong'), shop.runs('pay', 'right')]).toEqual([0, 1]);
  }, 180_000);

  it('does as the step says where a person denies, and where nobody decides in its time', async () => {
    const { turns } = scene;
    const said = await turns.say(
      'nobody',
      workflow(
        { id: 'when', tool: 'ask_person', input: QUESTION, wait_seconds: 2, on_error: 'continue' },
        { id: 'pay', tool: 'shop__pay', input: { key: 'denied' }, on_error: 'skip_dependents' },
        { id: 'told', tool: 'echo', input: { text: 'it is ${when}' } },
        { id: 'never', tool: 'echo', input: { text: '${pay}' } },
      ),
    );
    const call = await eventually(async () => (await scene.list('session=nobody&status=waiting')).find(isCall));
    await scene.decide(call.id, 'deny', { reason: 'Too dear.' });
    const turn = await turns.ended(said, 120_000);
    expect(given(turn)).toMatchObject({
      status: 'ok',
      output: {
        steps: {
          when: { status: 'error', error: { code: 'not_answered' } },
          pay: { status: 'error', error: { code: 'denied' } },
          told: { output: 'it is null' },
          never: { status: 'skipped' },
        },
      },
    });
  }, 180_000);
});

const isCall = ({ kind }: { readonly kind: string }): boolean => kind === 'call';
