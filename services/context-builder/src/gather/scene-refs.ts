import {
  mayRead,
  Scene,
  sceneId,
  SessionOverride,
  singletonId,
  type Envelope,
  type Viewer,
} from '@crumbtrail/contracts';
import type { PlanOverrides } from '../plan/plan';
import type { CrumbRef, WorkspaceSnapshot } from '../ports';
import { asContract } from './build-input';
import { toAppliedScene, type AppliedScene } from '../scene/scenes';
import { overridingBudget, overridingScene } from '../scene/session-override';

/**
 * The scenes that may apply, from the widest to the most specific: workspace, agent, session, agent in the session; and last, how operators
 * have adjusted the session.
 */
export function sceneRefs(workspace: string, agent: string, session?: string): CrumbRef[] {
  const here = session === undefined ? [] : [{ session }, { session, agent }];
  const scenes = [{}, { agent }, ...here].map((scope) => ({ id: sceneId(workspace, scope) }));
  return session === undefined ? scenes : [...scenes, { id: singletonId(workspace, 'session_override', session) }];
}

type ReadCrumbs = WorkspaceSnapshot['crumbs'];

/** A crumb as a scene at this time; undefined where it is none, or an operator's adjustment that shows nothing. */
function asScene(crumb: Envelope, now: string): AppliedScene | undefined {
  const scene = asContract(Scene, crumb);
  if (scene !== null) return toAppliedScene(scene);
  const override = asContract(SessionOverride, crumb);
  return override === null ? undefined : overridingScene(override, now);
}

/** Those of the crumbs that are scenes at this time and that every viewer may read, in the same order. */
export function readableScenes(crumbs: ReadCrumbs, viewers: readonly Viewer[], now: string): AppliedScene[] {
  return crumbs.flatMap((crumb) => {
    if (crumb === null || 'erased' in crumb || !viewers.every((viewer) => mayRead(crumb, viewer))) return [];
    return asScene(crumb, now) ?? [];
  });
}

/** The budget that operators gave the session, as overrides of a plan. */
export function operatorBudget(crumbs: ReadCrumbs, now: string): PlanOverrides[] {
  const [override] = crumbs.flatMap((crumb) => asContract(SessionOverride, crumb) ?? []);
  return overridingBudget(override?.context, now);
}
