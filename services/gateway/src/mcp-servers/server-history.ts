import type { Envelope, McpConnectionV1 } from '@crumbtrail/contracts';
import type { McpServerChanges } from '@crumbtrail/contracts/http/mcp-servers';

const MOST_VERSIONS = 100;

/** Whether the setting names a server; one without was removed. */
export const isPresent = ({ url, command }: McpConnectionV1): boolean => url !== undefined || command !== undefined;

const addressOf = ({ url, command, args = [] }: McpConnectionV1): string => url ?? [command, ...args].join(' ');

const headersOf = ({ headers = {} }: McpConnectionV1): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join(', ');

const fieldChange = (what: string, before: string, after: string): string | undefined =>
  before === after ? undefined : `${what}: ${before || 'none'} → ${after || 'none'}`;

const disabledChange = (before: McpConnectionV1, after: McpConnectionV1): string | undefined => {
  if ((before.disabled === true) === (after.disabled === true)) return undefined;
  return after.disabled ? 'disabled' : 'enabled';
};

const timeLimit = ({ timeout_ms }: McpConnectionV1): string => (timeout_ms === undefined ? '' : `${timeout_ms} ms`);

/** What one version changed, in words. */
function changesOf(after: McpConnectionV1, before: McpConnectionV1 | undefined): string[] {
  if (!isPresent(after)) return ['removed'];
  if (!before || !isPresent(before)) return [`added ${addressOf(after)}`];
  return [
    fieldChange('address', addressOf(before), addressOf(after)),
    fieldChange('headers', headersOf(before), headersOf(after)),
    fieldChange('time limit', timeLimit(before), timeLimit(after)),
    disabledChange(before, after),
  ].filter((one) => one !== undefined);
}

/** Who changed a server, the latest first. `versions` is oldest first. */
export const toServerChanges = (versions: readonly Envelope<McpConnectionV1>[]): McpServerChanges =>
  versions
    .map(({ version, updated_at, author, updated_by, context }, nth) => ({
      version,
      at: updated_at,
      by: updated_by ?? { kind: author.kind, id: author.id },
      changes: changesOf(context, versions[nth - 1]?.context),
    }))
    .reverse()
    .slice(0, MOST_VERSIONS);
