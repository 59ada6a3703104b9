import { SINCE_REPLY, type ContextConfigV1, type SectionName, type SourcePlan } from '@crumbtrail/contracts';

/** Settings of a section in a config. */
export type SectionOverrides = NonNullable<ContextConfigV1['sections']>[number];

/** How much of the budget a section may use, and its priority: sections with a higher priority are filled first. */
export interface SectionPlan {
  readonly name: SectionName;
  readonly heading: string;
  /** Name and attributes of its element, in formats that have elements. */
  readonly tag?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Its texts are of the current scope of the session, whatever the calendar says: they stand without headings of days. */
  readonly undated?: true;
  readonly priority: number;
  /** Share of the budget that it may use, 0 to 1. */
  readonly quota: number;
  /** The configured maximum of tokens, independent of the budget. */
  readonly limit?: number;
  /** Tokens reserved for it before other sections are filled. */
  readonly min_tokens: number;
  /** Most tokens under this budget; its part of the last exchanges does not count. */
  readonly max_tokens: number;
}

interface SectionDefault {
  readonly priority: number;
  readonly quota: number;
}

const SECTION_DEFAULTS: Readonly<Record<SectionName, SectionDefault>> = {
  tools: { priority: 80, quota: 0.25 },
  knowledge: { priority: 60, quota: 0.5 },
  memory: { priority: 75, quota: 0.25 },
  state: { priority: 70, quota: 0.25 },
  summaries: { priority: 50, quota: 0.25 },
  events: { priority: 45, quota: 0.25 },
  results: { priority: 55, quota: 0.5 },
  relevant: { priority: 40, quota: 1 },
  recent: { priority: 20, quota: 1 },
};

/** Headings of sections without a configured heading. */
export const DEFAULT_HEADINGS: Readonly<Record<SectionName, string>> = {
  tools: 'Tools',
  knowledge: 'Knowledge',
  memory: 'Memory',
  summaries: 'Summaries',
  state: 'State',
  events: 'Events',
  results: 'Tool results',
  relevant: 'Earlier',
  recent: 'Recent',
};

function sectionCap(
  { quota, limit }: { readonly quota: number; readonly limit?: number | undefined },
  budget: number,
): number {
  return Math.min(limit ?? budget, Math.floor(quota * budget));
}

function defaultHeading(name: SectionName, sources: readonly SourcePlan[]): string {
  const elsewhere = sources.some(({ section, scope }) => section === name && scope !== 'session');
  return name === 'relevant' && elsewhere ? 'Related' : DEFAULT_HEADINGS[name];
}

/** Do all sources of a section have only texts of the current scope? */
function isOfCurrentScope(name: SectionName, sources: readonly SourcePlan[]): boolean {
  const own = sources.filter(({ section }) => section === name);
  return own.length > 0 && own.every(({ since }) => since !== undefined && since !== SINCE_REPLY);
}

function sectionPlan(
  name: SectionName,
  overrides: Partial<SectionOverrides>,
  budget: number,
  sources: readonly SourcePlan[],
): SectionPlan {
  const known = SECTION_DEFAULTS[name];
  const { heading, tag, attributes, priority = known.priority, quota = known.quota, max_tokens: limit } = overrides;
  return {
    name,
    heading: heading ?? defaultHeading(name, sources),
    ...(tag === undefined ? {} : { tag }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(isOfCurrentScope(name, sources) ? { undated: true } : {}),
    priority,
    quota,
    ...(limit === undefined ? {} : { limit }),
    min_tokens: overrides.min_tokens ?? 0,
    max_tokens: sectionCap({ quota, limit }, budget),
  };
}

/** The plan of every section: defaults and overrides for a budget. */
export function planSections(
  overrides: readonly SectionOverrides[],
  budget: number,
  sources: readonly SourcePlan[],
): SectionPlan[] {
  const names = Object.keys(SECTION_DEFAULTS) as SectionName[];
  return names.map((name) => sectionPlan(name, overrides.find((one) => one.name === name) ?? {}, budget, sources));
}

/** The same section under another budget. */
export function sectionWithBudget(section: SectionPlan, budget: number): SectionPlan {
  return { ...section, max_tokens: sectionCap(section, budget) };
}
