import type { AgentContextV1 } from '@crumbtrail/contracts';

/** What a context shows of scenes and lore. */
export type ContextScene = NonNullable<AgentContextV1['scene']>;
type ShownText = ContextScene['shown'][number];
type LoreRecord = NonNullable<ContextScene['lore']>;

/** A text of a scene in a context: what it is, where it stands or why it does not, and its tokens. */
export interface SceneText {
  readonly source: string;
  readonly place: string;
  readonly tokens: number;
  readonly isShown: boolean;
}

/** The verdict on an entry of lore, in words. */
export interface LoreReason {
  readonly entry: string;
  readonly label: string;
  readonly isActive: boolean;
  readonly why: string;
}

/** Verdicts that say little of an entry; only their number is told. */
const COUNTED_ONLY: ReadonlySet<string> = new Set(['no_key', 'disabled', 'other_agent', 'generation_type']);

function placeOf({ slot, depth = 0, role = 'system' }: ShownText): string {
  if (slot === 'before') return 'above everything else';
  return slot === 'after' ? 'directly above the conversation' : `at depth ${depth}, as ${role}`;
}

/** The texts of scenes: those that a context shows, then those that did not fit. */
export function listSceneTexts({ shown, omitted }: ContextScene): SceneText[] {
  return [
    ...shown.map((text) => ({ source: text.source, place: placeOf(text), tokens: text.tokens, isShown: true })),
    ...omitted.map(({ source, tokens }) => ({ source, place: 'did not fit', tokens, isShown: false })),
  ];
}

const toldVerdicts = ({ verdicts }: LoreRecord): LoreRecord['verdicts'] =>
  verdicts.filter(({ verdict }) => !COUNTED_ONLY.has(verdict));

/** Why entries of lore are in a context, or nearly were; active ones first. */
export function listLoreReasons(lore: LoreRecord): LoreReason[] {
  return toldVerdicts(lore).map(({ entry, label = '', verdict, says }) => ({
    entry,
    label,
    isActive: verdict === 'active',
    why: says,
  }));
}

/** The entries that {@link listLoreReasons} does not list, by verdict: `12 no key, 3 disabled`; empty where it lists all. */
export function countOtherLore(lore: LoreRecord): string {
  const told = toldVerdicts(lore);
  return Object.entries(lore.counts)
    .map(([name, count]) => [name, count - told.filter(({ verdict }) => verdict === name).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ');
}
