import {
  mayRead,
  Scene,
  sceneId,
  type CrumbAuthor,
  type Envelope,
  type Ref,
  type SceneV1,
  type Viewer,
} from '@crumbtrail/contracts';
import type { CrumbRef, WorkspaceSnapshot } from '../ports';

/** A scene that applies to a build. */
export interface AppliedScene extends Ref {
  /** Where it was last changed in the log. */
  readonly position: number;
  readonly author: CrumbAuthor;
  readonly scene: SceneV1;
}

/** How much has been said in the session, as far as scenes depend on it. */
export interface SceneActivity {
  /** Messages of people so far, with the current one. */
  readonly user_messages: number;
  /** Answers that agents have spoken so far. */
  readonly agent_messages: number;
  /** By id of a scene with limited injections: how often agents have answered since it was changed. */
  readonly answers_since: Readonly<Record<string, number>>;
  /** When the message before the current one was written, as ISO 8601. */
  readonly previous_message_at?: string;
}

/** The scenes that may apply, from the widest to the most specific: workspace, agent, session, agent in the session. */
export function sceneRefs(workspace: string, agent: string, session?: string): CrumbRef[] {
  const here = session === undefined ? [] : [{ session }, { session, agent }];
  return [{}, { agent }, ...here].map((scope) => ({ id: sceneId(workspace, scope) }));
}

/** The crumb as a scene. The store validated its payload. */
export const toAppliedScene = ({ id, version, position, author, context }: Envelope<SceneV1>): AppliedScene => ({
  id,
  version,
  position,
  author,
  scene: context,
});

/** Those of the crumbs that are scenes which everybody who will see the context may read, in the same order. */
export function readableScenes(crumbs: WorkspaceSnapshot['crumbs'], viewers: readonly Viewer[]): AppliedScene[] {
  return crumbs.flatMap((crumb) => {
    if (crumb === null || 'erased' in crumb || crumb.schema_name !== Scene.name) return [];
    return viewers.every((viewer) => mayRead(crumb, viewer)) ? [toAppliedScene(crumb as Envelope<SceneV1>)] : [];
  });
}
