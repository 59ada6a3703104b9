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

/** Scores of one candidate by feature. */
export type Scores = Readonly<Record<string, number>>;

/** A found piece of text with what it scored. */
export type Scored = CandidateRow & { readonly score: number; readonly scores: Scores };

/** Eight digits tell any two apart that matter, and are the same on every machine. */
export const rounded = (score: number): number => Number(score.toPrecision(8));

/** The scores there are. */
export function roundedAll(scores: Readonly<Record<string, number | null>>): Scores {
  const present = Object.entries(scores).filter((one): one is [string, number] => one[1] !== null);
  return Object.fromEntries(present.map(([name, score]) => [name, rounded(score)]));
}

const absent = <Value>(name: string, value: Value | null): Record<string, Value> =>
  value === null ? {} : { [name]: value };

/** A row as the contract has it, at its place within its source. */
export function candidateOf(row: Scored, rank: number, tokenizer: 'o200k_base' | 'cl100k_base'): Candidate {
  return {
    id: row.id,
    version: row.version,
    workspace: row.workspace,
    chunk: row.ordinal,
    chunks: row.chunks,
    position: row.position,
    schema_name: row.schema_name,
    ...absent('session', row.session),
    author: { kind: row.author_kind, id: row.author_id },
    audience: audienceOf(row.audience) as Candidate['audience'],
    imported: row.imported,
    occurred_at: row.occurred_at.toISOString(),
    ...absent('expires_at', row.expires_at?.toISOString() ?? null),
    text: row.text,
    ...absent('hint_error', row.hint_error),
    text_hash: row.text_hash,
    tokens: tokenizer === 'cl100k_base' ? row.tokens_cl100k : row.tokens_o200k,
    simhash: row.simhash,
    information: 0,
    rank,
    score: rounded(row.score),
    scores: row.scores,
  };
}
