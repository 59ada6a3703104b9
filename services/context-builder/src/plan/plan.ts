import {
  contentHash,
  CONVERSATION_SCHEMAS,
  MemoryLong,
  MemoryShort,
  MOST_SOURCES,
  PRESET_BUDGETS,
  RANKING_WEIGHTS,
  ScopeAdvance,
  ToolCatalog,
  ToolResponse,
} from '@crumbtrail/contracts';
import type { Config, ContextConfigV1, FeatureWeights, SectionName, Source, SourcePlan } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { memoryScope, memorySection, windowOf, withMemory, withWholeWindow, type MemorySettings } from './memory-plan';
import { PRESETS, type PresetName } from './presets';
import { sectionWithBudget, planSections, type SectionPlan, type SectionOverrides } from './section-plan';

export type { SectionName, SectionPlan };
export { DEFAULT_HEADINGS } from './section-plan';

/** How many of the newest messages are kept only because they are recent. */
export interface WindowPlan {
  /** Number kept beside the last exchanges. */
  readonly newest: number;
  /** Number of messages kept if the search found nothing. */
  readonly alone: number;
}

/** How one context is built, every default filled in. */
export interface BuildPlan {
  readonly preset: PresetName;
  readonly format: NonNullable<ContextConfigV1['format']>;
  /** What stands around the items. Absent in plans of older versions. */
  readonly frame?: FramePlan;
  readonly features: FeatureWeights;
  /** Absent: where the turn before was billed at a lower price for cached tokens. */
  readonly keep_order?: boolean;
  readonly max_tokens: number;
  readonly recent_exchanges: number;
  /** The zone in which days begin, an IANA name. Absent: UTC, as in all plans of older versions. */
  readonly day_zone?: string;
  readonly window: WindowPlan;
  /** Absent in plans of older versions, which have no excerpts. */
  readonly excerpts?: ExcerptPlan;
  readonly dedup: Required<NonNullable<ContextConfigV1['dedup']>>;
  readonly sources: readonly SourcePlan[];
  readonly sections: readonly SectionPlan[];
}

/** Which texts enter as excerpts. */
export interface ExcerptPlan {
  /** Tokens above which a text is long. */
  readonly over: number;
  /** Most passages of a long text; 0: every text enters whole. */
  readonly passages: number;
}

/** What stands around the items. */
export interface FramePlan {
  /** Shows date and time. */
  readonly now: boolean;
  /** The zone that they are shown in, an IANA name. Default: UTC. */
  readonly time_zone?: string;
  /** Lines above and below everything else, in `lmml`. */
  readonly opener?: string;
  readonly closer?: string;
  /** Shows persona, time, idle time, model and turn. Default false. */
  readonly status?: boolean;
}

/** Settings that one place gives: a preview, a `context.config.v1`, or a definition. */
export type PlanOverrides = Omit<ContextConfigV1, 'consumer'> | Config;

/** Results that score less than this share of the best one are irrelevant; measured in docs/decisions/0016. */
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
  memory: {
    section: 'memory',
    schemas: [MemoryShort.name, MemoryLong.name],
    scope: 'workspace',
    limit: 12,
    floor: 0,
  },
  scopes: { section: 'state', schemas: [ScopeAdvance.name], scope: 'session', limit: 8, floor: 0 },
};

/** What a source has only where its configuration names it. */
const limitedTo = ({ since, took_part, timeout_ms }: Source): Partial<SourcePlan> => ({
  ...(since === undefined ? {} : { since }),
  ...(took_part ? { took_part } : {}),
  ...(timeout_ms === undefined ? {} : { timeout_ms }),
});

/** The newest messages, and of them at least so many that the last exchanges are among them. */
const limitOf = ({ type }: Source, limit: number, exchanges: number): number =>
  type === 'recent' ? Math.max(limit, 6 * exchanges) : limit;

function sourcePlan(source: Source, exchanges: number, memory?: MemorySettings): SourcePlan {
  const known = SOURCE_DEFAULTS[source.type];
  const limit = source.limit ?? known.limit;
  const { weight = 1 } = source;
  return {
    name: source.name ?? source.type,
    type: source.type,
    section: source.section ?? known.section,
    schemas: source.schemas ?? known.schemas,
    tags: source.tags ?? [],
    scope: source.scope ?? known.scope,
    limit: limitOf(source, limit, exchanges),
    floor: source.floor ?? known.floor,
    weight,
    ...limitedTo(source),
    ...(source.type === 'memory' ? memoryScope(source, memory) : {}),
  };
}

/** Formats that show date and time unless the configuration says otherwise. */
const DATED_FORMATS: ReadonlySet<string> = new Set<BuildPlan['format']>(['lmml', 'turn']);

function planFrame({ now, ...others }: Partial<FramePlan>, format: BuildPlan['format']): FramePlan {
  return { now: now ?? DATED_FORMATS.has(format), ...others };
}

/** Numbers sources of the same name, so that the account can tell them apart: `text`, `text-2`. */
function numberDuplicateNames(sources: readonly SourcePlan[]): SourcePlan[] {
  const times = new Map<string, number>();
  return sources.map((source) => {
    const nth = (times.get(source.name) ?? 0) + 1;
    times.set(source.name, nth);
    return nth === 1 ? source : { ...source, name: `${source.name}-${nth}` };
  });
}

/** What a plan depends on besides its settings. */
export interface PlanSubject {
  readonly resultScope?: ResultScope;
  /** Absent: the agent has no memory. */
  readonly memory?: MemorySettings | undefined;
}

/** The scope in which earlier results of the agent's tools are still valid; null if none of its tools keeps results. */
export type ResultScope = 'session' | 'everywhere' | null;

/**
 * Adds a source for tool results if tools keep results, unless the configuration has one. Results of other sessions need one
 * more query, which a plan with the maximum number of sources cannot make.
 */
function withResults(sources: readonly Source[], resultScope: ResultScope): readonly Source[] {
  if (resultScope === null || sources.some(({ type }) => type === 'results')) return sources;
  const scope = resultScope === 'everywhere' && sources.length < MOST_SOURCES ? 'workspace' : 'session';
  return [...sources, { type: 'results', scope }];
}

function planSources(requested: readonly Source[], exchanges: number, memory?: MemorySettings): SourcePlan[] {
  const windowed =
    exchanges === 0 || requested.some(({ type }) => type === 'recent') || requested.length >= MOST_SOURCES;
  const limit = memory === undefined ? 1 : windowOf(memory);
  const all: readonly Source[] = windowed ? requested : [...requested, { type: 'recent', limit }];
  return numberDuplicateNames(all.map((source) => sourcePlan(source, exchanges, memory)));
}

/** Default limits of deduplication and of filler; docs/guides/context-config.md explains them. */
export const DEFAULT_DEDUP: BuildPlan['dedup'] = { near_distance: 3, filler: true, cosine: 0.97, information: 13 };

/** Which texts enter as excerpts by default; measured in docs/decisions/0044. */
export const DEFAULT_EXCERPTS: ExcerptPlan = { over: 150, passages: 1 };

/** The newest messages kept beside the last exchanges where a config does not say; about as many as two exchanges have. */
const DEFAULT_NEWEST = 6;

function planWindow(requested: readonly Source[], memory: MemorySettings | undefined): WindowPlan {
  const recent = requested.find(({ type }) => type === 'recent');
  if (!recent) return memory ? { newest: windowOf(memory), alone: windowOf(memory) } : { newest: 0, alone: 0 };
  const { limit } = recent;
  return limit === undefined
    ? { newest: DEFAULT_NEWEST, alone: SOURCE_DEFAULTS.recent.limit }
    : { newest: limit, alone: limit };
}

/** Merges settings of one kind; each comes from the first override that has it. */
function mergeFirst<T extends object>(
  overrides: readonly (PlanOverrides | undefined)[],
  of: (one: PlanOverrides) => Partial<T> | undefined,
): Partial<T> {
  const given = overrides.flatMap((one) => (one ? [of(one) ?? {}] : []));
  return Object.assign({}, ...given.reverse()) as Partial<T>;
}

/** Merges the settings of every section that is named; each comes from the first override that has it. */
function mergeSections(overrides: readonly (PlanOverrides | undefined)[]): SectionOverrides[] {
  const names = [...new Set(overrides.flatMap((one) => (one?.sections ?? []).map(({ name }) => name)))];
  return names.map((name) => ({
    ...mergeFirst<SectionOverrides>(overrides, ({ sections }) => sections?.find((section) => section.name === name)),
    name,
  }));
}

/** A plan and its content hash. */
export interface ResolvedPlan {
  readonly plan: BuildPlan;
  readonly hash: string;
}

const presetOf = (overrides: readonly (PlanOverrides | undefined)[]): PresetName =>
  overrides.find((one) => one?.preset !== undefined)?.preset ?? 'conversational';

/** The sources as the first override that has any writes them, else the preset's. In a plan they come first, in this order. */
export function requestedSources(overrides: readonly (PlanOverrides | undefined)[]): readonly Source[] {
  const all: readonly (PlanOverrides | undefined)[] = [...overrides, PRESETS[presetOf(overrides)]];
  return all.find((one) => one?.sources !== undefined)?.sources ?? [];
}

/**
 * The effective plan: each setting from the first override that has it (preview, config, definition), else from the preset, else
 * the default.
 */
export function resolvePlan(
  overrides: readonly (PlanOverrides | undefined)[],
  { resultScope = null, memory }: PlanSubject = {},
): ResolvedPlan {
  const preset = presetOf(overrides);
  const all: readonly (PlanOverrides | undefined)[] = [...overrides, memorySection(memory), PRESETS[preset]];
  const first = <K extends keyof PlanOverrides>(key: K): PlanOverrides[K] | undefined =>
    all.find((one) => one?.[key] !== undefined)?.[key];
  const max_tokens =
    all.find((one) => one?.budget?.max_tokens !== undefined)?.budget?.max_tokens ?? PRESET_BUDGETS[preset];
  const recent_exchanges = first('recent_exchanges') ?? 2;
  const wanted = withMemory(withResults(requestedSources(overrides), resultScope), memory);
  const requested = withWholeWindow(wanted, memory);
  const sources = planSources(requested, recent_exchanges, memory);
  const format = first('format') ?? 'markdown';
  const keep_order = first('keep_order');
  const frame = planFrame(
    mergeFirst<FramePlan>(all, (one) => one.frame),
    format,
  );
  const plan: BuildPlan = {
    preset,
    format,
    ...(keep_order === undefined ? {} : { keep_order }),
    frame,
    ...(frame.time_zone === undefined ? {} : { day_zone: frame.time_zone }),
    features: { ...RANKING_WEIGHTS.features, ...mergeFirst<FeatureWeights>(all, ({ features }) => features) },
    max_tokens,
    recent_exchanges,
    window: planWindow(requested, memory),
    dedup: { ...DEFAULT_DEDUP, ...mergeFirst<BuildPlan['dedup']>(all, ({ dedup }) => dedup) },
    excerpts: { ...DEFAULT_EXCERPTS, ...mergeFirst<ExcerptPlan>(all, ({ excerpts }) => excerpts) },
    sources,
    sections: planSections(mergeSections(all), max_tokens, sources),
  };
  return { plan, hash: contentHash(plan) };
}

/** Whether these settings show how much has been said. */
export const showsStatus = (overrides: readonly (PlanOverrides | undefined)[]): boolean =>
  overrides.find((one) => one?.frame?.status !== undefined)?.frame?.status ?? false;

/** Remembers resolved plans: most builds of an agent have the same overrides. */
export class PlanCache {
  private readonly plans: LRUCache<string, ResolvedPlan>;

  /**
   * @param max plans remembered; default 1,000
   * @param maxCharacters characters of their overrides as JSON, in all; default 4,000,000
   */
  constructor(max = 1_000, maxCharacters = 4_000_000) {
    this.plans = new LRUCache({ max, maxSize: maxCharacters, sizeCalculation: (_, json) => json.length });
  }

  /** {@link resolvePlan}, computed once while it is remembered. */
  resolve(overrides: readonly (PlanOverrides | undefined)[], subject: PlanSubject): ResolvedPlan {
    const json = JSON.stringify([overrides, subject]);
    const known = this.plans.get(json);
    if (known) return known;
    const resolved = resolvePlan(overrides, subject);
    this.plans.set(json, resolved);
    return resolved;
  }
}

/** The same plan with another budget, as `resolvePlan` would compute it. */
export function planWithBudget(plan: BuildPlan, max_tokens: number): BuildPlan {
  return { ...plan, max_tokens, sections: plan.sections.map((section) => sectionWithBudget(section, max_tokens)) };
}
