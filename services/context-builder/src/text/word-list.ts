/** The words of several lines separated by spaces, as a set. */
export const wordList = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));
