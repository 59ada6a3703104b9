export { MAX_REPLY_BYTES } from './turn/endings';
export { SubqueryAnswerer } from './service/subquery-answerer';
export { ModelCallReader } from './service/model-call-reader';
export { TurnsModule } from './service/turns.module';
export { AgentModule, type AgentOptions } from './service/agent.module';
export { agentEnv, agentSettings, type AgentSettings } from './service/agent-env';
export type { TurnsOptions } from './service/options';
export { LiveReplies, ReplyStream, type ReplyAddress } from './live-replies';
export { LATER, ToolError, type Tool, type ToolCall, type ToolLog } from '@crumbtrail/tool-runtime';
