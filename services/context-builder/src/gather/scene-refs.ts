import { mayRead, Scene, sceneId, type Envelope, type SceneV1, type Viewer } from '@crumbtrail/contracts';
import type { CrumbRef, WorkspaceSnapshot } from '../ports';
import { toAppliedScene, type AppliedScene } from '../scene/scenes';

/** The scenes that may apply, from the widest to the most specific: workspace, agent, session, agent in the session. */
export function sceneRefs(workspace: string, agent: string, session?: string): CrumbRef[] {
  const here = session === undefined ? [] : [{ session }, { session, agent }];
  return [{}, { agent }, ...here].map((scope) => ({ id: sceneId(workspace, scope) }));
}

/** Those of the crumbs that are scenes which everybody who will see the context may read, in the same order. */
export function readableScenes(crumbs: WorkspaceSnapshot['crumbs'], viewers: readonly Viewer[]): AppliedScene[] {
  return crumbs.flatMap((crumb) => {
    if (crumb === null || 'erased' in crumb || crumb.schema_name !== Scene.name) return [];
    return viewers.every((viewer) => mayRead(crumb, viewer)) ? [toAppliedScene(crumb as Envelope<SceneV1>)] : [];
  });
}
