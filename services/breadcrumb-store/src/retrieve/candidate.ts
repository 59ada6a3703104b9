import type { Candidate } from '@crumbtrail/contracts';
import { audienceOf } from '../append/records';
import type { KeptText } from './kept-text';

/** A found text, and what it is worth by feature. */
export interface Found {
  readonly text: KeptText;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** What the rest of a reply says of a text. */
export interface About {
  /** Its place within its source, from 1. */
  readonly rank: number;
  readonly information: number;
  readonly tokenizer: 'o200k_base' | 'cl100k_base';
  readonly vector?: readonly number[] | undefined;
}

/** Eight digits tell any two apart that matter, and are the same on every machine. */
export const rounded = (score: number): number => Number(score.toPrecision(8));

/** The scores with as many digits as matter. */
export function roundedAll(scores: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, rounded(score)]));
}

const absent = <Value>(name: string, value: Value | null | undefined): Record<string, Value> =>
  value === null || value === undefined ? {} : { [name]: value };

/** A text as the contract has it. */
export function candidateOf(workspace: string, { text, score, scores }: Found, about: About): Candidate {
  const { row, expiresAt } = text;
  return {
    id: row.id,
    version: row.version,
    workspace,
    chunk: row.ordinal,
    chunks: row.chunks,
    position: row.position,
    schema_name: row.schema_name,
    ...absent('session', row.session),
    author: text.author,
    audience: audienceOf(row.audience) as Candidate['audience'],
    imported: row.imported,
    occurred_at: new Date(text.occurredAt).toISOString(),
    ...absent('expires_at', expiresAt === null ? null : new Date(expiresAt).toISOString()),
    text: row.text,
    ...absent('hint_error', row.hint_error),
    text_hash: row.text_hash,
    tokens: about.tokenizer === 'cl100k_base' ? row.tokens_cl100k : row.tokens_o200k,
    simhash: row.simhash,
    information: about.information,
    ...absent('vector', about.vector),
    rank: about.rank,
    score: rounded(score),
    scores: roundedAll(scores),
  };
}
