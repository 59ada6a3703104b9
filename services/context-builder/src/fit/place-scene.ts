import { CONTEXT_BUILDER, type AgentContextV1 } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import type { LoreMessage } from '@crumbtrail/lore';
import type { Formatter } from '../format/formatter';
import { placedEntry } from '../format/layout';
import { headingLine } from '../format/markdown';
import type { BuildInput } from '../gather/build-input';
import { isOperator, placeAuthored, type AuthoredTexts } from '../scene/place-authored';
import { activateLore, textAtOutlet, withLore, type PlacedEntry } from '../scene/place-lore';
import { authoredExpander, turnSeed, type ExpandAuthored, type MacroOptions } from '../gather/expand-authored';
import { fitPlacedTexts, type OmittedText, type PlacedText } from '../scene/placed-text';

type SceneRecord = NonNullable<AgentContextV1['scene']>;

/** The texts of authors in a context, and those that did not fit. */
export interface PlacedScene {
  readonly placed: readonly PlacedText[];
  readonly omitted: readonly OmittedText[];
  /** Tokens of the placed texts, at most. */
  readonly tokens: number;
  readonly costs: ReadonlyMap<PlacedText, number>;
  /** What became of lore, where any applied. */
  readonly lore?: SceneRecord['lore'];
}

/** What texts are placed with. */
export interface PlaceSceneOptions extends MacroOptions {
  /** The most tokens of the context. */
  readonly cap: number;
  readonly count: (text: string) => number;
  readonly formatter: Formatter;
  /** Messages that keys of lore are looked for in, newest first. Not needed where a recorded build is made again. */
  readonly messages?: readonly LoreMessage[];
}

/** A context without anything of authors. */
const NO_SCENE: PlacedScene = { placed: [], omitted: [], tokens: 0, costs: new Map() };

/** Where the conversation begins, for models that are given its status. */
const CONVERSATION_START: PlacedText = {
  source: 'start',
  refs: [],
  place: { slot: 'at_depth', depth: 1_000_000, role: 'system' },
  heading: 'Start',
  author: { kind: 'service', id: CONTEXT_BUILDER },
  text: '[Start a new Chat]',
};

/** A text and who wrote it. */
type Authored = Pick<PlacedText, 'text' | 'author'>;

/** Texts of authors take at most this share of a context. */
const LARGEST_SHARE = 0.5;

/** The active entries, decided now or as recorded. */
function placeLore(
  input: BuildInput,
  { scanned, noteDue }: AuthoredTexts,
  { cap, count, nameOf, messages = [], expand }: PlaceSceneOptions & { readonly expand: ExpandAuthored },
): { readonly entries: readonly PlacedEntry[]; readonly record?: SceneRecord['lore'] } {
  const { scene, access } = input;
  if (scene?.lore === undefined) return { entries: scene?.recordedLore ?? [] };
  const { agent, session = '' } = access;
  return activateLore(scene.lore, {
    agent: { id: agent, name: nameOf({ kind: 'agent', id: agent }) },
    session,
    turn: turnSeed(input),
    messages,
    activity: scene.activity,
    injections: scanned,
    noteDue,
    contextTokens: cap,
    countTokens: count,
    expand,
  });
}

/** A text with its macros expanded, if it is an operator's. */
const expandOwn = <T extends Authored>(one: T, source: string, expand: ExpandAuthored): T =>
  isOperator(one.author) ? { ...one, text: expand(one.text, source) } : one;

/** Places what authors put before the agent, as far as it fits. A pure function of the input, so that a replay places the same. */
export function placeScene(input: BuildInput, options: PlaceSceneOptions): PlacedScene {
  const { scene, now } = input;
  if (scene === undefined) return NO_SCENE;
  const { nameOf, cap, count, formatter } = options;
  const expand = authoredExpander(input, options);
  const authored = placeAuthored({ ...scene, now, nameOf });
  const lore = placeLore(input, authored, { ...options, expand });
  const entries = lore.entries.map((one) => expandOwn(one, `lore ${one.name}`, expand));
  const expandText = authoredExpander(input, { ...options, outlet: (name) => textAtOutlet(entries, name) });
  const start = options.frame?.status ? [CONVERSATION_START] : [];
  const texts = withLore(
    [...start, ...authored.texts].map((one) => expandOwn(one, one.source, expandText)),
    entries,
  );
  const safe = texts.map((one) => ({ ...one, text: defuse(one.text) })).filter(({ text }) => text !== '');
  const costOf = (one: PlacedText): number =>
    count(`${headingLine(one.heading)}\n`) + count(formatter.entry(placedEntry(one), 'recent'));
  const costs = new Map(safe.map((one) => [one, costOf(one)]));
  const fitted = fitPlacedTexts(safe, Math.floor(cap * LARGEST_SHARE), (one) => costs.get(one) as number);
  return { ...fitted, costs, ...(lore.record && { lore: lore.record }) };
}

/** What the account says about the scene; undefined where nothing of authors applied. */
export function sceneRecord(
  { scene }: BuildInput,
  { placed, omitted, costs, lore }: PlacedScene,
): SceneRecord | undefined {
  if (scene === undefined) return undefined;
  return {
    records: [...scene.scenes, ...(scene.plan ? [scene.plan] : [])].map(({ id, version }) => ({ id, version })),
    activity: { ...scene.activity, answers_since: { ...scene.activity.answers_since } },
    shown: placed.map((one) => ({ source: one.source, ...one.place, tokens: costs.get(one) as number })),
    omitted: omitted.map((one) => ({ ...one })),
    ...(lore && { lore }),
  };
}
