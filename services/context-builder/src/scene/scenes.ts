import type { AgentPlanV1, CrumbAuthor, Envelope, Ref, SceneV1 } from '@crumbtrail/contracts';

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

/** The crumb as a scene. The store validated its payload. */
export const toAppliedScene = ({ id, version, position, author, context }: Envelope<SceneV1>): AppliedScene => ({
  id,
  version,
  position,
  author,
  scene: context,
});

/** A macro whose value depends on when the message before was written. */
export const IDLE_MACRO = /\{\{\s*idle_?duration/i;

/** The plan of the agent that a build is for. */
export interface AppliedPlan extends Ref {
  readonly author: CrumbAuthor;
  readonly text: string;
}

/** The crumb as a plan. The store validated its payload. */
export const toAppliedPlan = ({ id, version, author, context: { text } }: Envelope<AgentPlanV1>): AppliedPlan => ({
  id,
  version,
  author,
  text,
});
