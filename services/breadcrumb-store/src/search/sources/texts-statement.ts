import type { StatementParameters } from '../../database/statement-parameters';
import type { ReadScope } from '../filter/chunk-filter';
import { chunkAccessSql } from '../filter/chunk-filter.sql';
import { TEXT_COLUMNS, type ChunkRow } from '../session-cache/text-chunk';

/** Selects chunks by their keys, through the access filter. */
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
  return `select ${TEXT_COLUMNS} from unnest(${ids}, ${versions}, ${ordinals}) b (crumb_id, version, ordinal)
    join chunk k on k.workspace = ${workspace} and k.crumb_id = b.crumb_id and k.version = b.version and k.ordinal = b.ordinal
    where ${chunkAccessSql(parameters, 'k', scope)}`;
}
