import type { FieldChange } from '@crumbtrail/contracts/definition-diff';

const textLines = (value: unknown): string[] =>
  value === undefined ? [] : (typeof value === 'string' ? value : JSON.stringify(value)).split('\n');

/** Number of lines that two texts begin with alike. */
function sharedStart(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((line, n) => line !== b[n]);
  return at === -1 ? a.length : at;
}

/** The lines of both texts without those that they begin and end with alike. */
function differingLines(before: unknown, after: unknown): { removed: string[]; added: string[] } {
  const [a, b] = [textLines(before), textLines(after)];
  const start = sharedStart(a, b);
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const end = sharedStart(restA.toReversed(), restB.toReversed());
  return { removed: restA.slice(0, restA.length - end), added: restB.slice(0, restB.length - end) };
}

/** The changes of a payload as the lines of a diff: the path of each field, what is gone after `-`, and what is new after `+`. */
export function fieldChangeLines(changes: readonly FieldChange[]): string[] {
  return changes.flatMap(({ path, before, after }) => {
    const { removed, added } = differingLines(before, after);
    return [path, ...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
  });
}
