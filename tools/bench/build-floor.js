/** The baselines of a build: one hybrid statement, and a context assembled by hand from its rows. */
const { createHash } = require('node:crypto');
const { countTokens } = require('@crumbtrail/hints');

/** Word and vector search in one session, fused by reciprocal rank in one statement; returns as many rows as a context can use. */
const HYBRID = `
with v as (
  select id, row_number() over (order by d) r
  from (select id, emb <=> $1::vector d from bc where session_id = $3 order by emb <=> $1::vector limit 50) x
),
k as (
  select id, row_number() over (order by s desc) r
  from (
    select id, ts_rank_cd(fts, q) s from bc, websearch_to_tsquery('english', $2) q
    where session_id = $3 and fts @@ q order by s desc limit 50
  ) y
)
select bc.id, bc.author_id, bc.text, bc.occurred_at, coalesce(1.0 / (60 + v.r), 0) + coalesce(1.0 / (60 + k.r), 0) score
from v full join k using (id) join bc using (id) order by score desc, bc.id limit 50`;

/** A hand-written query, prepared once on its connection. */
function hybridOn(client) {
  return async ({ vector, question, session }) =>
    (await client.query({ name: 'hybrid', text: HYBRID, values: [vector, question, session] })).rows;
}

const hashOf = (text) => createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex');

/** Removes duplicates, keeps what fits by known token counts, sorts and joins the texts. */
class HandAssembly {
  #counts = new Map();

  #tokens(line) {
    const known = this.#counts.get(line);
    if (known !== undefined) return known;
    const counted = countTokens(line, 'o200k_base');
    this.#counts.set(line, counted);
    return counted;
  }

  assemble(rows, { question, maxTokens }) {
    const seen = new Set();
    const kept = [];
    let left = maxTokens - this.#tokens(`User: ${question}\n`) - 20;
    for (const row of rows) {
      const hash = hashOf(row.text);
      const line = `${row.author_id}: ${row.text}\n`;
      const cost = this.#tokens(line);
      if (seen.has(hash) || cost > left) continue;
      seen.add(hash);
      left -= cost;
      kept.push({ at: row.occurred_at, line });
    }
    kept.sort((a, b) => a.at - b.at);
    return `## History\n${kept.map(({ line }) => line).join('')}\n## Current message\nUser: ${question}`;
  }
}

module.exports = { HandAssembly, hybridOn };
