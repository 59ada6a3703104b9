/** bus: the road: JetStream, subjects, settlement. */
export { Bus } from './bus';
export type { RequestContext, RequestOptions, Unsubscribe } from './request-options';
export type { BusOptions } from './dial';
export { BusModule, type BusModuleOptions } from './bus.module';
export { operationOf } from './request-pipe';
export { OnCrumb, Respond, type SubscriptionOptions } from './decorators';
export { JetStreamStrategy, type StrategyOptions } from './strategy';
export {
  CrumbStore,
  WorkspaceStore,
  isErased,
  validateCrumb,
  type StoreScope,
  type ReadOneOptions,
} from './crumb-store';
export { CrumbStream, type StreamLimits, type StreamState } from './crumb-stream';
export type { DurableConfig, DurableState } from './durables';
export type { StreamPosition } from './stream-position';
export type { LogId, PublishedEvent } from './publish-in-order';
export { natsServerConfig, type NatsServerOptions, type NatsUser } from './nats-config';
export {
  decideSettlement,
  settle,
  backoffMs,
  type HandlerOutcome,
  type Settlement,
  type Delivery,
  type DeliveryLimits,
} from './settlement';
export { currentTrace, withTrace, newTraceparent, type Trace } from './trace';
export { NatsProcess, findNatsServer, natsServerVersion, type NatsProcessOptions } from './nats-process';
export { parseFilter } from './subjects';
export { explainDurableRefusal } from './ownership';
export { SnapshotCache, CrumbSnapshots, type FetchSnapshot } from './snapshots';
