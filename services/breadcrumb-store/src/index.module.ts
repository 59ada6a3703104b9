import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { StoreConfig } from './config';
import { DATABASE, type Database } from './database/database';
import { DISK_SPACE, type DiskSpace } from './database/disk-space';
import { EmbeddingChoiceEntity } from './entities/search-index.entity';
import { SessionTextCache } from './search/session-cache/session-text-cache';
import { RETRIEVAL } from './search/retrieve/retrieve';
import { Writer } from './writer/writer';
import { retrievalProviders } from './retrieval-providers';
import { configureEmbedders } from './search/embedders/configured-embedders';
import { resolveEmbedderName } from './search/embedders/create-embedder';
import { EMBEDDER_NAMES } from './search/embedders/embedder-names';
import { SearchIndex } from './search/index/search-index';
import { EmbedderChoice } from './search/index/vectors/embedder-choice';

function searchIndex({ embeddings }: StoreConfig) {
  return (
    database: Database,
    choice: EmbedderChoice,
    logger: Logger,
    pools: SessionTextCache,
    disk: DiskSpace | null,
    // eslint-disable-next-line max-params -- injected by Nest, in the order of `inject`
  ): SearchIndex =>
    new SearchIndex({
      requireRoom: () => disk?.requireForWork(),
      database,
      choice,
      ...configureEmbedders(embeddings),
      onError: (what, error) => logger.warn({ err: error }, what),
      onDeleted: (workspace, ids) => pools.forget(workspace, ids),
      onRebuilt(texts, seconds) {
        pools.clear();
        logger.info({ texts, seconds: Math.round(seconds) }, 'texts of an earlier version have new keys and meanings');
      },
    });
}

/** The search index, and what retrieval needs. It follows the writer of the same process. */
@Module({})
export class IndexModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly index: SearchIndex,
    @Inject(Writer) private readonly writer: Writer,
    private readonly pools: SessionTextCache,
  ) {}

  static forRoot(config: StoreConfig): DynamicModule {
    const index = {
      provide: SearchIndex,
      useFactory: searchIndex(config),
      inject: [DATABASE, EmbedderChoice, LOGGER, SessionTextCache, DISK_SPACE],
    };
    const names = { provide: EMBEDDER_NAMES, useValue: (said: string) => resolveEmbedderName(said, config.embeddings) };
    return {
      module: IndexModule,
      global: true,
      imports: [TypeOrmModule.forFeature([EmbeddingChoiceEntity])],
      providers: [EmbedderChoice, index, names, ...retrievalProviders(config, SearchIndex)],
      exports: [index, names, RETRIEVAL],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    this.writer.onCommit((head) => this.index.nudge(head));
    this.writer.onSkip((_from, through) => this.index.nudge(through));
    await this.index.start();
    await this.pools.warmUp(this.index);
  }

  /** Before the database closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.index.stop();
  }
}
