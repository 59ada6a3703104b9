import { z } from 'zod';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
import { list } from './request-fields';

/** The most characters of a text that a client may have embedded: some 8,000 tokens. */
export const MAX_EMBEDDED_CHARACTERS = 32_768;

export interface EmbedReply {
  /** The name of the embedder that served. */
  readonly embedder: string;
  /** A unit vector for each text, in their order. */
  readonly vectors: readonly (readonly number[])[];
}

/** Returns vectors of a client's texts by the embedder that serves queries; nothing is stored. Refuses another embedder with `not_found`. */
export const Embed = defineOperation({
  name: 'store.embed',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({
    /** The embedder that must serve; absent: whichever does. */
    embedder: z.string().max(256).optional(),
    texts: list(z.string().min(1).max(MAX_EMBEDDED_CHARACTERS), 64),
  }),
  reply: replyOf<EmbedReply>(),
});
