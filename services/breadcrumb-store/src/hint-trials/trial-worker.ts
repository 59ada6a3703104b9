import { parentPort } from 'node:worker_threads';
import { kernelThreadId } from '@crumbtrail/hints';
import { runTrial } from './hint-trial';
import type { TrialAnswer, HintTrialRequest } from './trial-protocol';

/** Compiles what every trial uses, which must not count as the work of the first. */
function warmUp(): void {
  const context = { a: 'a', b: ['b'] };
  const llm_hints = { include: ['$.a', '$.b[*]'], template: '{{a}}: {{#each b}}{{this}}{{/each}}' };
  runTrial({ kind: 'crumb', llm_hints, crumb: { schema_name: 'warm-up', schema_hints: {}, context } });
}

warmUp();
parentPort?.on('message', ({ id, trial }: HintTrialRequest) =>
  parentPort?.postMessage({ id, findings: runTrial(trial) } satisfies TrialAnswer),
);
parentPort?.postMessage(kernelThreadId());
