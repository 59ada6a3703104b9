/** client: the HTTP doors, typed. */
export { Crumbtrail, isApiError, type WriteOptions } from './client';
export type { Contexts } from './contexts';
export type { OpenedTurn, ExternalLoop, TurnAnswer, TurnClaim, OpenTurnOptions } from './own-loop';
export type { GatewayAddress } from './http';
export { ApiError, UnreachableError, type ProblemDetails } from './refusal';
export type { FollowOptions, StreamedEvent, StreamItem } from './follow';
export type {
  Agent,
  MessageReceipt,
  Branch,
  DeadLetterView,
  EventFilter,
  Explanation,
  ExplainedItem,
  ListFilter,
  Page,
  Readiness,
  Receipt,
  RenderedView,
  ReplayedLetter,
  StoppedTurn,
  TrailTree,
  ToolTrial,
  TryToolOptions,
  WokenTurns,
} from './shapes';
