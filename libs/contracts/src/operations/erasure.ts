import { z } from 'zod';
import type { Ref } from '../record';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
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
