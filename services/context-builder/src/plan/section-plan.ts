import type { ContextConfigV1, SectionName, SourcePlan } from '@crumbtrail/contracts';

/** What a config says of a section. */
export type SectionOverrides = NonNullable<ContextConfigV1['sections']>[number];

/** What a section may take of the budget, and in which order sections are served: higher priority first. */
export interface SectionPlan {
  readonly name: SectionName;
  readonly heading: string;
  /** Its element and that one's attributes, where the format has elements. */
  readonly tag?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly priority: number;
  /** Share of the budget that it may take. */
  readonly quota: number;
  /** Tokens that it may take whatever the budget is, where somebody says so. */
  readonly limit?: number;
  /** Tokens set aside for it before others are served. */
  readonly min_tokens: number;
  /** Tokens of this budget that it never goes over, its part of the two last exchanges left out. */
  readonly max_tokens: number;
}

interface SectionDefault {
  readonly priority: number;
  readonly quota: number;
}

const SECTION_DEFAULTS: Readonly<Record<SectionName, SectionDefault>> = {
  tools: { priority: 80, quota: 0.25 },
  knowledge: { priority: 60, quota: 0.5 },
  state: { priority: 70, quota: 0.25 },
  summaries: { priority: 50, quota: 0.25 },
  events: { priority: 45, quota: 0.25 },
  results: { priority: 55, quota: 0.5 },
  relevant: { priority: 40, quota: 1 },
  recent: { priority: 20, quota: 1 },
};

/** What sections are called where nobody says otherwise. */
export const DEFAULT_HEADINGS: Readonly<Record<SectionName, string>> = {
  tools: 'Tools',
  knowledge: 'Knowledge',
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

function sectionPlan(
  name: SectionName,
  own: Partial<SectionOverrides>,
  budget: number,
  sources: readonly SourcePlan[],
): SectionPlan {
  const known = SECTION_DEFAULTS[name];
  const { heading, tag, attributes, priority = known.priority, quota = known.quota, max_tokens: limit } = own;
  return {
    name,
    heading: heading ?? defaultHeading(name, sources),
    ...(tag === undefined ? {} : { tag }),
    ...(attributes === undefined ? {} : { attributes }),
    priority,
    quota,
    ...(limit === undefined ? {} : { limit }),
    min_tokens: own.min_tokens ?? 0,
    max_tokens: sectionCap({ quota, limit }, budget),
  };
}

/** All sections, with what somebody wishes of them. */
export function planSections(
  overrides: readonly SectionOverrides[],
  budget: number,
  sources: readonly SourcePlan[],
): SectionPlan[] {
  const names = Object.keys(SECTION_DEFAULTS) as SectionName[];
  return names.map((name) => sectionPlan(name, overrides.find((one) => one.name === name) ?? {}, budget, sources));
}

/** The same section of another budget. */
export function sectionWithBudget(section: SectionPlan, budget: number): SectionPlan {
  return { ...section, max_tokens: sectionCap(section, budget) };
}
