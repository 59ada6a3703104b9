import { refuse } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';

/** The last committed position. */
export async function readHead(sql: Sql): Promise<number> {
  const [head] = await sql.query<{ position: number }>({
    name: 'head-position',
    text: 'select position from log_head',
  });
  return head?.position ?? 0;
}

/** Refuses to answer from a state that is older than one the caller has already seen. */
export function requirePosition(head: number, least: number | undefined): void {
  if (least !== undefined && head < least) {
    throw refuse('unavailable', `The log is at position ${head} and has not reached ${least} yet; try again.`);
  }
}
