import type { ToolLog } from '@crumbtrail/tool-runtime';
import type { Plan, Step } from './plan';
import type { Tries, Try } from './attempts';

/** The name of an attempt of a step within the workflow's request. */
export const tryName = ({ id }: Step, attempt: number): string => (attempt === 1 ? id : `${id}#${attempt}`);

const mayBeTriedAgain = ({ retries }: Step, attempt: number, { response }: Try): boolean =>
  attempt <= retries && response?.status === 'error';

/** Reads all attempts of a workflow from the log. */
export async function readTries({ steps }: Plan, log: Pick<ToolLog, 'readParts'>): Promise<Tries> {
  const known = new Map<string, Try>();
  let asking = steps.map((step) => ({ step, attempt: 1 }));
  while (asking.length > 0) {
    const found = await log.readParts(asking.map(({ step, attempt }) => tryName(step, attempt)));
    for (const [name, part] of found) known.set(name, part);
    asking = asking.flatMap(({ step, attempt }) => {
      const tried = found.get(tryName(step, attempt));
      return tried && mayBeTriedAgain(step, attempt, tried) ? [{ step, attempt: attempt + 1 }] : [];
    });
  }
  return (step, attempt) => known.get(tryName(step, attempt));
}
