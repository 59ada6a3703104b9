import type { StatementParameters } from '../../database/statement-parameters';
import type { ReadScope } from '../filter/chunk-filter';
import { chunkAccessSql } from '../filter/chunk-filter.sql';
import { SHOWN_COLUMNS, type ShownColumns } from '../session-cache/outline-texts';
import type { ChunkRow } from '../session-cache/text-chunk';

/** A row that {@link buildTextsStatement} selects. */
export interface ShownRow extends ShownColumns {
  /** Which of the wanted chunks, from 1. */
  readonly n: number;
}

/** Selects by their keys what is shown of chunks, through the access filter. */
export function buildTextsStatement(
  parameters: StatementParameters,
  scope: ReadScope,
  wanted: readonly Pick<ChunkRow, 'id' | 'version' | 'ordinal'>[],
): string {
  const add = (values: readonly unknown[], type: string): string => parameters.add(values, type);
  const ids = add(
    wanted.map(({ id }) => id),
    'uuid[]',
  );
  const versions = add(
    wanted.map(({ version }) => version),
    'int[]',
  );
  const ordinals = add(
    wanted.map(({ ordinal }) => ordinal),
    'int[]',
  );
  const workspace = parameters.add(scope.workspace, 'text');
  return `select b.n::int as n, ${SHOWN_COLUMNS}
    from unnest(${ids}, ${versions}, ${ordinals}) with ordinality b (crumb_id, version, ordinal, n)
    join chunk k on k.workspace = ${workspace} and k.crumb_id = b.crumb_id and k.version = b.version and k.ordinal = b.ordinal
    where ${chunkAccessSql(parameters, 'k', scope)}`;
}
