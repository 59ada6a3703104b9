import { parseFilter } from '../protocol/subjects';
import { knownServices } from './grants';

/**
 * Why a principal may not have a durable; null when it may. A durable is its principal's by name (`<principal>` or
 * `<principal>-<suffix>`), and an agent's own service hears nothing but what is for that agent.
 */
export function explainDurableRefusal(
  principal: string,
  wish: { readonly durable: string; readonly filter: string },
): string | null {
  const { durable, filter } = wish;
  const heard = parseFilter(filter);
  if (!heard) return `"${filter}" is no filter of crumb events`;
  if (!isNamedFor(durable, principal))
    return `the durable ${durable} is not ${principal}'s: name it ${principal} or ${principal}-<suffix>`;
  const isKnown = knownServices.includes(principal);
  return isKnown || heard.recipient === principal
    ? null
    : `${principal} hears only what is for ${principal}: name it as the recipient`;
}

/** `agent-executor` and `agent-executor-2` are not durables of a service named `agent`. */
function isNamedFor(durable: string, principal: string): boolean {
  const isFor = (owner: string): boolean => durable === owner || durable.startsWith(`${owner}-`);
  return isFor(principal) && !knownServices.some((other) => other.length > principal.length && isFor(other));
}
