import { refuse } from '@crumbtrail/contracts';

/** An opaque cursor: valid for one use, such as `list`, in one workspace. */
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

const invalidCursor = (): Error => refuse('cursor_gone', 'Invalid or expired cursor. Start again without it.');

/** Reads the position in a cursor; refuses one of another use, of another workspace, or that is malformed. */
export function readCursor(use: string, workspace: string, cursor: string): readonly (string | number)[] {
  const parts = parseCursor(cursor);
  if (!Array.isArray(parts) || parts[0] !== use || parts[1] !== workspace) throw invalidCursor();
  const place: unknown[] = parts.slice(2);
  if (!place.every((part) => typeof part === 'string' || Number.isSafeInteger(part))) throw invalidCursor();
  return place as (string | number)[];
}
