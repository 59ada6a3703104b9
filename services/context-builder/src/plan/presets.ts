import { PRESET_BUDGETS, type ContextConfigV1 } from '@crumbtrail/contracts';

/** A starting point by name. */
export type PresetName = NonNullable<ContextConfigV1['preset']>;

/** What a preset says; whatever a config or definition says comes before it, setting by setting. */
export type Preset = Omit<ContextConfigV1, 'consumer' | 'preset'>;

/** Settings that belong together. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  /** A conversation: its last words, what of it is like the question, and the tools. */
  conversational: {
    sources: [{ type: 'recent' }, { type: 'hybrid' }, { type: 'catalog' }],
    budget: { max_tokens: PRESET_BUDGETS.conversational },
    recent_exchanges: 2,
  },
  /** Somebody who remembers: all conversations of the workspace that the agent may read, not this one alone. */
  memory: {
    sources: [
      { type: 'recent', limit: 10 },
      { type: 'hybrid' },
      { type: 'hybrid', name: 'elsewhere', scope: 'workspace', floor: 0.4, limit: 100 },
      { type: 'catalog' },
    ],
    budget: { max_tokens: PRESET_BUDGETS.memory },
    recent_exchanges: 3,
  },
  /** Few tokens: the last words and the best of what is like the question. */
  minimal: {
    sources: [
      { type: 'recent', limit: 3 },
      { type: 'hybrid', limit: 20, floor: 0.5 },
    ],
    budget: { max_tokens: PRESET_BUDGETS.minimal },
    recent_exchanges: 1,
  },
  /** A library: whatever the workspace holds, of any schema, in the pieces that answer the question. */
  documents: {
    sources: [
      { type: 'recent', limit: 3 },
      { type: 'hybrid', name: 'documents', scope: 'workspace', section: 'knowledge', schemas: [], limit: 100 },
    ],
    budget: { max_tokens: PRESET_BUDGETS.documents },
    recent_exchanges: 1,
    sections: [{ name: 'knowledge', quota: 1 }],
  },
};
