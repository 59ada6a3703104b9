import { dependsOnActivity, scenesWithTurns } from '../scene/place-authored';
import type { Viewer } from '@crumbtrail/contracts';
import type { ActivitySource, WorkspaceSnapshot } from '../ports';
import type { BuildScene } from './build-input';
import { readableScenes, type AppliedScene, type SceneActivity } from '../scene/scenes';

/** What scenes that depend on nothing get. */
const NO_ACTIVITY: SceneActivity = { user_messages: 0, agent_messages: 0, answers_since: {} };

/** The turn that scenes are loaded for. */
interface SceneTurn {
  readonly session: string | undefined;
  readonly as_of: number;
  readonly viewers: readonly Viewer[];
}

async function loadActivity(
  scenes: readonly AppliedScene[],
  { session, as_of }: { readonly session: string; readonly as_of: number },
  source: ActivitySource,
): Promise<SceneActivity> {
  const limited = scenesWithTurns(scenes);
  const since = limited.map(({ position, scene }) => ({ position, ...(scene.agent ? { agent: scene.agent } : {}) }));
  const { answers_since, ...said } = await source.sessionActivity({ session, as_of, since });
  return { ...said, answers_since: Object.fromEntries(limited.map(({ id }, nth) => [id, answers_since[nth] ?? 0])) };
}

/** The scene of a build, absent where none applies, and the number of queries that took. */
export interface LoadedScene {
  readonly found: { readonly scene?: BuildScene };
  readonly queries: number;
}

/**
 * The scenes among these crumbs that everybody who will see the context may read, and what they depend on. Makes one query where that is
 * how much has been said, and none otherwise.
 */
export async function loadScene(
  crumbs: WorkspaceSnapshot['crumbs'],
  { session, as_of, viewers }: SceneTurn,
  source: ActivitySource,
): Promise<LoadedScene> {
  const scenes = readableScenes(crumbs, viewers);
  if (scenes.length === 0) return { found: {}, queries: 0 };
  if (session === undefined || !dependsOnActivity(scenes))
    return { found: { scene: { scenes, activity: NO_ACTIVITY } }, queries: 0 };
  return { found: { scene: { scenes, activity: await loadActivity(scenes, { session, as_of }, source) } }, queries: 1 };
}
