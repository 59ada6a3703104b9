import type { ToolDefV1 } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';

/** What a definition may permit its tool to do. */
export type Permission = NonNullable<ToolDefV1['permissions']>[number];

/** Throws a PermanentError that names the permission when the definition does not have it. */
export function requirePermission(permissions: readonly Permission[] = [], needed: Permission, tool: string): void {
  if (permissions.includes(needed)) return;
  throw new PermanentError(`The tool ${tool} lacks the permission \`${needed}\`; its definition must name it.`);
}
