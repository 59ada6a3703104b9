import { PRESET_BUDGETS, type ContextConfigV1 } from '@crumbtrail/contracts';

/** A starting point by name. */
export type PresetName = NonNullable<ContextConfigV1['preset']>;

/** The settings of a preset. Settings of a config or definition override them one by one. */
export type Preset = Omit<ContextConfigV1, 'consumer' | 'preset'>;

/** All presets by name. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  /** A conversation: its newest messages, and those relevant to the question. */
  conversational: {
    sources: [{ type: 'recent' }, { type: 'hybrid' }],
    budget: { max_tokens: PRESET_BUDGETS.conversational },
    recent_exchanges: 2,
  },
  /** Long-term memory: the conversations in which the agent took part, as far as it may read them. */
  memory: {
    sources: [
      { type: 'recent', limit: 10 },
      { type: 'hybrid' },
      { type: 'hybrid', name: 'elsewhere', scope: 'workspace', took_part: true, floor: 0.4, limit: 100 },
    ],
    budget: { max_tokens: PRESET_BUDGETS.memory },
    recent_exchanges: 3,
  },
  /** Few tokens: the newest messages and the best search results. */
  minimal: {
    sources: [
      { type: 'recent', limit: 3 },
      { type: 'hybrid', limit: 20, floor: 0.5 },
    ],
    budget: { max_tokens: PRESET_BUDGETS.minimal },
    recent_exchanges: 1,
  },
  /** Documents: chunks of any schema in the workspace that answer the question. */
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
