import { matching, visible, type Filter, type Sight, type Values } from './visible';

/** BM25 (Robertson & Zaragoza 2009): how fast repeating a term stops counting, and how much length counts. */
const K1 = 1.2;
const B = 0.75;
/** The rarest terms of a question that are looked for. */
const MOST_TERMS = 48;
/** Texts, by the workspace's statistics, that the terms looked for may lead to; commoner terms then only add to scores. */
const MOST_HITS = 8_000;
/** Newest texts of those found that are scored. */
const MOST_SCORED = 2_000;

/** Found texts whose neighbours in their session are looked at. */
const MOST_SEEDS = 64;
/** What a text is worth of the score of the one before it: an answer seldom repeats the words of its question. */
const OF_PREVIOUS = 0.5;
/** And of the one after it. */
const OF_NEXT = 0.25;

/** What is asked of the text index. */
export interface TextQuestion {
  readonly sight: Sight;
  readonly filter: Filter;
  readonly query: string;
  /** Do neighbours in a session count? They do for contexts; a search gives only what holds its words. */
  readonly neighbours: boolean;
}

const KEY = 'workspace, crumb_id, version, ordinal';

/**
 * `text_hits`: chunks that share any term with the question, stemmed as English, scored by BM25 with the statistics of the
 * workspace. A question in natural language matches by any of its terms; where those are too common, the rarest find the
 * candidates and all of them score.
 */
function textHits(values: Values, { sight, filter, query }: TextQuestion): string {
  const workspace = values.add(sight.workspace, 'text');
  return `
  corpus as (
    select coalesce(max(chunks), 0)::float8 as n, greatest(coalesce(max(total_length::float8 / nullif(chunks, 0)), 1), 1) as avg_length
    from corpus_stat where workspace = ${workspace}
  ),
  terms as (
    select q.lexeme, coalesce(s.df, 0) as df, ln(1 + (greatest(c.n, s.df) - coalesce(s.df, 0) + 0.5) / (coalesce(s.df, 0) + 0.5)) as idf
    from unnest(to_tsvector('english', ${values.add(query, 'text')})) q
    cross join corpus c
    left join lateral (select t.df from term_stat t where t.workspace = ${workspace} and t.term = q.lexeme offset 0) s on true
    order by 2, 1 limit ${MOST_TERMS}
  ),
  asked as materialized (
    select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery as query
    from (select lexeme, sum(df) over (order by df, lexeme) as reach, row_number() over (order by df, lexeme) as nth from terms) t
    where nth = 1 or reach <= ${MOST_HITS}
  ),
  hits as materialized (
    select k.workspace, k.crumb_id, k.version, k.ordinal, k.tsv, k.length
    from chunk k cross join asked a
    where ${visible(values, 'k', sight)} and ${matching(values, 'k', filter)} and k.tsv @@ a.query
    order by k.occurred_at desc, k.position desc, k.ordinal limit ${MOST_SCORED}
  ),
  text_hits as (
    select h.workspace, h.crumb_id, h.version, h.ordinal,
      sum(t.idf * cardinality(u.positions) * ${K1 + 1}
        / (cardinality(u.positions) + ${K1} * (1 - ${B} + ${B} * h.length / c.avg_length)))::float8 as bm25
    from hits h cross join corpus c cross join lateral unnest(h.tsv) u join terms t on t.lexeme = u.lexeme
    group by 1, 2, 3, 4
  )`;
}

function beside(values: Values, { sight, filter }: TextQuestion, side: 'next' | 'previous'): string {
  const [sign, order, share] = side === 'next' ? ['>', 'asc', OF_PREVIOUS] : ['<', 'desc', OF_NEXT];
  return `
    select n.workspace, n.crumb_id, n.version, n.ordinal, s.bm25 * ${share} as share from seeds s cross join lateral (
      select p.workspace, p.crumb_id, p.version, p.ordinal from chunk p
      where ${visible(values, 'p', sight)} and ${matching(values, 'p', filter)} and p.session = s.session
        and (p.occurred_at, p.position, p.ordinal) ${sign} (s.occurred_at, s.position, s.ordinal)
      order by p.occurred_at ${order}, p.position ${order}, p.ordinal ${order} limit 1
    ) n`;
}

/**
 * Common table expressions that end in `text_scored (workspace, crumb_id, version, ordinal, bm25, neighbours, score)`. With
 * neighbours, the texts right before and after the best in their session share in their score; the wall and the
 * filter hold for them too.
 */
export function textScored(values: Values, question: TextQuestion): string {
  const hits = textHits(values, question);
  if (!question.neighbours)
    return `${hits}, text_scored as (select *, 0::float8 as neighbours, bm25 as score from text_hits)`;
  return `${hits},
  seeds as (
    select h.bm25, k.session, k.occurred_at, k.position, k.ordinal from text_hits h join chunk k using (${KEY})
    where k.session is not null order by h.bm25 desc, k.occurred_at desc, k.position desc, k.crumb_id, k.ordinal
    limit ${MOST_SEEDS}
  ),
  shares as (
    select ${KEY}, sum(share)::float8 as share
    from (${beside(values, question, 'next')} union all ${beside(values, question, 'previous')}) b group by ${KEY}
  ),
  text_scored as (
    select ${KEY}, coalesce(h.bm25, 0) as bm25, coalesce(s.share, 0) as neighbours, coalesce(h.bm25, 0) + coalesce(s.share, 0) as score
    from text_hits h full join shares s using (${KEY})
  )`;
}
