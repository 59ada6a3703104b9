import type { LlmHints } from '@crumbtrail/contracts';
import { join } from 'node:path';
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

  it('uses no thread again that answers in the moment in which it is stopped', async () => {
    const preload = [join(__dirname, 'fixtures/answer-when-stopped.js')];
    const trial = trialOf({ template: '{{length rows}}' });
    for (let n = 0; n < 3; n += 1) {
      const racing = new TrialThread({ preload });
      await racing.run(trial);
      const stopped = racing.run(trial);
      // This thread is busy until the answer and the next look at the processor time are both due.
      setTimeout(() => {
        const until = performance.now() + 150;
        while (performance.now() < until);
      }, 20);
      await stopped;
      expect(await racing.run(trial)).toEqual([]);
    }
  });

  it('ends hints that take more work than their budget, and tries the next hints', async () => {
    const exclude = Array.from({ length: 50 }, () => '$..*');
    const work = trialOf({ template: '{{rows}}', exclude }, { rows: Array.from({ length: 15_000 }, () => ({})) });
    expect(await thread.run(work)).toMatchObject([{ path: '/llm_hints', rule: 'work' }]);
    expect(await thread.run(trialOf({ template: '{{length rows}}' }))).toEqual([]);
  });
});
