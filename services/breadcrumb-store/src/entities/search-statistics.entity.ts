import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** In how many chunks of a workspace a stem occurs, for BM25. */
@Entity('term_stat')
export class TermStatEntity {
  // And by the letters of the stem in reverse order, which a decorator cannot say.
  @Index('term_stat_backwards', { synchronize: false })
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  /** The stem. Compared by its bytes, so that the index finds terms by their first letters. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  term!: string;

  /** Document frequency. */
  @Column({ type: 'integer' })
  df!: number;
}

/** How many chunks a workspace has and how long they are together, for BM25. */
@Entity('corpus_stat')
export class CorpusStatEntity {
  @PrimaryColumn({ type: 'text' })
  workspace!: string;

  @Column({ type: 'integer' })
  chunks!: number;

  /** Sum of {@link ChunkEntity.length}. */
  @Column({ name: 'total_length', type: 'bigint' })
  totalLength!: number;
}
