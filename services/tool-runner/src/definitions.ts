import {
  contentHash,
  ToolDef,
  type Envelope,
  type Erased,
  type ToolDefV1,
  type Write,
  toJsonObject,
} from '@crumbtrail/contracts';
import { SERVICE } from './config';

/** One of our tools with its stored definition, which is null if there is none. */
export interface Described {
  readonly wanted: ToolDefV1;
  readonly known: Envelope | Erased | null;
}

const isOurs = ({ author }: Pick<Envelope, 'author'>): boolean => author.kind === 'service' && author.id === SERVICE;

function writeOf({ wanted, known }: Described): Write | null {
  const context = toJsonObject(wanted);
  if (known === null) return { op: 'create', draft: { schema_name: ToolDef.name, title: wanted.title, context } };
  if ('erased' in known || !isOurs(known) || known.content_hash === contentHash(context)) return null;
  return { op: 'update', id: known.id, if_match: known.version, patch: { context } };
}

/**
 * The writes that say of definitions of ours why they are unavailable, where their source is gone or does not offer them any more: what is unavailable is offered to no
 * agent.
 */
export function withdrawalWrites(
  definitions: readonly Envelope<ToolDefV1>[],
  whyWithdrawn: (definition: ToolDefV1) => string | undefined,
): Write[] {
  return definitions.flatMap((one): Write[] => {
    const unavailable = isOurs(one) ? whyWithdrawn(one.context) : undefined;
    if (unavailable === undefined || unavailable === one.context.unavailable) return [];
    const context = toJsonObject({ ...one.context, unavailable });
    return [{ op: 'update', id: one.id, if_match: one.version, patch: { context } }];
  });
}

/**
 * The writes that bring the definitions of our tools up to date: creates missing ones and updates changed ones.
 * Definitions that an operator has made or erased are left alone.
 */
export function definitionWrites(tools: readonly Described[]): Write[] {
  return tools.map(writeOf).filter((write) => write !== null);
}
