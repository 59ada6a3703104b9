import { setImmediate, setTimeout } from 'node:timers/promises';

/** The answer, or undefined if it does not come in time. A failure in time is thrown; a later answer or failure is ignored. */
export async function answerWithin<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer | undefined> {
  const answered = new AbortController();
  const { signal } = answered;
  // What has arrived by then is read first: on a busy machine the timer and the answer are due at once.
  const elapsed = setTimeout(milliseconds, undefined, { signal }).then(() => setImmediate(undefined, { signal }));
  elapsed.catch(() => undefined);
  try {
    return await Promise.race([answer, elapsed]);
  } finally {
    answered.abort();
  }
}
