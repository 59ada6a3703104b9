import type { ReadStatement } from '../../database/database';

/** The document frequencies of stems in a workspace, and the state of the index that they belong to. */
export const SELECT_TERM_COUNTS: ReadStatement = {
  text: `
  select coalesce((select position from index_cursor where kind = 'text'), 0) as through,
    coalesce((select e.position from crumb_event e where e.workspace = $1::text order by e.position desc limit 1), 0) as last,
    (select json_object_agg(d.term, d.df) from unnest($2::text[]) q (term)
     join lateral (select t.term, t.df from term_stat t where t.workspace = $1::text and t.term = q.term offset 0) d on true) as counts`,
};
