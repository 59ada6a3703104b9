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
import { ofBudget, sectionsOf, type SectionPlan, type SectionWish } from './section-plan';

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
export interface Plan {
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

export type Wishes = Omit<ContextConfigV1, 'consumer'> | Config;

const conversation: readonly string[] = [UserMessage.name, AgentResponse.name];

/** What answers less well than this share of the best is beside the point; measured in docs/decisions/0016. */
const SEARCH_FLOOR = 0.3;

const bySource: Readonly<Record<Source['type'], Omit<SourcePlan, 'name' | 'type' | 'tags' | 'weight'>>> = {
  recent: { section: 'recent', schemas: conversation, scope: 'session', limit: 20, floor: 0 },
  latest: { section: 'knowledge', schemas: [], scope: 'session', limit: 5, floor: 0 },
  tagged: { section: 'knowledge', schemas: [], scope: 'session', limit: 20, floor: 0 },
  trail: { section: 'relevant', schemas: [], scope: 'workspace', limit: 20, floor: 0 },
  text: { section: 'relevant', schemas: conversation, scope: 'session', limit: 250, floor: SEARCH_FLOOR },
  vector: { section: 'relevant', schemas: conversation, scope: 'session', limit: 250, floor: SEARCH_FLOOR },
  hybrid: { section: 'relevant', schemas: conversation, scope: 'session', limit: 250, floor: SEARCH_FLOOR },
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
    floor: source.floor ?? known.floor,
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

/** What an agent's tools gave it before, where its tools are of a kind that stays. */
export type Keeping = 'session' | 'everywhere' | null;

/**
 * Results stand in the contexts of agents whose tools give such, unless the plan says itself where. Those of the session are in
 * memory there; those of other sessions are a query more, for which a full plan has no room.
 */
function withResults(sources: readonly Source[], keeping: Keeping): readonly Source[] {
  if (keeping === null || sources.some(({ type }) => type === 'results')) return sources;
  const scope = keeping === 'everywhere' && sources.length < MOST_SOURCES ? 'workspace' : 'session';
  return [...sources, { type: 'results', scope }];
}

function sourcesOf(wished: readonly Source[], exchanges: number): SourcePlan[] {
  const windowed = exchanges === 0 || wished.some(({ type }) => type === 'recent') || wished.length >= MOST_SOURCES;
  const all: readonly Source[] = windowed ? wished : [...wished, { type: 'recent', limit: 1 }];
  return named(all.map((source) => sourcePlan(source, exchanges)));
}

/** Near by SimHash in long texts, near in meaning, and so few bits that a few words are filler: see docs/guides/context-config.md. */
export const DEFAULT_DEDUP: Plan['dedup'] = { near_distance: 3, filler: true, cosine: 0.97, information: 13 };

/** Of the newest that nothing else vouches for; a conversation's last two exchanges are about as many. */
const NEWEST = 6;

function windowOf(wished: readonly Source[]): WindowPlan {
  const recent = wished.find(({ type }) => type === 'recent');
  if (!recent) return { newest: 0, alone: 0 };
  const { limit } = recent;
  return limit === undefined ? { newest: NEWEST, alone: bySource.recent.limit } : { newest: limit, alone: limit };
}

/** Settings of one kind, each from the first who gives it. */
function merged<T extends object>(
  wishes: readonly (Wishes | undefined)[],
  of: (one: Wishes) => Partial<T> | undefined,
): Partial<T> {
  const given = wishes.flatMap((one) => (one ? [of(one) ?? {}] : []));
  return Object.assign({}, ...given.reverse()) as Partial<T>;
}

/** Every section that somebody names, each of its settings from the first who gives it. */
function sectionsWished(wishes: readonly (Wishes | undefined)[]): SectionWish[] {
  const names = [...new Set(wishes.flatMap((one) => (one?.sections ?? []).map(({ name }) => name)))];
  return names.map((name) => ({
    ...merged<SectionWish>(wishes, ({ sections }) => sections?.find((section) => section.name === name)),
    name,
  }));
}

/** A plan, and the hash that it is known by. */
interface Planned {
  readonly plan: Plan;
  readonly hash: string;
}

function planAnew(wishes: readonly (Wishes | undefined)[], keeping: Keeping): Planned {
  const preset = wishes.find((one) => one?.preset !== undefined)?.preset ?? 'conversational';
  const all: readonly (Wishes | undefined)[] = [...wishes, PRESETS[preset]];
  const first = <K extends keyof Wishes>(key: K): Wishes[K] | undefined =>
    all.find((one) => one?.[key] !== undefined)?.[key];
  const max_tokens =
    all.find((one) => one?.budget?.max_tokens !== undefined)?.budget?.max_tokens ?? PRESET_BUDGETS[preset];
  const recent_exchanges = first('recent_exchanges') ?? 2;
  const wished = withResults(first('sources') ?? [], keeping);
  const sources = sourcesOf(wished, recent_exchanges);
  const plan: Plan = {
    preset,
    format: first('format') ?? 'markdown',
    features: { ...DEFAULT_FEATURES, ...merged<FeatureWeights>(all, ({ features }) => features) },
    max_tokens,
    recent_exchanges,
    window: windowOf(wished),
    dedup: { ...DEFAULT_DEDUP, ...merged<Plan['dedup']>(all, ({ dedup }) => dedup) },
    sources,
    sections: sectionsOf(sectionsWished(all), max_tokens, sources),
  };
  return { plan, hash: contentHash(plan) };
}

/** Plans of the same wishes; most builds of an agent wish the same. */
const known = new LRUCache<string, Planned>({
  max: 1_000,
  maxSize: 4_000_000,
  sizeCalculation: (_, name) => name.length,
});

/**
 * The effective plan: each setting from the first of the wishes that has it (preview, config, definition), else the preset's,
 * else the default.
 */
export function planFor(wishes: readonly (Wishes | undefined)[], keeping: Keeping = null): Planned {
  const name = JSON.stringify([wishes, keeping]);
  const before = known.get(name);
  if (before) return before;
  const planned = planAnew(wishes, keeping);
  known.set(name, planned);
  return planned;
}

/** The same plan with another budget, as `planFor` would make it. */
export function withBudget(plan: Plan, max_tokens: number): Plan {
  return { ...plan, max_tokens, sections: plan.sections.map((section) => ofBudget(section, max_tokens)) };
}
