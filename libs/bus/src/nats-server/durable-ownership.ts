import { parseFilter } from '../protocol/subjects';
import { knownServices } from './grants';

/**
 * Why a principal may not have a durable, or null when it may. A durable belongs to the principal that its name starts with
 * (`<principal>` or `<principal>-<suffix>`). An agent that runs as its own service may subscribe only to events addressed to that agent.
 */
export function explainDurableRefusal(
  principal: string,
  wish: { readonly durable: string; readonly filter: string },
): string | null {
  const { durable, filter } = wish;
  const selection = parseFilter(filter);
  if (!selection) return `"${filter}" is not a filter of crumb events`;
  if (!isNamedFor(durable, principal))
    return `the durable ${durable} is not ${principal}'s: name it ${principal} or ${principal}-<suffix>`;
  const isKnown = knownServices.includes(principal);
  return isKnown || selection.recipient === principal
    ? null
    : `${principal} receives only what is addressed to ${principal}: use it as the recipient`;
}

/** `agent-executor` and `agent-executor-2` do not belong to a service named `agent`. */
function isNamedFor(durable: string, principal: string): boolean {
  const isFor = (owner: string): boolean => durable === owner || durable.startsWith(`${owner}-`);
  return isFor(principal) && !knownServices.some((other) => other.length > principal.length && isFor(other));
}
