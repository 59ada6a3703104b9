export type {
  ModelListener,
  Model,
  ModelReply,
  ModelRequest,
  PromptMessage,
  PromptPicture,
  ModelToolCall,
  ModelFailure,
  StreamFilter,
  BilledUsage,
  OfferedTool,
  ReplyShape,
  ToolChoice,
  FailureCode,
} from './model';
export { evolve, type TurnEvent, unseenMessages } from './turn/evolve';
export type { GrantedTool, Turn, LateMessage } from './turn/turn';
export { modeOf } from './modes/modes';
export { replyCost, type Capabilities, type Prices, HOSTED_MODEL_LIMITS, type ModelProfile } from './profile';
export { fitSubquery, type FittedSubquery, type SubqueryRoom } from './subquery/fit-subquery';
export {
  BUILT_IN_SUBQUERIES,
  completeTemplate,
  type CompleteTemplate,
  type SubqueryKind,
} from './subquery/built-in-templates';
export { countWords, limitWords } from './subquery/words';
export { countRequestTokens } from './turn/count-tokens';
export { pendingRequests, type StepCall, callRequestId } from './turn/results';
export { type CallMetrics, turnUsage, type CallUsage, stepsCost, writtenTokens, callUsage } from './turn/usage';
export { mustPlan, PLAN_TOOL } from './turn/plan-first';
export { countRounds, withOfferedTools, maxSteps, hasUsedAllRounds } from './turn/rounds';
export type { ParsedCall, ToolMode, ParsedReply } from './modes/mode';
export { toStorableText } from './storable-text';
export { tags } from './modes/tags/tags';
export { plainArgument } from './modes/plain-argument';
export { acceptClient, clientTools, clientToolChoice } from './accept-client';
export { chatMessages, buildPrompt, systemPrompt } from './prompt';
export { placePictures, shownTokens, type AttachedFile, type PlacedPicture } from './pictures';
export { promptOverheadTokens } from './prompt-overhead';
export { toolExample, toolInputs, toolOutput, toolSummary } from './tool-signature';
export { dateAndTime, dayHeading, looksLikeDayHeading } from './names/day-heading';
export { sanitizeName } from './names/sanitize-name';
export {
  distinctAuthors,
  distinctParticipants,
  IdNameCache,
  isRole,
  nameSpeakers,
  type NameOf,
} from './names/speaker-names';
export { castMacros, isPerson } from './names/cast-macros';
export { expandScenario } from './names/expand-scenario';
export { expandDefinition, usesMacros, type DefinitionCast } from './names/expand-definition';
export { answeringDefinition, castRef, definitionCast, type AnsweringCrumbs } from './answering-definition';
