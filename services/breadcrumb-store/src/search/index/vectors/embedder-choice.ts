import { isBuiltInEmbedder } from '@crumbtrail/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { EmbeddingChoiceEntity } from '../../../entities/search-index.entity';

/** Remembers which embedder was chosen last. Only the active writer uses it. */
@Injectable()
export class EmbedderChoice {
  constructor(@InjectRepository(EmbeddingChoiceEntity) private readonly rows: Repository<EmbeddingChoiceEntity>) {}

  /**
   * Returns the name of the embedder that was chosen last. The environment decides at the first start and whenever its value has
   * changed since; otherwise the choice made at run time is kept. It is kept, too, where the environment named one built-in embedder and names another:
   * the default has changed once, and nobody meant to undo a choice by that.
   */
  async load(environment: string): Promise<string> {
    const saved = await this.rows.findOneBy({ one: true });
    if (saved?.environment === environment) return saved.name;
    const isChosen = saved !== null && saved.name !== saved.environment;
    if (isChosen && isBuiltInEmbedder(saved.environment) && isBuiltInEmbedder(environment)) {
      await this.rows.update({ one: true }, { environment });
      return saved.name;
    }
    await this.rows.upsert({ one: true, name: environment, environment }, ['one']);
    return environment;
  }

  /** Saves a choice made at run time. */
  async save(name: string): Promise<void> {
    await this.rows.update({ one: true }, { name });
  }
}
