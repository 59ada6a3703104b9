import { z } from 'zod';
import type { MemoryShortV1 } from '../generated/types';
import { MAX_FACT_CHARACTERS } from '../memories';
import type { Audience, Envelope, Ref } from '../record';
import { BREADCRUMB_STORE, GATEWAY, MEMORY_KEEPER, TOOL_RUNNER } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { list, name, position, text, version } from './request-fields';
import type { ModelCallRecord } from './subqueries';

/** One fact of a memory. */
export type MemoryFact = MemoryShortV1['facts'][number];

/** The most characters of a hint or a task. */
const MAX_HINT_CHARACTERS = 4_000;

/** The agent whose memory it is, and the turn in which it asks. */
const asker = {
  agent: name,
  session: name.optional(),
  /** The turn: only facts that everybody may read who may read its answer are used or changed. */
  turn: z.uuid(),
  /** Position of the tool's request: the log is read at or after it. */
  position: position.optional(),
};

/** A fact, and the memory that holds it. */
export interface KeptFact {
  readonly memory: Ref;
  readonly fact: MemoryFact;
}

/** What an agent remembers about a hint. */
export interface RecallReply {
  /** False: nothing is known, and `answer` says so. */
  readonly known: boolean;
  readonly answer: string;
  /** The facts that the answer rests on, best first. */
  readonly facts: readonly KeptFact[];
  /** The breadcrumbs that those rest on. */
  readonly sources: readonly Ref[];
  /** extracted: the facts themselves, because no model is configured or none answered. */
  readonly method: 'extracted' | 'written';
  readonly model_calls: readonly ModelCallRecord[];
}

/** Answers a hint from the memories of an agent. */
export const RecallMemory = defineOperation({
  name: 'memory-keeper.recall',
  service: MEMORY_KEEPER,
  callers: [TOOL_RUNNER],
  role: null,
  request: z.object({ ...asker, hint: z.string().min(1).max(MAX_HINT_CHARACTERS) }),
  reply: replyOf<RecallReply>(),
});
export type RecallRequest = RequestOf<typeof RecallMemory>;

/** The memories that a request changed, each with its new version. */
export interface MemoryChangeReply {
  readonly memories: readonly Ref[];
  /** The number of facts that were added, reworded or removed. */
  readonly changed: number;
  readonly method: 'extracted' | 'written';
  readonly model_calls: readonly ModelCallRecord[];
}

/** Adds a fact that an agent wants to keep to its short-term memory of the session; its source is the message that the turn answers. */
export const RememberFact = defineOperation({
  name: 'memory-keeper.remember',
  service: MEMORY_KEEPER,
  callers: [TOOL_RUNNER],
  role: null,
  request: z.object({
    ...asker,
    session: name,
    text: z.string().min(1).max(MAX_FACT_CHARACTERS),
    /** The participant that it is about: `user:ann`. */
    about: text.optional(),
  }),
  reply: replyOf<MemoryChangeReply>(),
});
export type RememberRequest = RequestOf<typeof RememberFact>;

/** Writes the memories of an agent again: merges facts that say the same, and corrects those that contradict each other. */
export const ReflectOnMemory = defineOperation({
  name: 'memory-keeper.reflect',
  service: MEMORY_KEEPER,
  callers: [TOOL_RUNNER],
  role: null,
  request: z.object({ ...asker, session: name }),
  reply: replyOf<MemoryChangeReply>(),
});
export type ReflectRequest = RequestOf<typeof ReflectOnMemory>;

/** Makes the short-term memory of a session again for another task, from what the agent remembers. */
export const SwitchMemoryContext = defineOperation({
  name: 'memory-keeper.switch-context',
  service: MEMORY_KEEPER,
  callers: [TOOL_RUNNER],
  role: null,
  request: z.object({ ...asker, session: name, task: z.string().min(1).max(MAX_HINT_CHARACTERS) }),
  reply: replyOf<MemoryChangeReply>(),
});
export type SwitchMemoryContextRequest = RequestOf<typeof SwitchMemoryContext>;

/** A change of one fact. `forget` erases it in every version: its memory is erased and made again without it. */
const factChange = z.discriminatedUnion('do', [
  z.object({ do: z.literal('edit'), text: z.string().min(1).max(MAX_FACT_CHARACTERS) }),
  z.object({ do: z.literal('pin') }),
  z.object({ do: z.literal('unpin') }),
  z.object({ do: z.literal('forget') }),
]);
export type FactChange = Readonly<z.infer<typeof factChange>>;

/**
 * Changes one fact of a memory. With a client's key: for operators, for the agent whose memory it is, and for the participant that the fact is
 * about, if they may read the memory. Without one, by a tool: for the agent whose memory it is.
 */
export const ChangeFact = defineOperation({
  name: 'memory-keeper.change-fact',
  service: MEMORY_KEEPER,
  callers: [TOOL_RUNNER],
  forwarders: [GATEWAY],
  role: 'writer',
  request: z.object({
    memory: text,
    /** The version of the memory that the client has seen; a newer one is refused. Absent: any version is changed. */
    version: version.optional(),
    fact: z.string().regex(/^[a-z0-9]{8,32}$/, 'must be the id of a fact'),
    change: factChange,
    /** Without a key: the agent that asks, and its turn. */
    agent: name.optional(),
    turn: z.uuid().optional(),
  }),
  reply: replyOf<MemoryChangeReply>(),
});
export type ChangeFactRequest = RequestOf<typeof ChangeFact>;

/** Finds the memories and summaries of which any version rests on a breadcrumb, or has a fact; those that are erased are not found. */
export const FindMemories = defineOperation({
  name: 'store.find-memories',
  service: BREADCRUMB_STORE,
  callers: [MEMORY_KEEPER],
  role: null,
  request: z.object({
    source: z.uuid().optional(),
    fact: text.optional(),
    /** The store answers from a state at or after this position. */
    min_position: position.optional(),
  }),
  // Each in its newest version.
  reply: replyOf<{ readonly memories: readonly Envelope[] }>(),
});

/**
 * Finds breadcrumbs that their conversation has left (`exclude` of user.message.v1), as far as the author of the excluding message may leave them:
 * what that author wrote in the same session, and the answers to it. Of one message, or of a list of breadcrumbs.
 */
export const FindLeft = defineOperation({
  name: 'store.find-left',
  service: BREADCRUMB_STORE,
  callers: [MEMORY_KEEPER],
  role: null,
  request: z.object({
    /** What this message leaves. */
    message: z.uuid().optional(),
    /** Those of these that any message leaves. */
    ids: list(z.uuid(), 10_000).optional(),
    /** The store answers from a state at or after this position. */
    min_position: position.optional(),
  }),
  reply: replyOf<{ readonly ids: readonly string[] }>(),
});

/** Reads the messages of a session that have the same readers, after a position, in the order of the log. What their conversation has left is no part of it. */
export const ReadWindow = defineOperation({
  name: 'store.read-window',
  service: BREADCRUMB_STORE,
  callers: [MEMORY_KEEPER],
  role: null,
  request: z.object({
    session: name,
    /** Those who may read each of them, the author among them. */
    readers: z.union([z.enum(['all', 'agents']), list(text, 66)]),
    after: position,
    limit: z.int().min(1).max(1_000),
    /** The store answers from a state at or after this position. */
    min_position: position.optional(),
  }),
  reply: replyOf<{ readonly messages: readonly Envelope[] }>(),
});
export type ReadWindowRequest = RequestOf<typeof ReadWindow>;

/** Returns who may read the answer of a turn. */
export const ReadAnswerReaders = defineOperation({
  name: 'store.answer-readers',
  service: BREADCRUMB_STORE,
  callers: [MEMORY_KEEPER],
  role: null,
  request: z.object({ turn: z.uuid() }),
  reply: replyOf<{ readonly readers: Audience }>(),
});
