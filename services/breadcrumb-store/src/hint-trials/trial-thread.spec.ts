import type { LlmHints } from '@crumbtrail/contracts';
import { MAX_TRIAL_MS, TrialThread } from './trial-thread';
import type { HintTrial } from './hint-trial';

const trialOf = (llm_hints: LlmHints, context: object = { rows: [1, 2] }): HintTrial => ({
  kind: 'crumb',
  llm_hints,
  crumb: { schema_name: 'note.v1', schema_hints: {}, context },
});

describe('TrialThread', () => {
  const thread = new TrialThread();

  it('finds no problem in hints that render their payload, jq included', async () => {
    const llm_hints: LlmHints = { template: '{{n}}', transform: { n: { type: 'jq', query: '.rows | add' } } };
    expect(await thread.run(trialOf(llm_hints))).toEqual([]);
  });

  it('names the hint that is not valid', async () => {
    expect(await thread.run(trialOf({ include: ['rows'] }))).toMatchObject([{ path: '/llm_hints/include/0' }]);
  });

  it('never waits in this thread for a jq program that does not end, and tries the next hints', async () => {
    const wait = jest.spyOn(Atomics, 'wait');
    const issues = await thread.run(trialOf({ transform: { x: { type: 'jq', query: 'def f: f; f' } } }));
    expect(issues).toEqual([
      {
        path: '/llm_hints/transform/x/query',
        rule: 'jq',
        message: expect.stringContaining(`${MAX_TRIAL_MS} ms`) as string,
      },
    ]);
    expect(wait).not.toHaveBeenCalled();
    expect(await thread.run(trialOf({ template: '{{length rows}}' }))).toEqual([]);
  });

  it('ends hints that take more work than their budget, and tries the next hints', async () => {
    const exclude = Array.from({ length: 50 }, () => '$..*');
    const work = trialOf({ template: '{{rows}}', exclude }, { rows: Array.from({ length: 15_000 }, () => ({})) });
    expect(await thread.run(work)).toMatchObject([{ path: '/llm_hints', rule: 'work' }]);
    expect(await thread.run(trialOf({ template: '{{length rows}}' }))).toEqual([]);
  });
});
