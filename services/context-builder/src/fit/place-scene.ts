import type { AgentContextV1, CrumbAuthor } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import type { Formatter } from '../format/formatter';
import { headingLine } from '../format/markdown';
import { placedEntry } from '../format/layout';
import type { BuildInput } from '../gather/build-input';
import { placeAuthored } from '../scene/place-authored';
import { fitPlacedTexts, type OmittedText, type PlacedText } from '../scene/placed-text';

/** The texts of authors in a context, and those that did not fit. */
export interface PlacedScene {
  readonly placed: readonly PlacedText[];
  readonly omitted: readonly OmittedText[];
  /** Tokens of the placed texts, at most. */
  readonly tokens: number;
  readonly costs: ReadonlyMap<PlacedText, number>;
}

/** What texts are placed with. */
export interface PlaceSceneOptions {
  readonly nameOf: (author: CrumbAuthor) => string;
  /** The most tokens of the context. */
  readonly cap: number;
  readonly count: (text: string) => number;
  readonly formatter: Formatter;
}

/** A context without anything of authors. */
const NO_SCENE: PlacedScene = { placed: [], omitted: [], tokens: 0, costs: new Map() };

/** Texts of authors take at most this share of a context. */
const LARGEST_SHARE = 0.5;

/** Places what authors put before the agent, as far as it fits. A pure function of the input, so that a replay places the same. */
export function placeScene(
  { scene, now }: BuildInput,
  { nameOf, cap, count, formatter }: PlaceSceneOptions,
): PlacedScene {
  if (scene === undefined) return NO_SCENE;
  const { texts } = placeAuthored({ ...scene, now, nameOf });
  const safe = texts.map((one) => ({ ...one, text: defuse(one.text) })).filter(({ text }) => text !== '');
  const costOf = (one: PlacedText): number =>
    count(`${headingLine(one.heading)}\n`) + count(formatter.entry(placedEntry(one), 'recent'));
  const costs = new Map(safe.map((one) => [one, costOf(one)]));
  return { ...fitPlacedTexts(safe, Math.floor(cap * LARGEST_SHARE), (one) => costs.get(one) as number), costs };
}

/** What the account says about the scene; undefined where nothing of authors applied. */
export function sceneRecord(
  { scene }: BuildInput,
  { placed, omitted, costs }: PlacedScene,
): AgentContextV1['scene'] | undefined {
  if (scene === undefined) return undefined;
  return {
    records: scene.scenes.map(({ id, version }) => ({ id, version })),
    activity: { ...scene.activity, answers_since: { ...scene.activity.answers_since } },
    shown: placed.map((one) => ({ source: one.source, ...one.placement, tokens: costs.get(one) as number })),
    omitted: omitted.map((one) => ({ ...one })),
  };
}
