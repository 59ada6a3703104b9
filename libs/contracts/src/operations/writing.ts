import { z } from 'zod';
import { BREADCRUMB_STORE } from '../service-names';
import type { Draft, Ref } from '../record';
import type { LlmHints } from '../contract';
import type { Issue } from '../problem';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { jsonSchema, zodToJsonSchema } from './zod-json-schema';
import { list, position, ref, text, WORKERS } from './request-fields';

/** Proves that the holder may still do one piece of paid work; every append of that work carries it. */
const fence = z.object({ key: text, fence: position });
export type Fence = Readonly<z.infer<typeof fence>>;

/** Text stored beside a crumb, erased when any crumb that it quotes is erased. */
const blob = z.object({ text: z.string().max(8 * 1024 * 1024), quotes: list(ref, 1_024) });
export type Blob = Readonly<z.infer<typeof blob>>;

/** One change in a commit. The store derives ids from the draft, or assigns fresh ones. */
export type Write =
  | { readonly op: 'create'; readonly draft: Draft; readonly blob?: Blob }
  | { readonly op: 'update'; readonly id: string; readonly if_match: number; readonly patch: Patch }
  | { readonly op: 'erase'; readonly id: string; readonly if_match: number };

/** The fields that PATCH may change; null clears a field. `context` is replaced as a whole. */
export interface Patch {
  readonly context?: Record<string, unknown>;
  readonly title?: string | null;
  readonly tags?: readonly string[];
  readonly llm_hints?: LlmHints | null;
  readonly expires_at?: string | null;
}

// The content of a crumb is checked where the store prepares it.
const write = jsonSchema<Write>({
  type: 'object',
  required: ['op'],
  properties: { op: { enum: ['create', 'update', 'erase'] }, blob: zodToJsonSchema(blob) },
  allOf: [
    { if: { properties: { op: { const: 'create' } } }, then: { required: ['draft'] }, else: { required: ['id'] } },
    { if: { properties: { op: { const: 'update' } } }, then: { required: ['patch'] } },
  ],
});

/** A crumb that may quote an erased text. Memories and summaries are erased and made again without it by the service that wrote them. */
export interface DerivedRef extends Ref {
  readonly schema_name?: string;
}

export interface CommitResult extends Ref {
  readonly position: number;
  /** True when a derived id already existed: the stored crumb stays, nothing was written. */
  readonly existed: boolean;
  /** What its author most likely did not mean, such as llm_hints that show nothing of the payload. Paths are JSON pointers into the draft. */
  readonly warnings?: readonly Issue[];
  /** For an erase: crumbs that may still quote the erased text. */
  readonly derived?: readonly DerivedRef[];
}

/** In the order of the writes. */
export interface CommitReply {
  readonly results: readonly CommitResult[];
}

/** Writes crumbs in one transaction: all of the commit or none of it. */
export const Commit = defineOperation({
  name: 'store.commit',
  service: BREADCRUMB_STORE,
  callers: WORKERS,
  role: 'writer',
  // Each crumb is checked where the store prepares it.
  allowsUnsafeJson: true,
  request: z.object({
    writes: list(write),
    idempotency_key: text.optional(),
    imported: z.boolean().optional(),
    fence: fence.optional(),
    traceparent: text.optional(),
  }),
  reply: replyOf<CommitReply>(),
});
export type CommitRequest = RequestOf<typeof Commit>;
