import type { Candidate } from '@crumbtrail/contracts';
import { audienceOf } from '../../ledger/stored-rows';
import type { TextChunk } from '../session-cache/text-chunk';

/** A found text, and what it is worth by feature. */
export interface FoundText {
  readonly text: TextChunk;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** What the rest of a reply says of a text. */
export interface CandidateDetails {
  /** Its place within its source, from 1. */
  readonly rank: number;
  readonly tokenizer: 'o200k_base' | 'cl100k_base';
  /** Absent where it cannot enter: then its words stay here. */
  readonly words?: CandidateText;
}

/** What a text says, in bits and as a vector. */
export interface CandidateText {
  readonly information: number;
  readonly vector?: readonly number[] | undefined;
}

const DIGITS = 1e6;
/** Hex digits of a text's hash that tell whether it reads the same. */
const DIGEST = 7;

/** Six digits tell any two apart that matter, and are the same on every machine. */
export const roundScore = (score: number): number => Math.round(DIGITS * score) / DIGITS;

/** The scores with as many digits as matter. */
export function roundScores(scores: Readonly<Record<string, number>>): Record<string, number> {
  const all: Record<string, number> = {};
  for (const name in scores) all[name] = roundScore(scores[name] as number);
  return all;
}

const WORDLESS = { text: '', text_hash: '', simhash: '' };

/** A text as the contract has it; members that have no value do not go over the wire. */
export function toCandidate(workspace: string, { text, score, scores }: FoundText, about: CandidateDetails): Candidate {
  const { row, expiresAt } = text;
  const { words } = about;
  const said = words ? row : WORDLESS;
  return {
    id: row.id,
    version: row.version,
    workspace,
    chunk: row.ordinal,
    chunks: row.chunks,
    position: row.position,
    schema_name: row.schema_name,
    session: row.session ?? undefined,
    author: text.author,
    audience: audienceOf(row.audience) as Candidate['audience'],
    imported: row.imported,
    occurred_at: text.occurred,
    expires_at: expiresAt === null ? undefined : new Date(expiresAt).toISOString(),
    text: said.text,
    hint_error: row.hint_error ?? undefined,
    digest: said.text_hash.slice(0, DIGEST),
    tokens: about.tokenizer === 'cl100k_base' ? row.tokens_cl100k : row.tokens_o200k,
    simhash: said.simhash,
    information: words?.information ?? 0,
    vector: words?.vector,
    rank: about.rank,
    score: roundScore(score),
    scores: roundScores(scores),
  };
}
