import { defineOperation } from './define-operation';
import type { Identity } from './keys';
import type { ReadReply, ReadRequest } from './reading';
import type { PackedRetrieveReply, RetrieveRequest } from './retrieval';

/** A retrieval as it will probably be asked, together with the reading that tells whether it is. */
export interface PrefetchPreviewRequest {
  /** Read with the service's own eyes. */
  readonly read: Pick<ReadRequest, 'refs' | 'as_of'>;
  /** As of the position, and at the time, of that reading. */
  readonly retrieve: Omit<RetrieveRequest, 'as_of' | 'now'>;
}

export interface PrefetchPreviewReply {
  readonly read: ReadReply;
  /** Whose key came with the request; null where a service asks for itself. */
  readonly identity: Identity | null;
  /** Found with the eyes of that key, as `store.retrieve` finds it. */
  readonly found: PackedRetrieveReply;
}

export const PrefetchPreview = defineOperation<PrefetchPreviewRequest, PrefetchPreviewReply>('store', 'foresee');
