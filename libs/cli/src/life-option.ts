import type { WorkspaceRetentionV1 } from '@crumbtrail/contracts';
import { InvalidArgumentError } from 'commander';

/** How long breadcrumbs of a schema live, as the setting of a workspace says it. */
export type SettingLife = NonNullable<WorkspaceRetentionV1['lives']>[number];

/** The life of a schema; null: it ends to apply. */
export interface LifeOption {
  readonly schema: string;
  readonly life: Omit<SettingLife, 'schema'> | null;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const UNUSED = 'unused:';
const HELP =
  'Write it as SCHEMA=unused:30d, SCHEMA=7d, SCHEMA=7d+unused:30d (both), SCHEMA=7d/unused:30d (either) or SCHEMA=forever.';

function parseSpan(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) throw new InvalidArgumentError(HELP);
  return Number(count) * (SECONDS[unit] ?? 1);
}

/** The one part, or the two of which one is without use. */
function parseParts(parts: readonly string[]): Pick<SettingLife, 'seconds' | 'unused_seconds'> {
  const unused = parts.filter((part) => part.startsWith(UNUSED));
  const ages = parts.filter((part) => !part.startsWith(UNUSED));
  if (unused.length > 1 || ages.length > 1) throw new InvalidArgumentError(HELP);
  return {
    ...Object.fromEntries(ages.map((part) => ['seconds', parseSpan(part)])),
    ...Object.fromEntries(unused.map((part) => ['unused_seconds', parseSpan(part.slice(UNUSED.length))])),
  };
}

/** Reads the life of a schema as it is written in a command: `note.v1=7d+unused:30d`. */
export function parseLife(text: string, before: readonly LifeOption[] = []): readonly LifeOption[] {
  const [schema = '', rule = ''] = text.split('=');
  if (schema === '' || rule === '') throw new InvalidArgumentError(HELP);
  if (rule === 'forever') return [...before, { schema, life: null }];
  const life = { ...parseParts(rule.split(/[+/]/)), ...(rule.includes('/') ? { when: 'either' as const } : {}) };
  return [...before, { schema, life }];
}
