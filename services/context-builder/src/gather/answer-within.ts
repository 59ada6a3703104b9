/** The answer, or undefined where it does not come within so many milliseconds; an answer that comes later is ignored, and so is a later failure. */
export async function answerWithin<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([answer, elapsed]);
  } finally {
    clearTimeout(timer);
  }
}
