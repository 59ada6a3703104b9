/** client: the HTTP doors, typed. */
export { Crumbtrail, isRefusal, type Writing } from './client';
export type { Contexts } from './contexts';
export type { OpenedTurn, OwnLoop, TurnAnswer, TurnClaim, TurnWish } from './own-loop';
export type { Door } from './http';
export { Refusal, Unreachable, type ProblemDetails } from './refusal';
export type { Following, Happened, StreamItem } from './follow';
export type {
  Agent,
  Answered,
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
  TriedTool,
  TryWish,
  WokenTurns,
} from './shapes';
