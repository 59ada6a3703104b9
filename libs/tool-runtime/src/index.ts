export { type HeldClaim, takeClaim } from './claims/held-claim';
export { Leaving } from './shutdown';
export {
  TurnEnds,
  isOfTurn,
  type ToolHeard,
  ToolLogs,
  ToolReader,
  ToolResponses,
  type AskedOfTool,
  type ToolFacts,
} from './ports';
export { type Tool, LATER, ToolError, type ToolCall } from './tool';
export { ToolsModule, type ToolsModuleOptions } from './tools.module';
export { TurnEndsNats } from './adapters/turn-ends.nats';
export { type ToolTerms, TOOL_RUNNER, termsOf } from './run/examine';
export { type ToolOutcome, toolAnswer } from './run/tool-answer';
export { Tools } from './tools';
export { ToolMeter } from './telemetry/tool-meter';
export type { Callable, Part, PartWish, ToolLog } from './tool-log';
export { TheToolWorld } from './the-tool-world';
export { runTool, type ToolEnd, type ToolWorld } from './run/run-tool';
export { markFailure } from './telemetry/tool-span';
