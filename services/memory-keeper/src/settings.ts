import type { AgentDefV1 } from '@crumbtrail/contracts';

/** When items leave a tier, and how many. */
export interface TierLimits {
  /** Items that stay; with one more, the oldest leave. */
  readonly limit: number;
  /** Share of the items that leave then. */
  readonly ratio: number;
}

/** How the memory of an agent is kept, every default filled in. */
export interface KeeperSettings {
  readonly agent: string;
  /** The name in its definition. */
  readonly name?: string | undefined;
  /** Messages of a session. */
  readonly window: TierLimits;
  /** Facts of the short-term memory. */
  readonly short: TierLimits;
  /** The model that writes the memory; absent: the agent's. */
  readonly model?: string | undefined;
  /** No model is asked. */
  readonly extractOnly: boolean;
  /** IANA name of the zone in which days begin; absent: UTC. */
  readonly timeZone?: string | undefined;
  /** When the session is summarised; absent: never. */
  readonly summaries: { readonly messages?: number | undefined; readonly words?: number | undefined };
}

/** The memory settings of a definition; null where the agent has no memory. */
export function resolveMemory({ agent, name, memory, context }: AgentDefV1): KeeperSettings | null {
  if (memory === undefined) return null;
  const { window = 10, window_ratio = 0.8, short_limit = 10, short_ratio = 0.8, extract_only = false } = memory;
  return {
    agent,
    name,
    window: { limit: window, ratio: window_ratio },
    short: { limit: short_limit, ratio: short_ratio },
    model: memory.model,
    extractOnly: extract_only,
    timeZone: context?.frame?.time_zone,
    summaries: { messages: memory.summary_messages, words: memory.summary_words },
  };
}
