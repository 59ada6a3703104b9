export { scriptedModel, type ScriptedModel } from './model/scripted-model';
export { sseEvents } from './model/completions';
export type {
  CallEnd,
  ModelCall,
  ModelCallBody,
  Script,
  ScriptedCall,
  ScriptedUsage,
  ScriptOptions,
  StopHabit,
} from './model/script';
export { natsServer, type TestNats, type TestNatsOptions } from './nats-server';
export { NatsCluster } from './nats-cluster';
export { eventually } from './eventually';
export { TestStack, type StackSettings } from './stack/test-stack';
export { SharedStack } from './stack/shared-stack';
export { Api, ApiRefusal, type ApiResponse, type ApiRequestOptions } from './stack/api';
export { TestStore, type CrumbPatch, type TestStoreOptions } from './store/test-store';
export type { NatsLogin } from './stack/nats-login';
export { findTablesWith } from './store/find-tables';
export { findEmbeddedTablesWith, findMessagesWith } from './store/find-text';
export type { RecordedRequest } from './store/request-recorder';
export { copyDatabase, type DatabaseMaking } from './database-copy';
export { freePort } from '@crumbtrail/setup';
export { PostgresPair } from './stack/postgres-pair';
export { PrivatePostgres } from './stack/private-postgres';
export { ReaderProcess, type ReplicaSettings } from './stack/reader-process';
export { TcpProxy } from './stack/tcp-proxy';
export { RestartablePostgres } from './stack/restartable-postgres';
export { freshDatabase, limitedUrl, runSql, type FreshDatabase } from './stack/fresh-database';
export { EVERYTHING_OVER_STDIO, everythingServer, type EverythingServer } from './everything-server';
export { openBrowser } from './browser';
export { worldInfoEntry } from './world-info-entry';
export { cyclicPdf, encryptedPdf, pdfBomb, pdfWith } from './pdf-files';
export { LANGUAGES } from './languages';
