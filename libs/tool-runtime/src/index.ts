export { type ActiveClaim, takeClaim } from './claims/active-claim';
export { commitUnderClaim } from './claims/commit-under-claim';
export { GracefulAbort } from './shutdown-signal';
export {
  TurnEnds,
  isTurnRequest,
  type ReceivedToolRequest,
  ToolLogs,
  ToolModels,
  ToolReader,
  ToolResponses,
  type ToolInvocation,
  type ToolFacts,
} from './ports';
export { type Tool, LATER, LaterBefore, ToolError, type ToolCall } from './tool';
export type { PersonQuestion, PersonReply } from './person-question';
export { requiredApproval, type RequiredApproval } from './approval/required-approval';
export { ToolsModule, type ToolsModuleOptions } from './tools.module';
export { TurnEndsNats } from './adapters/turn-ends.nats';
export { type ToolSettings, TOOL_RUNNER, refuseInput, resolveToolSettings } from './run/check-request';
export { type ToolOutcome, buildToolResponse } from './run/tool-response';
export { ToolRegistry, type ToolSourceState } from './tool-registry';
export { ToolMeter } from './telemetry/tool-meter';
export type {
  CallPermission,
  ChangePayload,
  KeptFile,
  KeptFiles,
  NamedDraft,
  PartResult,
  PartRequest,
  SessionMember,
  ToolLog,
} from './tool-log';
export type { RecalledFacts, RememberedFact, ToolMemory } from './tool-memory';
export type { ModelAnswer, ModelQuestion, ToolModel } from './tool-model';
export { TOOL_DEPENDENCIES } from './tool-dependencies';
export { PostponedRuns } from './postponed-runs';
export { runTool, type RunToolOutcome, type ToolDependencies } from './run/run-tool';
export { markFailure } from './run/tool-span';
