import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a part of the search index follows the log. */
@Entity('index_cursor')
export class IndexCursorEntity {
  /** `text`, or `vector:` and the name of an embedder. */
  @PrimaryColumn({ type: 'text' })
  kind!: string;

  /** Log position through which it is complete. */
  @Column({ type: 'bigint' })
  position!: number;
}

/** The embedder that was chosen last, in one row. */
@Entity('embedding_choice')
@Check('embedding_choice_one_check', 'one')
export class EmbeddingChoiceEntity {
  /** Always true, so that there is only one row. */
  @PrimaryColumn({ type: 'boolean', default: true })
  one!: boolean;

  /** Full name of the embedder. */
  @Column({ type: 'text' })
  name!: string;

  /** The embedder that the environment named at that time: when it names another one, that one is chosen. */
  @Column({ type: 'text' })
  environment!: string;
}
