export { compileLore, LoreTooLarge, type CompiledLore, type LoreSource } from './entries/compile-lore';
export { readDecorators } from './entries/decorators';
export type { LoreStrategy, Stratum } from './entries/stratum';
export { checkLoreEntry } from './entries/check-entry';
export { activate, type LoreResult } from './activation/activate';
export {
  DEFAULT_LORE_SETTINGS,
  type EntryRef,
  type GenerationType,
  type LoreInput,
  type LoreMessage,
  type LoreSettings,
  type ScannableInjection,
} from './activation/input';
export type { LorePlacement, LoreSlot } from './activation/placement';
export type { EffectEnd, MessageCounts, TimedChanges, TimedEffect } from './activation/timed-effects';
export type { FoundKey, GroupDecision, LoreCause, LoreOutcome, LoreVerdict } from './activation/verdict';
export { wordVerdict } from './activation/word-verdict';
export { drawNumber, type Seed } from './draws/draw-number';
export { wordDuration } from './macros/format-time';
export { checkMacros, howOftenChanges, type MacroProblem } from './macros/check-macros';
export { checkDefinitionMacros, DEFINITION_MACROS, hasMacros } from './macros/definition-macros';
export { expandMacros, type MacroValues } from './macros/expand-macros';
export { MACROS, type MacroChange, type MacroName, type TextMacro } from './macros/macro-table';
export type { CardField, KeyPlace } from './keys/where';
export {
  MAX_ACTIVATION_WORK,
  MAX_ENTRIES,
  MAX_KEY_CHARS,
  MAX_PASSES,
  MAX_PATTERN,
  MAX_REGEX_WORK,
  MAX_SCAN_DEPTH,
} from './limits';
export {
  agentOfCard,
  cardFile,
  exportCard,
  exportCardPng,
  importCard,
  importCardPng,
  sceneOfCard,
  updateCard,
  warningsOfCard,
  type CardText,
  type CharacterCard,
} from './sillytavern/card';
export { exportLorebook, importLorebook, ImportRefused, type ImportedLorebook } from './sillytavern/lorebook';
export { readPngChunks, writePngChunks, type PngChunk } from './sillytavern/png-chunks';
