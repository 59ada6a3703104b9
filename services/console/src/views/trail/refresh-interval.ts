import type { TrailNode } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** The gateway returns at most this many breadcrumbs of a trail. */
export const MAX_NODES = 2_000;

const RUNNING_MS = 1_000;
/** A timer, a tool or a person may continue any trail. */
const QUIET_MS = 5_000;

/** A turn has a duration once it is closed. */
const isOpenTurn = ({ schema_name, duration_ms }: TrailNode): boolean =>
  schema_name === WIRE.agentTurn && duration_ms === undefined;

/** Milliseconds after which a trail is read again; false for one that is not loaded, or is as long as it is shown. */
export function refreshInterval(nodes: readonly TrailNode[] | undefined): number | false {
  if (nodes === undefined || nodes.length >= MAX_NODES) return false;
  return nodes.some(isOpenTurn) ? RUNNING_MS : QUIET_MS;
}
