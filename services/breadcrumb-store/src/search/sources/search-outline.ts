import type { FeatureWeights } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import type { ChunkFilter, ReadScope, TimedReadScope } from '../filter/chunk-filter';
import { filterOutline } from '../filter/chunk-filter.memory';
import type { RankingQuestion } from '../rank/question';
import { rankTexts, type RankedText } from '../rank/rank-texts';
import type { TextList } from '../rank/text-list';
import type { LateVersions } from '../session-cache/cache-refresh';
import type { OutlinedText } from '../session-cache/outlined-text';
import type { SessionOutline } from '../session-cache/session-outline';
import type { ShownColumns } from '../session-cache/outline-texts';
import { TextChunk } from '../session-cache/text-chunk';
import { buildTextsStatement, type ShownRow } from './texts-statement';

/** Which chunks of an outline are wanted. */
export interface OutlineScope {
  readonly outline: SessionOutline;
  readonly scope: TimedReadScope;
  readonly filter: ChunkFilter;
  readonly late: LateVersions;
}

/** A question for an outline. */
export interface OutlineSearch extends OutlineScope {
  readonly question: RankingQuestion;
  readonly weights: FeatureWeights;
  readonly limit: number;
}

const listOutlined = ({ outline, scope, filter, late }: OutlineScope): TextList<OutlinedText> =>
  filterOutline(outline, scope, { late, filter });

/** What is shown of chunks that the outline does not keep the texts of. What was erased since is left out. */
async function readShown(
  sql: SqlReader,
  scope: ReadScope,
  texts: readonly OutlinedText[],
): Promise<(text: OutlinedText) => ShownColumns | undefined> {
  const parameters = new StatementParameters();
  const statement = buildTextsStatement(parameters, scope, texts);
  const rows = texts.length > 0 ? await sql.read<ShownRow>({ text: statement }, parameters.list) : [];
  const byKey = new Map(rows.map((row) => [(texts[row.n - 1] as OutlinedText).key, row]));
  return ({ key }) => byKey.get(key);
}

/** Ranked chunks with their texts, from the outline where it keeps them, else from the database. */
async function readTexts(
  sql: SqlReader,
  { outline, scope }: Pick<OutlineScope, 'outline' | 'scope'>,
  ranked: readonly RankedText<OutlinedText>[],
): Promise<RankedText<TextChunk>[]> {
  const texts = ranked.map(({ text }) => text);
  const showText = outline.keepsTexts
    ? ({ at }: OutlinedText) => outline.shownAt(at)
    : await readShown(sql, scope, texts);
  return ranked.flatMap(({ text, score, scores }) => {
    const shown = showText(text);
    if (!shown) return [];
    return [{ text: TextChunk.withTerms(outline.rowAt(text.at, shown), text.terms), score, scores }];
  });
}

/** Searches a session of which only an outline is in memory: its texts are ranked as those of a session in memory are, and only of what is found the texts are read. */
export function searchOutline(sql: SqlReader, search: OutlineSearch): Promise<RankedText<TextChunk>[]> {
  const { question, weights, limit } = search;
  return readTexts(sql, search, rankTexts(listOutlined(search), question, weights, limit));
}

/** The chunks of the newest `limit` crumbs of an outline that match, in time order. */
export async function readNewest(sql: SqlReader, wanted: OutlineScope, limit: number): Promise<TextChunk[]> {
  const { texts } = listOutlined(wanted);
  const ids = new Set<string>();
  let from = texts.length;
  for (; from > 0; from -= 1) {
    const { id } = texts[from - 1] as OutlinedText;
    if (ids.size === limit && !ids.has(id)) break;
    ids.add(id);
  }
  const newest = texts.slice(from).map((text) => ({ text, score: 0, scores: {} }));
  return (await readTexts(sql, wanted, newest)).map(({ text }) => text);
}
