import type { SessionActivityReply, TimedLoreEffect } from '@crumbtrail/contracts';
import type { SceneSource, WorkspaceSnapshot } from '../ports';
import {
  countsMessages,
  entryName,
  hasTimedEffects,
  loreSettings,
  namedBooks,
  type AppliedLore,
} from '../scene/applied-lore';
import { dependsOnActivity, scenesWithTurns } from '../scene/place-authored';
import type { AppliedScene, SceneActivity } from '../scene/scenes';
import { showsStatus, type PlanOverrides } from '../plan/plan';
import type { AccessScope } from './assert-readable';
import { informingCrumbs, operatorBudget, readablePlan, readableScenes } from './scene-refs';
import type { BuildInput } from './build-input';

/** What scenes that depend on nothing get. */
const NO_ACTIVITY: SceneActivity = { user_messages: 0, agent_messages: 0, answers_since: {} };

/** The turn that scenes are loaded for. */
interface SceneTurn {
  readonly access: AccessScope;
  readonly as_of: number;
  /** The time of the turn, ISO 8601. */
  readonly now: string;
  /** Overrides of a request, which precede those of operators. Default: none. */
  readonly requested?: readonly PlanOverrides[];
  /** What the consumer's config and the definition say. */
  readonly configured: readonly PlanOverrides[];
}

/** The scene of a build, absent where none applies, its overrides with those of operators, and the number of queries that took. */
export interface LoadedScene {
  readonly found: Pick<BuildInput, 'scene' | 'overrides'>;
  readonly queries: number;
}

/** The books that scenes name; no query where they name none. */
async function loadLore(
  scenes: readonly AppliedScene[],
  { as_of, access: { viewers } }: SceneTurn,
  source: SceneSource,
): Promise<{ readonly applied?: AppliedLore; readonly queries: number }> {
  const named = namedBooks(scenes);
  return named.length === 0 ? { queries: 0 } : source.lore(as_of, named, viewers);
}

/** The effects of earlier turns: of each entry, the newest. */
function newestEffects(byTurn: readonly (readonly TimedLoreEffect[])[] = []): TimedLoreEffect[] {
  const oldestFirst = byTurn.toReversed().flat();
  return [...new Map(oldestFirst.map((effect) => [entryName(effect), effect])).values()];
}

interface SaidSoFar {
  readonly activity: SceneActivity;
  readonly timed: readonly TimedLoreEffect[];
  readonly queries: number;
}

function toSaidSoFar(
  { answers_since, lore_effects, ...said }: SessionActivityReply,
  limited: readonly AppliedScene[],
): Omit<SaidSoFar, 'queries'> {
  const since = Object.fromEntries(limited.map(({ id }, nth) => [id, answers_since[nth] ?? 0]));
  return { activity: { ...said, answers_since: since }, timed: newestEffects(lore_effects) };
}

/** How much has been said, if anything depends on it. */
async function loadActivity(
  scenes: readonly AppliedScene[],
  lore: AppliedLore | undefined,
  { access: { session }, as_of, status }: SceneTurn & { readonly status: boolean },
  source: SceneSource,
): Promise<SaidSoFar> {
  const counts = status || dependsOnActivity(scenes) || (lore !== undefined && countsMessages(lore));
  if (session === undefined || !counts) return { activity: NO_ACTIVITY, timed: [], queries: 0 };
  const limited = scenesWithTurns(scenes);
  const since = limited.map(({ position, scene }) => ({ position, ...(scene.agent ? { agent: scene.agent } : {}) }));
  const isTimed = lore !== undefined && hasTimedEffects(lore);
  const reply = await source.sessionActivity({ session, as_of, since, ...(isTimed ? { lore: true } : {}) });
  return { ...toSaidSoFar(reply, limited), queries: isTimed ? 2 : 1 };
}

/**
 * The scenes and the plan among these crumbs that everybody who will see the context may read and the answer may tell, the lore that scenes name, and what
 * both depend on. Makes no query where they name no lore and depend on nothing.
 */
export async function loadScene(
  crumbs: WorkspaceSnapshot['crumbs'],
  turn: SceneTurn,
  source: SceneSource,
): Promise<LoadedScene> {
  const { access, now, requested = [], configured } = turn;
  const { viewers, readers, widestReaders = readers } = access;
  const overrides = [...requested, ...operatorBudget(crumbs, now), ...configured];
  const status = showsStatus(overrides);
  const informing = informingCrumbs(crumbs, widestReaders);
  const scenes = readableScenes(informing, viewers, now);
  const plan = readablePlan(informing, viewers);
  const isEmpty = scenes.length === 0 && plan === undefined && !status;
  if (isEmpty) return { found: { overrides }, queries: 0 };
  const lore = await loadLore(scenes, turn, source);
  const { activity, timed, queries } = await loadActivity(scenes, lore.applied, { ...turn, status }, source);
  const applied = lore.applied && { ...lore.applied, settings: loreSettings(scenes), timed };
  const scene = { scenes, activity, ...(plan && { plan }), ...(applied && { lore: applied }) };
  return { found: { scene, overrides }, queries: lore.queries + queries };
}
