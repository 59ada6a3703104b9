import {
  AgentResponse,
  contentHash,
  MOST_SOURCES,
  PRESET_BUDGETS,
  ToolCatalog,
  ToolResponse,
  UserMessage,
} from '@crumbtrail/contracts';
import type { Config, ContextConfigV1, FeatureWeights, SectionName, Source, SourcePlan } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { PRESETS, type PresetName } from './presets';
import { sectionWithBudget, planSections, type SectionPlan, type SectionOverrides } from './section-plan';

export type { SectionName, SectionPlan };
export { DEFAULT_HEADINGS } from './section-plan';
/** How much of the recent window stands by itself; what another source found besides stands with that one's. */
export interface WindowPlan {
  /** So many of the newest, beside the last exchanges. */
  readonly newest: number;
  /** And so many where searching found nothing to say. */
  readonly alone: number;
}

/** How one context is built, every default filled in. */
export interface BuildPlan {
  readonly preset: PresetName;
  readonly format: NonNullable<ContextConfigV1['format']>;
  readonly features: FeatureWeights;
  readonly max_tokens: number;
  readonly recent_exchanges: number;
  readonly window: WindowPlan;
  readonly dedup: Required<NonNullable<ContextConfigV1['dedup']>>;
  readonly sources: readonly SourcePlan[];
  readonly sections: readonly SectionPlan[];
}

export type PlanOverrides = Omit<ContextConfigV1, 'consumer'> | Config;

const CONVERSATION_SCHEMAS: readonly string[] = [UserMessage.name, AgentResponse.name];

/** What answers less well than this share of the best is beside the point; measured in docs/decisions/0016. */
const SEARCH_FLOOR = 0.3;

const SOURCE_DEFAULTS: Readonly<Record<Source['type'], Omit<SourcePlan, 'name' | 'type' | 'tags' | 'weight'>>> = {
  recent: { section: 'recent', schemas: CONVERSATION_SCHEMAS, scope: 'session', limit: 20, floor: 0 },
  latest: { section: 'knowledge', schemas: [], scope: 'session', limit: 5, floor: 0 },
  tagged: { section: 'knowledge', schemas: [], scope: 'session', limit: 20, floor: 0 },
  trail: { section: 'relevant', schemas: [], scope: 'workspace', limit: 20, floor: 0 },
  text: { section: 'relevant', schemas: CONVERSATION_SCHEMAS, scope: 'session', limit: 250, floor: SEARCH_FLOOR },
  vector: { section: 'relevant', schemas: CONVERSATION_SCHEMAS, scope: 'session', limit: 250, floor: SEARCH_FLOOR },
  hybrid: { section: 'relevant', schemas: CONVERSATION_SCHEMAS, scope: 'session', limit: 250, floor: SEARCH_FLOOR },
  catalog: { section: 'tools', schemas: [ToolCatalog.name], scope: 'workspace', limit: 4, floor: 0 },
  results: { section: 'results', schemas: [ToolResponse.name], scope: 'session', limit: 20, floor: 0 },
};

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

function sourcePlan(source: Source, exchanges: number): SourcePlan {
  const known = SOURCE_DEFAULTS[source.type];
  const limit = source.limit ?? known.limit;
  return {
    name: source.name ?? source.type,
    type: source.type,
    section: source.section ?? known.section,
    schemas: source.schemas ?? known.schemas,
    tags: source.tags ?? [],
    scope: source.scope ?? known.scope,
    limit: source.type === 'recent' ? Math.max(limit, 6 * exchanges) : limit,
    floor: source.floor ?? known.floor,
    weight: source.weight ?? 1,
  };
}

/** Two sources of one name are told apart in the account: `text`, `text-2`. */
function numberDuplicateNames(sources: readonly SourcePlan[]): SourcePlan[] {
  const times = new Map<string, number>();
  return sources.map((source) => {
    const nth = (times.get(source.name) ?? 0) + 1;
    times.set(source.name, nth);
    return nth === 1 ? source : { ...source, name: `${source.name}-${nth}` };
  });
}

/** What an agent's tools gave it before, where its tools are of a kind that stays. */
export type ResultScope = 'session' | 'everywhere' | null;

/**
 * Results stand in the contexts of agents whose tools give such, unless the plan says itself where. Those of the session are in
 * memory there; those of other sessions are a query more, for which a full plan has no room.
 */
function withResults(sources: readonly Source[], resultScope: ResultScope): readonly Source[] {
  if (resultScope === null || sources.some(({ type }) => type === 'results')) return sources;
  const scope = resultScope === 'everywhere' && sources.length < MOST_SOURCES ? 'workspace' : 'session';
  return [...sources, { type: 'results', scope }];
}

function planSources(requested: readonly Source[], exchanges: number): SourcePlan[] {
  const windowed =
    exchanges === 0 || requested.some(({ type }) => type === 'recent') || requested.length >= MOST_SOURCES;
  const all: readonly Source[] = windowed ? requested : [...requested, { type: 'recent', limit: 1 }];
  return numberDuplicateNames(all.map((source) => sourcePlan(source, exchanges)));
}

/** Near by SimHash in long texts, near in meaning, and so few bits that a few words are filler: see docs/guides/context-config.md. */
export const DEFAULT_DEDUP: BuildPlan['dedup'] = { near_distance: 3, filler: true, cosine: 0.97, information: 13 };

/** Of the newest that nothing else vouches for; a conversation's last two exchanges are about as many. */
const NEWEST = 6;

function planWindow(requested: readonly Source[]): WindowPlan {
  const recent = requested.find(({ type }) => type === 'recent');
  if (!recent) return { newest: 0, alone: 0 };
  const { limit } = recent;
  return limit === undefined
    ? { newest: NEWEST, alone: SOURCE_DEFAULTS.recent.limit }
    : { newest: limit, alone: limit };
}

/** Settings of one kind, each from the first who gives it. */
function mergeFirst<T extends object>(
  overrides: readonly (PlanOverrides | undefined)[],
  of: (one: PlanOverrides) => Partial<T> | undefined,
): Partial<T> {
  const given = overrides.flatMap((one) => (one ? [of(one) ?? {}] : []));
  return Object.assign({}, ...given.reverse()) as Partial<T>;
}

/** Every section that somebody names, each of its settings from the first who gives it. */
function mergeSections(overrides: readonly (PlanOverrides | undefined)[]): SectionOverrides[] {
  const names = [...new Set(overrides.flatMap((one) => (one?.sections ?? []).map(({ name }) => name)))];
  return names.map((name) => ({
    ...mergeFirst<SectionOverrides>(overrides, ({ sections }) => sections?.find((section) => section.name === name)),
    name,
  }));
}

/** A plan, and the hash that it is known by. */
interface ResolvedPlan {
  readonly plan: BuildPlan;
  readonly hash: string;
}

function computePlan(overrides: readonly (PlanOverrides | undefined)[], resultScope: ResultScope): ResolvedPlan {
  const preset = overrides.find((one) => one?.preset !== undefined)?.preset ?? 'conversational';
  const all: readonly (PlanOverrides | undefined)[] = [...overrides, PRESETS[preset]];
  const first = <K extends keyof PlanOverrides>(key: K): PlanOverrides[K] | undefined =>
    all.find((one) => one?.[key] !== undefined)?.[key];
  const max_tokens =
    all.find((one) => one?.budget?.max_tokens !== undefined)?.budget?.max_tokens ?? PRESET_BUDGETS[preset];
  const recent_exchanges = first('recent_exchanges') ?? 2;
  const requestedSources = withResults(first('sources') ?? [], resultScope);
  const sources = planSources(requestedSources, recent_exchanges);
  const plan: BuildPlan = {
    preset,
    format: first('format') ?? 'markdown',
    features: { ...DEFAULT_FEATURES, ...mergeFirst<FeatureWeights>(all, ({ features }) => features) },
    max_tokens,
    recent_exchanges,
    window: planWindow(requestedSources),
    dedup: { ...DEFAULT_DEDUP, ...mergeFirst<BuildPlan['dedup']>(all, ({ dedup }) => dedup) },
    sources,
    sections: planSections(mergeSections(all), max_tokens, sources),
  };
  return { plan, hash: contentHash(plan) };
}

/** Plans of the same wishes; most builds of an agent wish the same. */
const known = new LRUCache<string, ResolvedPlan>({
  max: 1_000,
  maxSize: 4_000_000,
  sizeCalculation: (_, name) => name.length,
});

/**
 * The effective plan: each setting from the first of the wishes that has it (preview, config, definition), else the preset's,
 * else the default.
 */
export function resolvePlan(
  overrides: readonly (PlanOverrides | undefined)[],
  resultScope: ResultScope = null,
): ResolvedPlan {
  const name = JSON.stringify([overrides, resultScope]);
  const before = known.get(name);
  if (before) return before;
  const planned = computePlan(overrides, resultScope);
  known.set(name, planned);
  return planned;
}

/** The same plan with another budget, as `planFor` would make it. */
export function planWithBudget(plan: BuildPlan, max_tokens: number): BuildPlan {
  return { ...plan, max_tokens, sections: plan.sections.map((section) => sectionWithBudget(section, max_tokens)) };
}
