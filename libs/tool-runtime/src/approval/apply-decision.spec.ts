import type { ApprovalDecisionV1 } from '@crumbtrail/contracts';
import { add, aRequest, fakeDependencies, someFacts } from '../../test/tool-request-fixture';
import type { ToolFacts } from '../ports';
import { runTool } from '../run/run-tool';
import type { DecisionCrumb } from './apply-decision';
import { requiredApproval } from './required-approval';

const approvals = [{ tools: ['add'], approval: 'always' as const }];
const agent = { ...(someFacts().agent as NonNullable<ToolFacts['agent']>), approvals };
const approval = requiredApproval(agent, { tool: 'add', input: { a: 1, b: 2 }, runner: 'tool-runner' });

const PARENT = { id: '00000000-0000-4000-8000-00000000000a' };

const decided = (more: Partial<ApprovalDecisionV1>): DecisionCrumb =>
  ({
    author: { kind: 'user', id: 'ann' },
    created_at: '2026-03-05T08:00:00.000Z',
    context: { tool: 'add', decision: 'approve', ...more },
  }) as unknown as DecisionCrumb;

async function run(facts: Partial<ToolFacts>, request: Parameters<typeof aRequest>[0] = { approval }) {
  const deadlines: number[] = [];
  const scene = fakeDependencies({
    facts: someFacts({ agent, ...facts }),
    run: async ({ a, b }, { deadline }) => (deadlines.push(deadline), Number(a) + Number(b)),
  });
  const outcome = await runTool(aRequest(request), scene.dependencies);
  const context = scene.responses[0]?.context as { text: string; error?: { code: string } } | undefined;
  return { outcome, log: scene.log, deadlines, text: context?.text, code: context?.error?.code };
}

describe('a runner', () => {
  it('does not run a call that waits for a person, answers nothing and gives its claim back', async () => {
    const { outcome, log } = await run({});
    expect(outcome).toBe('waits for approval');
    expect(log).toEqual(['claimed', 'freed', 'unwatched']);
  });

  it('runs an approved call with its time limit counted from the decision', async () => {
    const { outcome, text, deadlines } = await run({ decision: decided({}) });
    expect([outcome, text]).toEqual(['answered', '3']);
    expect(deadlines).toEqual([Date.parse('2026-03-05T08:00:30.000Z')]);
  });

  it('runs the arguments that a person changed, and tells the model', async () => {
    const { text } = await run({ decision: decided({ input: { a: 5, b: 6 }, reason: 'Five.' }) });
    expect(text).toBe('[ann approved this call with other arguments: {"a":5,"b":6}. Reason: Five.]\n11');
  });

  it('refuses changed arguments that the tool does not accept', async () => {
    const { code, log } = await run({ decision: decided({ input: { a: 'five', b: 6 } }) });
    expect(code).toBe('invalid_input');
    expect(log).not.toContain('ran');
  });

  it('tells the model who denied a call and why, and does not run it', async () => {
    const { code, text, log } = await run({ decision: decided({ decision: 'deny', reason: 'Too much.' }) });
    expect(code).toBe('denied');
    expect(text).toMatch(/^The call of add was denied by ann and not run\..* Reason: Too much\.$/);
    expect(log).not.toContain('ran');
  });

  it('tells the model that nobody approved a call in time', async () => {
    const { code, text } = await run({ decision: decided({ decision: 'deny', timed_out: true }) });
    expect(code).toBe('denied');
    expect(text).toContain('nobody approved it in time');
  });

  it('lets the question of a tool that runs wait for a person', async () => {
    const definition = { ...add, name: 'ask_person' };
    const parts = { tool: 'ask_person', parent: { id: '00000000-0000-4000-8000-00000000000a' }, name: 'question' };
    const asking = requiredApproval(agent, { ...parts, input: {}, runner: 'tool-runner' });
    const facts = { tool: definition, agent: { ...agent, tools: ['ask_person'] } };
    expect((await run(facts, { ...parts, approval: asking })).outcome).toBe('waits for approval');
    expect((await run(facts, parts)).code).toBe('needs_approval');
  });

  it('lets a part of another tool wait for a person, also for a shorter time than the definition says', async () => {
    const shorter = { ...(approval as NonNullable<typeof approval>), wait_seconds: 5 };
    for (const one of [approval, shorter]) {
      const part = { approval: one, parent: PARENT, name: 'pay' };
      expect((await run({}, part)).outcome).toBe('waits for approval');
      expect((await run({ decision: decided({}) }, part)).log).toContain('ran');
    }
  });

  it.each([
    ['is not marked as waiting', {}],
    ['asks for weaker terms than the definition', { approval: { ...approval, on_timeout: 'approve' } }],
    ['is a part of another tool that does not say so', { parent: PARENT, name: 'x' }],
    ['is a part that waits longer', { approval: { ...approval, wait_seconds: 999_999 }, parent: PARENT, name: 'x' }],
    ['waits for a shorter time than the definition says', { approval: { ...approval, wait_seconds: 5 } }],
  ])('refuses a call that needs approval and %s, whatever was decided', async (_how, request) => {
    const { code, log } = await run({ decision: decided({}) }, request as Parameters<typeof aRequest>[0]);
    expect(code).toBe('needs_approval');
    expect(log).not.toContain('ran');
  });
});
