import type { CrumbAuthor, Candidate, EnclosingBlocks } from '@crumbtrail/contracts';
import { audienceOf } from '../../ledger/stored-rows';
import type { RankedText } from '../rank/rank-texts';
import type { TextChunk } from '../session-cache/text-chunk';

/** The fields of a candidate besides its text and score. */
export interface CandidateDetails {
  /** Its rank within its source, from 1. */
  readonly rank: number;
  readonly tokenizer: 'o200k_base' | 'cl100k_base';
  /** Absent for a candidate that cannot enter a context: its text is not returned. */
  readonly content?: CandidateContent;
  /** The authors of the same reply. */
  readonly authors: AuthorTable;
}

/** What a candidate has beside its text. */
export interface CandidateContent {
  /** Of its text, in bits. */
  readonly information: number;
  readonly vector?: readonly number[] | undefined;
  /** The blocks that its text begins inside of; null for none. */
  readonly enclosing: EnclosingBlocks | null | undefined;
}

/** Gives candidates with the same author the same object, so that a packed reply holds it once. */
export class AuthorTable {
  private readonly authors = new Map<string, CrumbAuthor>();

  share(author: CrumbAuthor): CrumbAuthor {
    const key = `${author.kind}:${author.id}:${author.name ?? ''}`;
    const known = this.authors.get(key);
    if (known) return known;
    this.authors.set(key, author);
    return author;
  }
}

const DIGITS = 1e6;
/** How many hex digits of a text's hash are returned; they show whether two texts are equal. */
const DIGEST_LENGTH = 7;

/** A score with six digits: enough to distinguish scores, and the same on every machine. */
export const roundScore = (score: number): number => Math.round(DIGITS * score) / DIGITS;

/** Scores by feature, rounded as by {@link roundScore}. */
export function roundScores(scores: Readonly<Record<string, number>>): Record<string, number> {
  const rounded: Record<string, number> = {};
  for (const name in scores) rounded[name] = roundScore(scores[name] as number);
  return rounded;
}

const NO_TEXT = { text: '', text_hash: '', simhash: '' };
const NO_CONTENT: CandidateContent = { information: 0, enclosing: null };

/** A found text as a reply has it. Members without a value are undefined, so that they are not sent. */
export function toCandidate(
  workspace: string,
  { text, score, scores }: RankedText<TextChunk>,
  { rank, tokenizer, content, authors }: CandidateDetails,
): Candidate {
  const { row, expiresAt } = text;
  const shown = content ? row : NO_TEXT;
  const { information, vector, enclosing } = content ?? NO_CONTENT;
  return {
    id: row.id,
    version: row.version,
    workspace,
    chunk: row.ordinal,
    chunks: row.chunks,
    position: row.position,
    schema_name: row.schema_name,
    session: row.session ?? undefined,
    author: authors.share(text.author),
    audience: audienceOf(row.audience) as Candidate['audience'],
    informs: row.informs === null ? undefined : (audienceOf(row.informs) as Candidate['audience']),
    imported: row.imported,
    occurred_at: text.occurred,
    expires_at: expiresAt === null ? undefined : new Date(expiresAt).toISOString(),
    text: shown.text,
    enclosing: enclosing ?? undefined,
    hint_error: row.hint_error ?? undefined,
    digest: shown.text_hash.slice(0, DIGEST_LENGTH),
    tokens: tokenizer === 'cl100k_base' ? row.tokens_cl100k : row.tokens_o200k,
    simhash: shown.simhash,
    information,
    vector,
    rank,
    score: roundScore(score),
    scores: roundScores(scores),
  };
}
