import { AgentResponse, contentHash, ToolCatalog, UserMessage } from '@crumbtrail/contracts';
import type { Config, ContextConfigV1, FeatureWeights, SectionName, Source, SourcePlan } from '@crumbtrail/contracts';

export type { SectionName };

/** What a section may take of the budget, and in which order sections are served: higher priority first. */
export interface SectionPlan {
  readonly name: SectionName;
  readonly heading: string;
  readonly priority: number;
  /** Tokens set aside for it before others are served. */
  readonly min_tokens: number;
  /** Tokens that it never goes over, its part of the two last exchanges left out. */
  readonly max_tokens: number;
}

/** How one context is built, every default filled in. */
export interface Plan {
  readonly format: NonNullable<ContextConfigV1['format']>;
  readonly features: FeatureWeights;
  readonly max_tokens: number;
  readonly recent_exchanges: number;
  readonly dedup: { readonly near_distance: number; readonly filler: boolean };
  readonly sources: readonly SourcePlan[];
  readonly sections: readonly SectionPlan[];
}

export type Wishes = Omit<ContextConfigV1, 'consumer'> | Config;

/** A build makes at most six queries: the turn, one read, and one for each of these. */
export const MAX_SOURCES = 4;

const conversation: readonly string[] = [UserMessage.name, AgentResponse.name];

const bySource: Readonly<Record<Source['type'], Omit<SourcePlan, 'name' | 'type' | 'tags' | 'floor' | 'weight'>>> = {
  recent: { section: 'recent', schemas: conversation, scope: 'session', limit: 20 },
  latest: { section: 'knowledge', schemas: [], scope: 'session', limit: 5 },
  tagged: { section: 'knowledge', schemas: [], scope: 'session', limit: 20 },
  trail: { section: 'relevant', schemas: [], scope: 'workspace', limit: 20 },
  text: { section: 'relevant', schemas: conversation, scope: 'session', limit: 250 },
  vector: { section: 'relevant', schemas: conversation, scope: 'session', limit: 250 },
  hybrid: { section: 'relevant', schemas: conversation, scope: 'session', limit: 250 },
  catalog: { section: 'tools', schemas: [ToolCatalog.name], scope: 'workspace', limit: 4 },
};

const defaultSources: readonly Source[] = [{ type: 'recent' }, { type: 'hybrid' }, { type: 'catalog' }];

/** Weights that measured best; a config may change any. */
export const DEFAULT_FEATURES: FeatureWeights = {
  bm25: 1,
  vector: 0.5,
  previous: 0.5,
  next: 0.25,
  second: 0.2,
  session: 0.2,
  speaker: 0.5,
  date: 0.75,
  recency: 0.05,
  tags: 0.2,
};

interface SectionDefault {
  readonly heading: string;
  readonly priority: number;
  readonly quota: number;
  readonly share: number;
}

const bySection: Readonly<Record<SectionName, SectionDefault>> = {
  tools: { heading: 'Tools', priority: 80, quota: 0.25, share: 0 },
  knowledge: { heading: 'Knowledge', priority: 60, quota: 0.5, share: 0 },
  state: { heading: 'State', priority: 70, quota: 0.25, share: 0 },
  summaries: { heading: 'Summaries', priority: 50, quota: 0.25, share: 0 },
  events: { heading: 'Events', priority: 45, quota: 0.25, share: 0 },
  results: { heading: 'Tool results', priority: 55, quota: 0.5, share: 0 },
  relevant: { heading: 'Earlier in this conversation', priority: 40, quota: 1, share: 0 },
  recent: { heading: 'Recent conversation', priority: 20, quota: 1, share: 0.1 },
};

function sourcePlan(source: Source, exchanges: number): SourcePlan {
  const known = bySource[source.type];
  const limit = source.limit ?? known.limit;
  return {
    name: source.name ?? source.type,
    type: source.type,
    section: source.section ?? known.section,
    schemas: source.schemas ?? known.schemas,
    tags: source.tags ?? [],
    scope: source.scope ?? known.scope,
    limit: source.type === 'recent' ? Math.max(limit, 6 * exchanges) : limit,
    floor: source.floor ?? 0,
    weight: source.weight ?? 1,
  };
}

/** Two sources of one name are told apart in the account: `text`, `text-2`. */
function named(sources: readonly SourcePlan[]): SourcePlan[] {
  const times = new Map<string, number>();
  return sources.map((source) => {
    const nth = (times.get(source.name) ?? 0) + 1;
    times.set(source.name, nth);
    return nth === 1 ? source : { ...source, name: `${source.name}-${nth}` };
  });
}

function sourcesOf(wished: readonly Source[], exchanges: number): SourcePlan[] {
  const windowed = exchanges === 0 || wished.some(({ type }) => type === 'recent') || wished.length >= MAX_SOURCES;
  const all: readonly Source[] = windowed ? wished : [...wished, { type: 'recent', limit: 1 }];
  return named(all.map((source) => sourcePlan(source, exchanges)));
}

function headingOf(name: SectionName, sources: readonly SourcePlan[]): string {
  const elsewhere = sources.some(({ section, scope }) => section === name && scope !== 'session');
  return name === 'relevant' && elsewhere ? 'Related' : bySection[name].heading;
}

type Wished = NonNullable<Wishes['sections']>[number];

function sectionPlan(
  name: SectionName,
  own: Partial<Wished>,
  budget: number,
  sources: readonly SourcePlan[],
): SectionPlan {
  const known = bySection[name];
  const { heading, priority = known.priority, quota = known.quota, max_tokens = budget } = own;
  return {
    name,
    heading: heading ?? headingOf(name, sources),
    priority,
    min_tokens: own.min_tokens ?? Math.floor(known.share * budget),
    max_tokens: Math.min(max_tokens, Math.floor(quota * budget)),
  };
}

function sectionsOf(wished: Wishes['sections'], budget: number, sources: readonly SourcePlan[]): SectionPlan[] {
  const names = Object.keys(bySection) as SectionName[];
  return names.map((name) => sectionPlan(name, wished?.find((one) => one.name === name) ?? {}, budget, sources));
}

/** The effective plan: each setting from the first of the wishes that has it (preview, config, definition), else the default. */
export function planFor(wishes: readonly (Wishes | undefined)[]): { readonly plan: Plan; readonly hash: string } {
  const first = <K extends keyof Wishes>(key: K): Wishes[K] | undefined =>
    wishes.find((one) => one?.[key] !== undefined)?.[key];
  const max_tokens = wishes.find((one) => one?.budget?.max_tokens !== undefined)?.budget?.max_tokens ?? 4000;
  const recent_exchanges = first('recent_exchanges') ?? 2;
  const sources = sourcesOf(first('sources') ?? defaultSources, recent_exchanges);
  const { near_distance = 3, filler = true } = first('dedup') ?? {};
  const plan: Plan = {
    format: first('format') ?? 'markdown',
    features: { ...DEFAULT_FEATURES, ...first('features') },
    max_tokens,
    recent_exchanges,
    dedup: { near_distance, filler },
    sources,
    sections: sectionsOf(first('sections'), max_tokens, sources),
  };
  return { plan, hash: contentHash(plan) };
}
