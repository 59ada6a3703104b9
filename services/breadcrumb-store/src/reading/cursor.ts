import { refuse } from '@crumbtrail/contracts';

/** A place to go on from, as text that says nothing to its holder and is good for one use in one workspace. */
export function writeCursor(use: string, workspace: string, place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([use, workspace, ...place])).toString('base64url');
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw Object.assign(invalidCursor(), { cause });
  }
}

const invalidCursor = (): Error =>
  refuse('cursor_gone', 'This cursor is not one of this list in this workspace; begin anew without it.');

/** The place in a cursor; refuses a cursor of another use, another workspace, or nobody's making. */
export function readCursor(use: string, workspace: string, cursor: string): readonly (string | number)[] {
  const parts = parseCursor(cursor);
  if (!Array.isArray(parts) || parts[0] !== use || parts[1] !== workspace) throw invalidCursor();
  const place: unknown[] = parts.slice(2);
  if (!place.every((part) => typeof part === 'string' || Number.isSafeInteger(part))) throw invalidCursor();
  return place as (string | number)[];
}
