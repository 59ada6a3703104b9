import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { OnChunks } from '../asks/on-chunks';
import { EMBEDDER_NAMES, OnEmbeddings } from '../asks/on-embeddings';
import { OnForesee } from '../asks/on-foresee';
import { OnRetrieve } from '../asks/on-retrieve';
import { OnSearch } from '../asks/on-search';
import type { StoreConfig } from '../config';
import { DATABASE, type Database } from '../database/database';
import { Pools } from '../retrieve/pools';
import { RETRIEVE_PARTS, type RetrieveParts } from '../retrieve/retrieve';
import { Writer } from '../writer/writer';
import { embedderNamed, rowName } from './embedders/embedder-named';
import { lexicalEmbedder } from './embedders/lexical-embedder';
import { SearchIndex } from './search-index';

function searchIndex({ embeddings }: StoreConfig) {
  return (database: Database, logger: Logger, pools: Pools): SearchIndex =>
    new SearchIndex({
      database,
      chosen: embedderNamed(rowName(embeddings.kind, embeddings), embeddings) ?? lexicalEmbedder,
      named: (name) => embedderNamed(name, embeddings),
      onError: (what, error) => logger.warn({ err: error }, what),
      onForgotten: (workspace, ids) => pools.forget(workspace, ids),
    });
}

const retrieveParts = {
  provide: RETRIEVE_PARTS,
  useFactory: (database: Database, index: SearchIndex, kept: Pools): RetrieveParts => ({
    database,
    index,
    pools: kept,
  }),
  inject: [DATABASE, SearchIndex, Pools],
};

/** The index, and the asks that it answers. It follows the writer of the same process. */
@Module({})
export class IndexModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly index: SearchIndex,
    @Inject(Writer) private readonly writer: Writer,
    private readonly pools: Pools,
  ) {}

  static of(config: StoreConfig): DynamicModule {
    const index = { provide: SearchIndex, useFactory: searchIndex(config), inject: [DATABASE, LOGGER, Pools] };
    const pools = {
      provide: Pools,
      useFactory: (database: Database) => new Pools(database, { bytes: config.retrievalCacheBytes }),
      inject: [DATABASE],
    };
    const names = { provide: EMBEDDER_NAMES, useValue: (said: string) => rowName(said, config.embeddings) };
    return {
      module: IndexModule,
      global: true,
      controllers: [OnRetrieve, OnForesee, OnSearch, OnChunks, OnEmbeddings],
      providers: [index, names, pools, retrieveParts],
      exports: [index],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    this.writer.onCommit((head) => this.index.nudge(head));
    await this.index.start();
    await this.pools.warmUp(this.index);
  }

  /** Before the database closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.index.stop();
  }
}
