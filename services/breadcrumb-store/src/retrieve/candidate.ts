import type { Candidate, Participant } from '@crumbtrail/contracts';
import { audienceOf } from '../append/records';

/** Columns of `chunk k` that a candidate is made of. */
export const CANDIDATE_COLUMNS = `k.workspace, k.crumb_id as id, k.version, k.ordinal, k.chunks, k.position, k.schema_name, k.session,
  k.author_kind, k.author_id, k.audience, k.imported, k.occurred_at, k.expires_at, k.text, k.hint_error, k.text_hash,
  k.tokens_o200k, k.tokens_cl100k, k.simhash`;

export interface CandidateRow {
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly chunks: number;
  readonly position: number;
  readonly schema_name: string;
  readonly session: string | null;
  readonly author_kind: Participant['kind'];
  readonly author_id: string;
  readonly audience: readonly string[];
  readonly imported: boolean;
  readonly occurred_at: Date;
  readonly expires_at: Date | null;
  readonly text: string;
  readonly hint_error: string | null;
  readonly text_hash: string;
  readonly tokens_o200k: number;
  readonly tokens_cl100k: number;
  readonly simhash: string;
}

/** How a candidate came out in its source. */
export interface Standing {
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
  readonly tokenizer: 'o200k_base' | 'cl100k_base';
}

/** Eight digits tell any two apart that matter, and are the same on every machine. */
export const rounded = (score: number): number => Number(score.toPrecision(8));

export function candidateOf(row: CandidateRow, { rank, score, scores, tokenizer }: Standing): Candidate {
  return {
    id: row.id,
    version: row.version,
    workspace: row.workspace,
    chunk: row.ordinal,
    chunks: row.chunks,
    position: row.position,
    schema_name: row.schema_name,
    ...(row.session === null ? {} : { session: row.session }),
    author: { kind: row.author_kind, id: row.author_id },
    audience: audienceOf(row.audience),
    imported: row.imported,
    occurred_at: row.occurred_at.toISOString(),
    ...(row.expires_at === null ? {} : { expires_at: row.expires_at.toISOString() }),
    text: row.text,
    ...(row.hint_error === null ? {} : { hint_error: row.hint_error }),
    text_hash: row.text_hash,
    tokens: tokenizer === 'cl100k_base' ? row.tokens_cl100k : row.tokens_o200k,
    simhash: row.simhash,
    rank,
    score: rounded(score),
    scores: Object.fromEntries(Object.entries(scores).map(([name, value]) => [name, rounded(value)])),
  };
}
