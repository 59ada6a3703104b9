import { z } from 'zod';
import type { Participant } from '../record';
import { AGENT_EXECUTOR, CONDUCTOR, CONTEXT_BUILDER, MEMORY_KEEPER, TOOL_RUNNER } from '../service-names';
import { AGENT_SERVICE } from './define-operation';

/** Callers of the operations that every service that reads and writes crumbs needs. */
export const WORKERS = [CONDUCTOR, CONTEXT_BUILDER, AGENT_EXECUTOR, TOOL_RUNNER, MEMORY_KEEPER, AGENT_SERVICE] as const;

/** A short text: an id, a key, a tag. */
export const text = z.string().max(512);

/** The name of an agent, a workspace or a durable: 1 to 64 characters of a-z, 0-9, dot, dash and underscore. */
export const name = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'must be an id: 1 to 64 lower-case letters (a to z), digits, `.`, `_` or `-`, beginning with a letter or digit',
  );

/** A position in the log, or any other count from 0. */
export const position = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A version of a crumb, from 1; PostgreSQL stores it as an integer. */
export const version = z.int().min(1).max(2_147_483_647);

/** An ISO time with its time zone. */
export const time = z.iso.datetime({ offset: true });

/** A reference to one version of a crumb. */
export const ref = z.object({ id: text, version });

/** A read-only list, of at most `most` items when given. */
export function list<Item extends z.ZodType>(item: Item, most?: number): z.ZodReadonly<z.ZodArray<Item>> {
  const items = z.array(item);
  return (most === undefined ? items : items.max(most)).readonly();
}

/** The author of an action. */
export const participantKind = z.enum(['user', 'agent', 'tool', 'operator', 'service']) satisfies z.ZodType<
  Participant['kind']
>;
