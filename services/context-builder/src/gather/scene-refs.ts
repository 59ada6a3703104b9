import {
  AgentPlan,
  mayInform,
  mayRead,
  planId,
  Scene,
  sceneId,
  SessionOverride,
  singletonId,
  type Audience,
  type Envelope,
  type Viewer,
} from '@crumbtrail/contracts';
import type { PlanOverrides } from '../plan/plan';
import type { CrumbRef, WorkspaceSnapshot } from '../ports';
import { asContract } from './build-input';
import { toAppliedPlan, toAppliedScene, type AppliedPlan, type AppliedScene } from '../scene/scenes';
import { overridingBudget, overridingScene } from '../scene/session-override';

/**
 * The scenes that may apply, from the widest to the most specific: workspace, agent, session, agent in the session; how operators have
 * adjusted the session; and last, the agent's plan.
 */
export function sceneRefs(workspace: string, agent: string, session?: string): CrumbRef[] {
  const here = session === undefined ? [] : [{ session }, { session, agent }];
  const scenes = [{}, { agent }, ...here].map((scope) => ({ id: sceneId(workspace, scope) }));
  const override = session === undefined ? [] : [{ id: singletonId(workspace, 'session_override', session) }];
  return [...scenes, ...override, { id: planId(workspace, { session, agent }) }];
}

type ReadCrumbs = WorkspaceSnapshot['crumbs'];

/** Those of the crumbs that may inform an answer with these readers. */
export function informingCrumbs(crumbs: ReadCrumbs, readers: Audience): ReadCrumbs {
  return crumbs.filter((crumb) => {
    if (crumb === null || 'erased' in crumb) return false;
    const { audience, author, informs, informs_readers } = crumb;
    return mayInform({ audience, author, informs: informs ? 'all' : informs_readers }, readers);
  });
}

/** A crumb as a scene at this time; undefined where it is none, or an operator's adjustment that shows nothing. */
function asScene(crumb: Envelope, now: string): AppliedScene | undefined {
  const scene = asContract(Scene, crumb);
  if (scene !== null) return toAppliedScene(scene);
  const override = asContract(SessionOverride, crumb);
  return override === null ? undefined : overridingScene(override, now);
}

/** Those of the crumbs that every viewer may read, in the same order. */
const readable = (crumbs: ReadCrumbs, viewers: readonly Viewer[]): Envelope[] =>
  crumbs.flatMap((crumb) => {
    if (crumb === null || 'erased' in crumb) return [];
    return viewers.every((viewer) => mayRead(crumb, viewer)) ? [crumb] : [];
  });

/** Those of the crumbs that are scenes at this time and that every viewer may read, in the same order. */
export function readableScenes(crumbs: ReadCrumbs, viewers: readonly Viewer[], now: string): AppliedScene[] {
  return readable(crumbs, viewers).flatMap((crumb) => asScene(crumb, now) ?? []);
}

/** The plan among these crumbs, if every viewer may read it. */
export function readablePlan(crumbs: ReadCrumbs, viewers: readonly Viewer[]): AppliedPlan | undefined {
  const [plan] = readable(crumbs, viewers).flatMap((crumb) => asContract(AgentPlan, crumb) ?? []);
  return plan && toAppliedPlan(plan);
}

/** The budget that operators gave the session, as overrides of a plan. */
export function operatorBudget(crumbs: ReadCrumbs, now: string): PlanOverrides[] {
  const [override] = crumbs.flatMap((crumb) => asContract(SessionOverride, crumb) ?? []);
  return overridingBudget(override?.context, now);
}
