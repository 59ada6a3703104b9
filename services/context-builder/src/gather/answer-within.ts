/** The answer, or undefined if it does not come in time. A failure in time is thrown; a later answer or failure is ignored. */
export async function answerWithin<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<undefined>((resolve) => {
    // What has arrived by then is read first: on a busy machine the timer and the answer are due at once.
    timer = setTimeout(() => setImmediate(() => resolve(undefined)), milliseconds);
  });
  try {
    return await Promise.race([answer, elapsed]);
  } finally {
    clearTimeout(timer);
  }
}
