import type { FeatureWeights } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import { filterVisible } from '../filter/chunk-filter.memory';
import type { RankingQuestion } from '../rank/question';
import { findNamedMembers } from '../rank/named-speakers';
import { findNamedPeriods } from '../rank/question-dates';
import { rankTexts, type RankedText } from '../rank/rank-texts';
import { TextList } from '../rank/text-list';
import type { LateVersions } from '../session-cache/cache-refresh';
import { compareByTime, TextChunk } from '../session-cache/text-chunk';
import {
  buildNeighboursStatement,
  buildSearchStatement,
  type SearchQuestion,
  type SearchRow,
} from './search-statement';

/** How many of the best texts are ranked again together with their neighbours. */
const MOST_SEEDS = 64;

/** Which texts of the database are searched, and how they are ranked. */
export interface DatabaseSearch {
  readonly search: SearchQuestion;
  readonly question: RankingQuestion;
  readonly weights: FeatureWeights;
  readonly late: LateVersions;
  readonly limit: number;
  /** Do neighbours in a session add to the score? They do for contexts; a search returns only texts with the words themselves. */
  readonly neighbours: boolean;
  /** Are only the neighbours of the best {@link MOST_SEEDS} read? Else also those of all others within the limit. */
  readonly fewSeeds?: boolean;
}

type RankedChunks = readonly RankedText<TextChunk>[];

function rankRows(rows: readonly SearchRow[], { search, question, weights, late }: DatabaseSearch): RankedChunks {
  const vector = search.vector?.vector;
  const chunks = filterVisible(
    rows.map((row) => TextChunk.withCosine(row, vector ?? null)),
    search.scope,
    late,
  ).sort(compareByTime);
  return rankTexts(new TextList(chunks), { ...question, vector }, weights);
}

const rowKey = ({ id, version, ordinal }: SearchRow): string => `${id}/${version}/${ordinal}`;

/** The rows around the best texts, and those of the other texts, whose neighbours are not read. */
function addRest(around: readonly SearchRow[], rows: readonly SearchRow[], rest: RankedChunks): SearchRow[] {
  const known = new Set(around.map(rowKey));
  const wanted = new Set(rest.map(({ text }) => text.row as SearchRow).map(rowKey));
  return [...around, ...rows.filter((row) => wanted.has(rowKey(row)) && !known.has(rowKey(row)))];
}

/** A day without a year has one in each year: the latest are searched. */
const MOST_PERIODS = 3;

/** The times and the members of the session that a question names. */
function findAsked(question: RankingQuestion): Pick<SearchQuestion, 'periods' | 'authors'> {
  if (question.subject === undefined) return {};
  const history = { from: 0, to: question.now };
  const periods = findNamedPeriods(question, history).slice(0, MOST_PERIODS);
  return { periods, authors: findNamedMembers(question) };
}

const WITHOUT_NEIGHBOURS = { previous: 0, next: 0, second: 0 };

/**
 * Searches texts that are not in memory: the database selects a limited number by words and by vector, and they are ranked as
 * those in memory are. A second statement reads the neighbours of the best.
 */
export async function searchDatabase(sql: SqlReader, search: DatabaseSearch): Promise<RankedChunks> {
  const parameters = new StatementParameters();
  const text = buildSearchStatement(parameters, { ...search.search, ...findAsked(search.question) });
  if (text === null) return [];
  const withoutNeighbours = { ...search, weights: { ...search.weights, ...WITHOUT_NEIGHBOURS } };
  // A generic plan expects any word in few texts, and would read all texts that have a frequent one instead of the newest.
  const hasFrequentWords = search.search.filter.session === undefined && search.search.stems.length > 0;
  // Meanings of few texts are compared one by one, those of many by their index: the values tell how many there are.
  const plansForValues = hasFrequentWords || search.search.vector?.stored === 'meanings';
  const rows = await sql.read<SearchRow>({ text, plansForValues }, parameters.list);
  const ranked = rankRows(rows, withoutNeighbours);
  if (!search.neighbours || ranked.length === 0) return ranked.slice(0, search.limit);
  const seeds = search.fewSeeds ? MOST_SEEDS : Math.max(MOST_SEEDS, search.limit);
  const [best, rest] = [ranked.slice(0, seeds), ranked.slice(seeds, search.limit)];
  const more = new StatementParameters();
  const neighbours = buildNeighboursStatement(
    more,
    search.search,
    best.map(({ text: { row } }) => row),
  );
  const around = await sql.read<SearchRow>({ text: neighbours }, more.list);
  return rankRows(addRest(around, rows, rest), search).slice(0, search.limit);
}
