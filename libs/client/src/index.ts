/** client: the typed HTTP client. */
export { Crumbtrail, type UploadedFile, type MessageOptions, type SpeakOptions, type WriteOptions } from './client';
export { type AgentVersion, type AgentVersions, DefinitionConflict } from './agent-versions';
export type { AgentDrafts, OpenDraft } from './agent-drafts';
export type { Approvals } from './approvals';
export type { Contexts } from './contexts';
export type { Evals } from './evals';
export type { Shadow, Shadows, ShadowSettings } from './shadows';
export type { Subqueries } from './subqueries';
export { type DefinitionTrial, type RerunOptions, TESTED_TURNS, type TurnFilter, type Turns } from './turns';
export type { ExternalLoop, OpenTurnOptions, TurnAnswer } from './external-loop';
export type { GatewayAddress, ReplyFrom, RequestTo, RouteName } from './call';
export { ApiError, isApiError, type ProblemDetails, UnreachableError } from './errors';
export type { Feedback, FeedbackOptions } from './feedback';
export type { FollowOptions, StreamedEvent, StreamItem } from './follow';
export { loadSample, SAMPLE_LENGTH, SAMPLE_QUESTIONS, SAMPLE_SESSION } from './sample-conversation';
export type {
  EventFilter,
  ListFilter,
  SessionFilter,
  StackReadiness,
  TrailFilter,
  UsageQuery,
  TryToolOptions,
} from './reply-types';
export type { Approval } from '@crumbtrail/contracts/http/approvals';
export type { Page, Receipt, RenderedView } from '@crumbtrail/contracts/http/breadcrumbs';
export type { ContextCostTable } from '@crumbtrail/contracts/http/context-costs';
export type { ModelCallList } from '@crumbtrail/contracts/http/model-calls';
export type { ExplainedItem, Explanation, OpenedTurn } from '@crumbtrail/contracts/http/context-replies';
export type { DeadLetterView, DiscardedLetter, ReplayedLetter } from '@crumbtrail/contracts/http/dead-letters';
export type { PublishedDraft } from '@crumbtrail/contracts/http/drafts';
export type { PinnedCase } from '@crumbtrail/contracts/http/evals';
export type { FeedbackList } from '@crumbtrail/contracts/http/feedback';
export type { GroundedReply } from '@crumbtrail/contracts/http/grounding';
export type { Agent } from '@crumbtrail/contracts/http/operators';
export type { LoreTest, LoreTestBody } from '@crumbtrail/contracts/http/lore';
export type { Rerun, RerunAnswer } from '@crumbtrail/contracts/http/reruns';
export type { ListedOverrides, OverrideBody } from '@crumbtrail/contracts/http/session-overrides';
export type { ListedSessions, MessageReceipt } from '@crumbtrail/contracts/http/sessions';
export type { SubqueryKindView, TrySubqueryBody } from '@crumbtrail/contracts/http/subqueries';
export type { ToolTrial } from '@crumbtrail/contracts/http/tools';
export type { Branch, ListedTrails, TrailTree } from '@crumbtrail/contracts/http/trails';
export type { UsageReport } from '@crumbtrail/contracts/http/usage';
export type { TurnClaim, WokenTurns } from '@crumbtrail/contracts/http/turn-fields';
export type { ListedTurns, RetriedTurn, StoppedTurn } from '@crumbtrail/contracts/http/turns';
