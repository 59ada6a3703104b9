import { z } from 'zod';
import type { MemoryLongV1 } from '../generated/types';
import type { Envelope, Participant, Ref } from '../record';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import type { CrumbLine } from './listings';
import type { MemoryFact } from './memory';
import { name, text } from './request-fields';

/** short: of one session. long: a section of what an agent knows across sessions. */
export const MEMORY_TIERS = ['short', 'long'] as const;
export type MemoryTier = (typeof MEMORY_TIERS)[number];

/** A memory, with those of its facts that the caller may know. */
export interface MemoryEntry extends Ref {
  readonly tier: MemoryTier;
  readonly agent: string;
  /** Of a short-term memory. */
  readonly session?: string;
  /** Of a long-term memory. */
  readonly section?: string;
  readonly audience: Envelope['audience'];
  readonly facts: readonly MemoryFact[];
  /** What has gone on to the long-term memory, in a line; for those who may know all facts. */
  readonly shadow?: string;
  readonly method?: MemoryLongV1['method'];
  readonly updated_at: string;
}

export interface MemoriesReply {
  readonly memories: readonly MemoryEntry[];
  readonly next_cursor?: string;
}

/**
 * Lists memories that the caller may read, those changed last first, with the facts that the caller may know: an operator all, an agent those of its
 * own memory, anybody else those about themselves.
 */
export const ListMemories = defineOperation({
  name: 'store.memories',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({
    agent: name.optional(),
    /** Only facts about this participant, as kind and id: `user:ann`. */
    about: text.optional(),
    session: text.optional(),
    tier: z.enum(MEMORY_TIERS).optional(),
    limit: z.int().min(1).max(500).optional(),
    cursor: z.string().max(1_024).optional(),
  }),
  reply: replyOf<MemoriesReply>(),
});
export type ListMemoriesRequest = RequestOf<typeof ListMemories>;

/** A version of a memory. */
export interface MemoryVersion {
  readonly version: number;
  readonly at: string;
  /** Who asked for it: a person or agent that changed a fact; else who wrote it. */
  readonly by: Participant;
  readonly facts: readonly MemoryFact[];
  /** Whether the keeper made the memory again with it, without something that was erased with all versions before. Absent: no. */
  readonly rebuilt?: boolean;
}

/** An answer whose context quotes a memory. */
export interface MemoryAnswer {
  readonly response: string;
  readonly agent: string;
  readonly session?: string;
  readonly at: string;
  /** The version of the memory that the context quotes. */
  readonly quoted_version: number;
  /** The context, where the caller may read it. */
  readonly context?: string;
}

export interface MemoryHistoryReply {
  /** As it is now. */
  readonly memory: MemoryEntry;
  /** Oldest first. */
  readonly versions: readonly MemoryVersion[];
  /** The sources of its facts that the caller may read. */
  readonly sources: readonly CrumbLine[];
  /** The answers that used it and that the caller may read, newest first; at most 200. */
  readonly answers: readonly MemoryAnswer[];
}

/** Reads one memory: every version, what its facts rest on, and the answers that used it; facts as in {@link ListMemories}. */
export const ReadMemoryHistory = defineOperation({
  name: 'store.memory-history',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  request: z.object({ id: text }),
  reply: replyOf<MemoryHistoryReply>(),
});
