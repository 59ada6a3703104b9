/** bus: the road: JetStream, subjects, settlement. */
export { Bus } from './bus';
export type { AskContext, AskOptions, Unsubscribe } from './asking';
export type { BusOptions } from './dial';
export { BusModule, type BusModuleOptions } from './bus.module';
export { Hears, Answers, type HearsOptions } from './hears';
export { JetStreamStrategy, type StrategyOptions } from './strategy';
export { CrumbStore, WorkspaceStore, isErased, checked, type StoreScope, type OneOptions } from './crumb-store';
export { CrumbStream, type StreamLimits, type StreamState } from './crumb-stream';
export type { DurableWish, DurableState } from './durables';
export type { Place } from './places';
export type { LogId, Published } from './publish-in-order';
export { natsServerConfig, type NatsServerOptions, type NatsUser } from './nats-config';
export { decide, settle, backoffMs, type Outcome, type Verdict, type Delivery, type Limits } from './settlement';
export { currentTrace, withTrace, newTraceparent, type Trace } from './trace';
export { NatsProcess, findNatsServer, natsServerVersion, type NatsProcessOptions } from './nats-process';
export { readFilter } from './subjects';
export { whyNotDurable } from './ownership';
export { Standing, StandingCrumbs, type FetchStanding } from './standing';
