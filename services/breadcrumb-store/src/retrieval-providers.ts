import type { InjectionToken, Provider } from '@nestjs/common';
import type { StoreConfig } from './config';
import { DATABASE, type Database } from './database/database';
import type { IndexReader } from './search/index/index-reader';
import { RETRIEVAL, type RetrievalDependencies } from './search/retrieve/retrieve';
import { SessionTextCache } from './search/session-cache/session-text-cache';

/** What retrieval needs, with the index of the token `index`: the cached texts of sessions, and {@link RETRIEVAL}. */
export function retrievalProviders({ retrievalCacheBytes: bytes }: StoreConfig, index: InjectionToken): Provider[] {
  return [
    {
      provide: SessionTextCache,
      useFactory: (database: Database) => new SessionTextCache(database, { bytes }),
      inject: [DATABASE],
    },
    {
      provide: RETRIEVAL,
      useFactory: (database: Database, reader: IndexReader, cache: SessionTextCache): RetrievalDependencies => ({
        database,
        index: reader,
        cache,
      }),
      inject: [DATABASE, index, SessionTextCache],
    },
  ];
}
