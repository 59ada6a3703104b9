export type {
  AskedCall,
  BilledUsage,
  Ear,
  OfferedTool,
  ReplyShape,
  FailureCode,
  Model,
  ModelFailure,
  ModelListener,
  ModelReply,
  ModelRequest,
  PromptMessage,
} from './model';
export { PATIENCE, costOf, type Capabilities, type ModelProfile, type Prices } from './profile';
export { PRESETS, type PresetName } from './capabilities';
export type { GrantedTool, LateMessage, Turn } from './turn/turn';
export type { Reading, ToolMode, WantedCall } from './modes/mode';
export { takeClaim, type HeldClaim } from './held-claim';
export { LATER, ToolError, type Tool, type ToolCall } from './tools/tool';
export type { Callable, Part, PartWish, ToolLog } from './tools/tool-log';
export { Tools } from './tools/tools';
export { ToolsModule, type ToolsModuleOptions } from './tools/tools.module';
export { TheToolWorld } from './tools/the-tool-world';
export { runTool, type ToolEnd, type ToolWorld } from './tools/run-tool';
export { TOOL_RUNNER, termsOf, type ToolTerms } from './tools/examine';
export {
  isOfTurn,
  ToolLogs,
  ToolReader,
  ToolResponses,
  type AskedOfTool,
  type ToolFacts,
  type ToolHeard,
} from './tools/ports';
export { toolAnswer, type ToolOutcome } from './tools/tool-answer';
export { Leaving } from './leaving';
export { chatMessages, promptOf, systemPrompt } from './prompt';
export { MAX_REPLY_BYTES } from './turn/endings';
export { TurnsModule } from './service/turns.module';
export { AgentModule, type AgentOptions } from './service/agent.module';
export { agentEnv, agentSettings, type AgentSettings } from './service/agent-env';
export type { TurnsOptions } from './service/options';
export { replyAudience } from './audience';
export { redact } from './redact';
export { LiveReplies, LiveReply, type ReplyAddress } from './live-replies';
export { modelFrom } from './model-from';
export { OFFLINE_NOTICE, OfflineModel } from './adapters/offline-model';
export { OpenAiModel } from './adapters/openai-model';
export { suggestions, type Sightings } from './suggestions';
export { besideTokens } from './turn/beside';
