import type { FeatureWeights } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import type { Question } from '../rank/question';
import { rankTexts, type RankedText } from '../rank/rank-texts';
import { byTime, KeptText } from './kept-text';
import { Values } from './visible';
import { behindWall, type Late } from './wall';
import { besideStatement, poolStatement, type WideQuestion, type WideRow } from './wide-statement';

/** Best texts whose neighbours are looked at. */
const MOST_SEEDS = 64;

/** What is asked of texts in the database, and how they are ranked. */
export interface Wide {
  readonly asked: WideQuestion;
  readonly question: Question;
  readonly weights: FeatureWeights;
  readonly late: Late;
  readonly limit: number;
  /** Do neighbours in a session count? They do for contexts; a search gives only what holds its words. */
  readonly neighbours: boolean;
}

type Ranked = readonly RankedText<KeptText>[];

function rank(rows: readonly WideRow[], { asked, question, weights, late }: Wide): Ranked {
  const texts = behindWall(rows.map(KeptText.beside), asked.sight, late).sort(byTime);
  const vector = asked.vector === null ? undefined : [1];
  return rankTexts(texts, { ...question, vector }, weights);
}

const ALONE = { previous: 0, next: 0, second: 0 };

/**
 * Ranks texts of wide scopes: the database picks a capped number by words and by vector, the ranking is the one of sessions. The
 * best bring the texts around them along, in a second statement.
 */
export async function findWide(sql: Sql, wide: Wide): Promise<Ranked> {
  const values = new Values();
  const statement = poolStatement(values, wide.asked);
  if (statement === null) return [];
  const alone = { ...wide, weights: { ...wide.weights, ...ALONE } };
  const ranked = rank(await sql.query<WideRow>(statement, values.list), alone);
  if (!wide.neighbours || ranked.length === 0) return ranked.slice(0, wide.limit);
  const seeds = ranked.slice(0, Math.max(MOST_SEEDS, wide.limit)).map(({ text }) => ({ ...text.row, tsv: '' }));
  const beside = new Values();
  const text = besideStatement(beside, wide.asked, seeds);
  return rank(await sql.query<WideRow>(text, beside.list), wide).slice(0, wide.limit);
}
