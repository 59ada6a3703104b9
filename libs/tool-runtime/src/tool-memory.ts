import type { FactChange, MemoryFact, Ref } from '@crumbtrail/contracts';

/** A fact that an agent remembers, in the memory that holds it. */
export interface RememberedFact {
  readonly memory: Ref;
  readonly fact: MemoryFact;
}

/** What an agent remembers about a hint. */
export interface RecalledFacts {
  /** False: nothing is known, and `answer` says so. */
  readonly known: boolean;
  readonly answer: string;
  /** The facts that it rests on, best first. */
  readonly facts: readonly RememberedFact[];
}

/**
 * The memory of the agent of the turn, for tools with the permission `memory`. It shows only what everybody may read who may read the answer of the
 * turn. Its model calls are recorded in the tool's response. Each method throws a ToolError outside of turns; changes need a session.
 */
export interface ToolMemory {
  recall(hint: string): Promise<RecalledFacts>;
  /** Each change returns the number of facts that it changed. `about`: a participant as kind and id, such as `user:ann`. */
  remember(text: string, about?: string): Promise<number>;
  /** Merges what says the same and corrects what contradicts. */
  reflect(): Promise<number>;
  /** Makes the short-term memory again for another task. */
  switchContext(task: string): Promise<number>;
  change(fact: RememberedFact, change: FactChange): Promise<number>;
}
