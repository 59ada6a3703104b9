import { z } from 'zod';
import type { Participant, Ref } from '../record';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { text } from './request-fields';
import type { DerivedRef } from './writing';

/** A breadcrumb that an erasure would change, with its schema. */
export interface AffectedRef extends Ref {
  readonly schema_name: string;
}

/** What the erasure of a breadcrumb would do, as far as the caller may read it. */
export interface ErasurePreview extends Ref {
  /** What may still quote it afterwards, such as answers, and memories and summaries that are made again without it: as the erasure would reply. */
  readonly derived: readonly DerivedRef[];
  /** What is erased with it: what people said of an answer. */
  readonly erased_too: readonly AffectedRef[];
  /** What keeps its account, but loses its text, because that quotes it: contexts. The first 1,000. */
  readonly texts: readonly AffectedRef[];
}

/** Returns what the erasure of a breadcrumb would do, and changes nothing. Whoever may erase it may ask. */
export const PreviewErasure = defineOperation({
  name: 'store.preview-erasure',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'writer',
  request: z.object({ id: text }),
  reply: replyOf<ErasurePreview>(),
});

/** What is left of an erased message or answer: no text, no name. */
export interface ErasedMessage {
  readonly id: string;
  readonly schema_name: string;
  readonly author: Participant;
  readonly trail_id: string;
  readonly occurred_at: string;
  readonly erased_at: string;
  readonly erased_by: Participant;
}

/** Lists the erased messages and answers of a session that the caller was allowed to read, the latest first. */
export const ListErasedMessages = defineOperation({
  name: 'store.list-erased-messages',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({ session: text, limit: z.int().min(1).max(500).optional() }),
  reply: replyOf<{ readonly erased: readonly ErasedMessage[] }>(),
});
export type ListErasedMessagesRequest = RequestOf<typeof ListErasedMessages>;
