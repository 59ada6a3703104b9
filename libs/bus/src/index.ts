/** bus: requests, durable subscriptions and token pieces over NATS JetStream. */
export { Bus } from './request-reply/bus';
export type { RequestContext, RequestOptions, Unsubscribe } from './request-reply/request-options';
export { requestTimeoutMs } from './connection/config';
export type { BusOptions } from './connection/connect-to-nats';
export { connectWithRetries, type ConnectOptions } from './request-reply/connect-with-retries';
export { BusModule, type BusModuleOptions } from './bus.module';
export { operationOf } from './request-reply/request-pipe';
export { Respond } from './request-reply/respond';
export { OnCrumb, type SubscriptionOptions } from './subscription/on-crumb';
export { JetStreamStrategy, type StrategyOptions } from './jetstream-strategy';
export {
  CrumbStore,
  WorkspaceStore,
  isErased,
  validateCrumb,
  type StoreScope,
  type ReadOneOptions,
} from './store-client/crumb-store';
export { CrumbStream, type StreamCopies, type StreamLimits, type StreamState } from './stream/crumb-stream';
export type { DurableConfig, DurableState } from './stream/durables';
export type { StreamPosition } from './stream/stream-position';
export type { LogId, PublishedEvent } from './stream/publish-in-order';
export { natsServerConfig, type NatsServerOptions, type NatsUser } from './nats-server/nats-config';
export { natsUserPermissions, type NatsUserPermissions } from './nats-server/nats-users';
export {
  decideSettlement,
  settle,
  backoffMs,
  type HandlerOutcome,
  type Settlement,
  type Delivery,
  type DeliveryLimits,
} from './settlement/settlement';
export { currentTrace, withTrace, newTraceparent, type Trace } from './tracing/trace';
export { NatsProcess, findNatsServer, natsServerVersion, type NatsProcessOptions } from './nats-server/nats-process';
export { parseFilter } from './protocol/subjects';
export { explainDurableRefusal } from './nats-server/durable-ownership';
export { SnapshotCache, CrumbSnapshots, type FetchSnapshot } from './store-client/snapshots';
export { AGENTS_USER, PROMPTS_USER, GUESTS_USER, AGENT_PROGRAM, agentsGrants } from './nats-server/agents-grants';
export { EVENT_READER_USER, eventReaderGrants } from './nats-server/event-reader-grants';
export { explainAgentToken, type AgentAddress } from './agent-protocol/addresses';
export { AgentError, type AgentErrorBody, type AgentErrorStatus } from './agent-protocol/agent-error';
export { AgentNetwork, type AgentNetworkOptions } from './agent-protocol/agent-network';
export type { SeenAgent, SeenAgents } from './agent-protocol/agent-directory';
export type { AgentInfo, PromptableAgent } from './agent-protocol/agent-info';
export type { AgentQuery, AgentRefusal, AnswerChunk } from './agent-protocol/answer-chunk';
export type { AnswerStream } from './agent-protocol/answer-stream';
export { encodePrompt, PromptedAgents, type HeldAnswer, type OutgoingPrompt } from './agent-protocol/prompted-agents';
export { isUserNkey, type AgentSender } from './agent-protocol/agent-sender';
export type { AnswerPrompt, HostedAgent, IncomingPrompt } from './agent-protocol/hosted-agent';
export type { AgentAttachment, PromptEnvelope } from './agent-protocol/prompt-envelope';
export type { OpenQuery, PromptStream } from './agent-protocol/prompt-stream';
