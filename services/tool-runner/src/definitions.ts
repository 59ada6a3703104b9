import { contentHash, ToolDef, type Envelope, type Erased, type ToolDefV1, type Write } from '@crumbtrail/contracts';
import { SERVICE } from './config';

/** A tool of ours, and what is known of its definition: null where there is none. */
export interface Described {
  readonly wanted: ToolDefV1;
  readonly known: Envelope | Erased | null;
}

const isOurs = ({ author }: Envelope): boolean => author.kind === 'service' && author.id === SERVICE;

function writeOf({ wanted, known }: Described): Write | null {
  const context = wanted as unknown as Record<string, unknown>;
  if (known === null) return { op: 'create', draft: { schema_name: ToolDef.name, title: wanted.title, context } };
  if ('erased' in known || !isOurs(known) || known.content_hash === contentHash(context)) return null;
  return { op: 'update', id: known.id, if_match: known.version, patch: { context } };
}

/**
 * What must be written so that our tools are defined as they are: those that are missing, and those that have changed. What an
 * operator has defined or erased is theirs.
 */
export function definitionWrites(tools: readonly Described[]): Write[] {
  return tools.map(writeOf).filter((write) => write !== null);
}
