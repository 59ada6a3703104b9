import type { ReadStatement } from '../../database/database';
import type { StatementParameters } from '../../database/statement-parameters';
import type { TextChunk } from '../session-cache/text-chunk';

/** Chunks with more before them are not looked back from: these are some 70,000 tokens. */
export const MOST_EARLIER = 200;

/** A row that {@link buildEarlierTextsStatement} selects. */
export interface EarlierTextsRow {
  readonly id: string;
  readonly version: number;
  /** The texts of its chunks in their order, from the first on. */
  readonly texts: readonly string[];
}

/** Marks of blocks, as a regular expression of Postgres: fences, rows of dashes, lines that begin with a bar or a bracket. */
const BLOCKS = '(?n)```|~~~|\\|[\\s:]*-|-[\\s:]*\\||^\\s*[|{[]';

/** Selects the texts before chunks, of versions that may have a block there, as far as `access` over `chunk k` permits. */
export function buildEarlierTextsStatement(
  parameters: StatementParameters,
  chunks: readonly TextChunk[],
  access: string,
): ReadStatement {
  const ids = parameters.add(
    chunks.map(({ id }) => id),
    'uuid[]',
  );
  const versions = parameters.add(
    chunks.map(({ row }) => row.version),
    'int[]',
  );
  const ordinals = parameters.add(
    chunks.map(({ ordinal }) => ordinal),
    'int[]',
  );
  const text = `
    select k.crumb_id as id, k.version, json_agg(k.text order by k.ordinal) as texts
    from (select id, version, max(ordinal) as ordinal from unnest(${ids}, ${versions}, ${ordinals}) w (id, version, ordinal) group by 1, 2) w
    join chunk k on k.crumb_id = w.id and k.version = w.version and k.ordinal < w.ordinal
    where ${access}
    group by k.crumb_id, k.version
    having bool_or(k.text ~ ${parameters.add(BLOCKS, 'text')})`;
  return { text };
}
