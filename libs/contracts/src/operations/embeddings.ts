import { defineOperation } from './define-operation';

/** Asks which embedder serves, and with `use`, changes it. `name`: `lexical`, `openai` or `onnx`, or one of them with `/model`. */
export interface EmbeddingsRequest {
  readonly use?: string;
}

export interface EmbeddingsReply {
  /** Answers questions now. */
  readonly serving: string;
  /** Was chosen; serves once it has caught up. */
  readonly chosen: string;
  readonly embedded_position: number;
  readonly indexed_position: number;
  /** Texts still without a vector of the chosen one. */
  readonly backlog: number;
  /** Why the chosen one makes no progress, or why the one that serves could not answer the last question. */
  readonly trouble?: string;
}

export const Embeddings = defineOperation<EmbeddingsRequest, EmbeddingsReply>('store', 'embeddings');
