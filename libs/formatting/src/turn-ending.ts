const ENDINGS: Readonly<Record<string, string>> = {
  speak: 'replied',
  wait: 'did not reply',
  error: 'failed',
  stopped: 'stopped',
};

/** How a turn ended, in words: `replied` for `speak`. Any other word stays as it is. */
export const describeEnding = (action: string): string =>
  Object.hasOwn(ENDINGS, action) ? (ENDINGS[action] as string) : action;
