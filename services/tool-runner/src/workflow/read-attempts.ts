import type { ToolLog } from '@crumbtrail/tool-runtime';
import type { WorkflowPlan, PlannedStep } from './plan';
import type { AttemptLookup, Attempt } from './attempts';

/** The name of an attempt of a step within the workflow's request. */
export const attemptName = ({ id }: PlannedStep, attempt: number): string => (attempt === 1 ? id : `${id}#${attempt}`);

const mayBeTriedAgain = ({ retries }: PlannedStep, attempt: number, { response }: Attempt): boolean =>
  attempt <= retries && response?.status === 'error';

/** Reads all attempts of a workflow from the log. */
export async function readAttempts({ steps }: WorkflowPlan, log: Pick<ToolLog, 'readParts'>): Promise<AttemptLookup> {
  const known = new Map<string, Attempt>();
  let unread = steps.map((step) => ({ step, attempt: 1 }));
  while (unread.length > 0) {
    const found = await log.readParts(unread.map(({ step, attempt }) => attemptName(step, attempt)));
    for (const [name, part] of found) known.set(name, part);
    unread = unread.flatMap(({ step, attempt }) => {
      const part = found.get(attemptName(step, attempt));
      return part && mayBeTriedAgain(step, attempt, part) ? [{ step, attempt: attempt + 1 }] : [];
    });
  }
  return (step, attempt) => known.get(attemptName(step, attempt));
}
