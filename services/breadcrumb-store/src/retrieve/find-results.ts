import { ScopeAdvance, ToolResponse } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import type { Found } from './candidate';
import { newest } from './find-kept';
import { findRecent } from './find-recent';
import type { KeptText } from './kept-text';
import type { Look } from './look';
import type { Sight } from './visible';
import { behindWall, wanted } from './wall';

/** Which results of tools. */
export interface ResultsQuestion {
  readonly sight: Sight;
  readonly look: Look;
  /** For whom they were got: whoever ran the tool may read them too, and has no use for them. */
  readonly agent: string;
  /** Absent: only those that are kept in every session. */
  readonly session: string | undefined;
  /** What is visible of the session, where it is in memory and complete. */
  readonly kept: readonly KeptText[] | null;
  /** Results of other sessions too, as far as they are permanent. */
  readonly everywhere: boolean;
  readonly limit: number;
}

const SCHEMAS = [ToolResponse.name, ScopeAdvance.name];
const KEEP = 'keep:';
const KEY = 'result:';
const FOR = 'for:';
/** Of a session that is not in memory so many of the newest are looked through. */
const MOST = 500;

const tagged = ({ tags }: KeptText, mark: string): string | undefined =>
  tags.find((tag) => tag.startsWith(mark))?.slice(mark.length);

/** Those that still hold: the day's only since the session's last new day, of each tool and arguments the newest. */
export function stillValid(texts: readonly KeptText[], agent: string): KeptText[] {
  const days = texts.filter(({ row }) => row.schema_name === ScopeAdvance.name).map(({ position }) => position);
  const dawn = Math.max(0, ...days);
  const valid = texts.filter((text) => {
    if (tagged(text, FOR) !== agent) return false;
    const keep = tagged(text, KEEP);
    return keep === 'session' || keep === 'permanent' || (keep === 'day' && text.position > dawn);
  });
  const last = new Map<string, number>();
  for (const text of valid) {
    const key = tagged(text, KEY) ?? text.id;
    last.set(key, Math.max(last.get(key) ?? 0, text.position));
  }
  return valid.filter((text) => last.get(tagged(text, KEY) ?? text.id) === text.position);
}

/**
 * Results of tools that stay in later contexts of the agent that asked, and of no other's. Newest first.
 */
export async function findResults(sql: Sql, question: ResultsQuestion): Promise<Found[]> {
  const { sight, look, agent, session, kept, everywhere, limit } = question;
  const ofSession = async (): Promise<readonly KeptText[]> => {
    if (session === undefined) return [];
    if (kept) return wanted(kept, { schemas: SCHEMAS });
    const filter = { schemas: SCHEMAS, session };
    return behindWall(await findRecent(sql, { sight, filter, indexed: look.through, limit: MOST }), sight, look.late);
  };
  const permanent = async (): Promise<readonly KeptText[]> => {
    if (!everywhere) return [];
    const filter = { schemas: [ToolResponse.name], tags: [`${KEEP}permanent`, `${FOR}${agent}`] };
    return behindWall(await findRecent(sql, { sight, filter, indexed: look.through, limit }), sight, look.late);
  };
  const [here, anywhere] = await Promise.all([ofSession(), permanent()]);
  const all = new Map([...anywhere, ...here].map((text) => [text.key, text]));
  const inTime = [...all.values()].sort((a, b) => a.occurredAt - b.occurredAt || a.position - b.position);
  return newest(stillValid(inTime, agent), limit);
}
