// eslint-disable-next-line no-restricted-syntax -- schemas/ lists the kinds of crumbs, and every build prints this file from it
export * from './generated/kinds';
export type { Selector, Config, Source, CrumbRules, SubqueryTemplate } from './generated/types';
export type { CrumbAuthor, Participant, Ref, Audience, Envelope, Draft, EventKind, CrumbEvent } from './record';
export { EXPIRES_AT_SPELLING } from './record';
export type { Retention, LlmHints, Contract, Crumb } from './contract';
export { parseSchemaName, satisfies } from './schema-name';
export { asCrumb, asCrumbs, asPayload, toJsonObject, type PayloadName } from './payload';
export type { PayloadTypes } from './generated/payload-types';
export { contracts, CONVERSATION_SCHEMAS, rulesFor } from './published-contracts';
export { envelopeSchema, draftSchema } from './envelope-schemas';
export {
  derivedId,
  singletonId,
  sceneId,
  planId,
  turnId,
  groundingId,
  responseId,
  contextId,
  stepId,
  toolRequestId,
  toolPartId,
  toolResponseId,
  toolStartId,
  approvalDecisionId,
  replayId,
  deadLetterDiscardId,
  turnRetryId,
  type Singleton,
} from './derived-ids';
export { describeUnknownName, nearestNames } from './nearest-names';
export { DEFAULT_LIMITS, DEFAULT_TURN_SECONDS, resolveTurnLimits, type TurnLimits } from './turn-limits';
export { ASK_PERSON, isGranted, namesTool, toolModeOf, explainTryRefusal, type ToolModeName } from './grants';
export { changeDefinition, listChanged, type DefinitionChanges, type RerunChanges } from './definition-changes';
export { findRestored, listFieldChanges, type FieldChange } from './definition-diff';
export { CrumbError, refuse, type Problem, type ProblemCode, type Issue } from './problem';
export { findUnsafe, MAX_DEPTH, MAX_CRUMB_BYTES, MAX_BATCH_BYTES, MAX_BATCH_CRUMBS } from './json-safety';
export { validateContext, validateDraft, compileValidator, isKnownSchema } from './validate';
export { inlineSchema } from './json-schema/inline-schema';
export { compileJsonCheck, findSchemaIssues, MAX_SCHEMA_BYTES, type JsonCheck } from './json-schema/json-check';
export { timeZoneIssues } from './time-zone';
export { checkConfig, isSearchingSource, PRESET_BUDGETS, STABLE_SECTIONS, MOST_SOURCES } from './check-config';
export { sha256, contentHash } from './content-hash';
export type { TokenPiece } from './stream';
export {
  AGENT_EXECUTOR,
  BREADCRUMB_STORE,
  CONDUCTOR,
  CONTEXT_BUILDER,
  GATEWAY,
  SERVICES,
  CLIENT_RUNNER,
  MEMORY_KEEPER,
  TOOL_RUNNER,
  isServiceName,
  type ServiceName,
} from './service-names';
export {
  AGENT_SERVICE,
  defineOperation,
  mayCall,
  mayCallWithKey,
  mayCarryKeys,
  maySend,
  replyOf,
  type Operation,
  type OperationCaller,
  type ReplicaRead,
  type ReplyOf,
  type RequestOf,
  type Role,
} from './operations/define-operation';
export { isObject } from './json-object';
export { memoryClaimKey, parseToolClaimKey, parseTurnClaimKey, toolClaimKey, turnClaimKey } from './claim-keys';
export { OPERATIONS } from './operations/all-operations';
export { compileRequestCheck, requireSafe } from './operations/request-check';
export {
  Commit,
  type Fence,
  type Blob,
  type Write,
  type Patch,
  type CommitRequest,
  type CommitResult,
  type DerivedRef,
  type CommitReply,
} from './operations/writing';
export { MAX_FILE_BYTES, PutFile, ReadFile, type StoredFile, type FileContent } from './operations/files';
export {
  Read,
  History,
  List,
  Events,
  type ReadRequest,
  type ReadReply,
  type Erased,
  type ListRequest,
  type ListReply,
  type EventsRequest,
  type EventsReply,
} from './operations/reading';
export { BUILT_IN_EMBEDDERS, isBuiltInEmbedder } from './built-in-embedders';
export { RANKING_WEIGHTS, parseRankingWeights, type RankingParameters, type RankingWeights } from './ranking-weights';
export {
  FEATURES,
  PrefetchPreview,
  Retrieve,
  Chunks,
  type Feature,
  type FeatureWeights,
  type SectionName,
  type QueryTerms,
  type ChunksRequest,
  type ChunksReply,
  type SourcePlan,
  type RetrieveRequest,
  type RememberedMessages,
  type RetrieveReply,
  type PackedRetrieveReply,
  type PrefetchPreviewReply,
  type PrefetchPreviewRequest,
} from './operations/retrieval';
export type { Candidate, EnclosingBlocks, JsonPlace } from './operations/candidate';
export { Search, type SearchReply, type SearchRequest } from './operations/search';
export { Calibration, type CalibrationReply, type CalibrationRequest } from './operations/calibration';
export { Embed, MAX_EMBEDDED_CHARACTERS, type EmbedReply } from './operations/embedding';
export { OUTERMOST_SCOPE, SINCE_REPLY, type ScopeStart } from './operations/session-scopes';
export {
  MAX_REQUESTED_TURNS,
  RequestTurns,
  Turns,
  Claim,
  ListUnfinishedTurns,
  type UnfinishedTurn,
  OpenTurn,
  StopTurn,
  Spent,
  type StopTurnRequest,
  type SpentReply,
  type TurnRequest,
  type RequestTurnsRequest,
  type TurnState,
  SessionTalk,
  type AutoRounds,
  type SessionTalkReply,
  type SessionTalkRequest,
  type TurnChoice,
  type TurnView,
  type ClaimRequest,
  type ClaimReply,
} from './operations/turns';
export { PreviousPacking, type PreviousPackingReply, type PreviousPackingRequest } from './operations/previous-packing';
export {
  SessionActivity,
  type SessionActivityReply,
  type SessionActivityRequest,
  type TimedLoreEffect,
} from './operations/session-activity';
export {
  ListRecentTurns,
  ListSessions,
  ListTrails,
  TRAIL_OUTCOMES,
  type CrumbLine,
  type ListRecentTurnsRequest,
  type ListSessionsRequest,
  type ListTrailsRequest,
  type SessionEntry,
  type SessionsReply,
  type TrailEntry,
  type TrailOutcome,
  type FeedbackFilter,
  type TrailsReply,
  type TurnEntry,
  type TurnsReply,
} from './operations/listings';
export {
  Influence,
  Trail,
  type CitedSource,
  type InfluenceReply,
  type TrailNode,
  type TrailReply,
  type TrailRequest,
} from './operations/trails';
export {
  WhoAmI,
  CreateKey,
  ListKeys,
  RevokeKey,
  CreateWorkspace,
  ListWorkspaces,
  type CreateKeyRequest,
  type Identity,
  type KeyView,
} from './operations/keys';
export {
  CreateConsoleSession,
  CreateSignInCode,
  EndConsoleSession,
  RedeemSignInCode,
  type NewConsoleSession,
  type SignInCode,
} from './operations/sign-in';
export { consoleSessionSecret, isConsoleSessionSecret, type ConsoleSessionParts } from './console-session';
export {
  Embeddings,
  Status,
  Subscribe,
  type EmbeddingsReply,
  type VacuumReply,
  type EmbeddingsRequest,
  type StatusReply,
  type SubscribeRequest,
} from './operations/stack';
export {
  LARGEST_BUDGET,
  Preview,
  SMALLEST_BUDGET,
  type PreviewRequest,
  type AccountItem,
  type Decision,
  type PreviewReply,
  type ChatMessage,
} from './operations/preview';
export { LintContext, type ContextFacts, type SourceShare, type TextFinding, type TextRule } from './operations/lint';
export {
  ReadPastScenarios,
  ReadSessionMessages,
  type PastScenario,
  type RecalledSession,
} from './operations/past-sessions';
export { CallFunction } from './operations/function-calls';
export type { FunctionCallError, FunctionCallReply, FunctionCallRequest } from './operations/function-calls';
export {
  ChangeFact,
  FindLeft,
  FindMemories,
  ReadAnswerReaders,
  ReadWindow,
  RecallMemory,
  ReflectOnMemory,
  RememberFact,
  SwitchMemoryContext,
  type ChangeFactRequest,
  type FactChange,
  type KeptFact,
  type MemoryChangeReply,
  type MemoryFact,
  type RecallReply,
  type RecallRequest,
  type ReflectRequest,
  type ReadWindowRequest,
  type RememberRequest,
  type SwitchMemoryContextRequest,
} from './operations/memory';
export { AnswerSubquery, SUBQUERY_TYPES, type SubqueryContent } from './operations/subqueries';
export type { ModelCallRecord, SubqueryReply, SubqueryRequest, SubqueryTrimming } from './operations/subqueries';
export { agentName, parseParticipantName, participantName, type AgentName } from './participant-name';
export {
  fingerprintAudience,
  fingerprintReaders,
  listReaders,
  MAX_FACT_CHARACTERS,
  MAX_FACT_SOURCES,
  memoryGroupTag,
  memoryOwnerTag,
  memorySubjectTag,
  memoryTags,
  sortReaders,
} from './memories';
export {
  mayInform,
  mayRead,
  narrowReaders,
  replyAudience,
  withAuthor,
  type InformingText,
  type Viewer,
} from './audience';
export { maySpeak, takesPart, withStrategy } from './session-members';
export { activeOverrides, describeOverride, overridesOf } from './session-overrides';
export type { OverrideOf, SessionOverrideItem } from './session-overrides';
export {
  countPackedDecisions,
  packAccount,
  unpackAccount,
  unpackKept,
  unpackKeptTokens,
  type KeptTokens,
  type PackedDecisions,
  MAX_ACCOUNT_ROWS,
  MAX_ACCOUNT_BYTES,
} from './account';
export { describeShownPart } from './shown-part';
export { DEFAULT_MAX_HOPS, exceedsHopLimit } from './hop-limit';
export { packCandidates, unpackCandidates } from './packed-candidates';
export { BUNDLE_FORMAT, BundleError, BundleReader, BundleWriter } from './trail-bundle';
export type { BundleHead, BundleParts, TrailBundle } from './trail-bundle';
