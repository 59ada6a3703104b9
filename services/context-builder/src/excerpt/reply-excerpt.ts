import type { ScoredItem } from '../gather/item';
import type { TextRange } from '../text/blocks';
import { findBestUnits, gainOf, NOTHING, toRanges, type ReadText } from './choose-passages';
import type { MessagePieces } from './long-messages';

/** A piece of a reply with what is shown of it: no ranges where nothing is. */
export interface ReplyPiece {
  readonly scored: ScoredItem;
  readonly ranges: readonly TextRange[];
}

/** Where a unit of a reply is: its piece, its index in it, and its characters. */
interface UnitPlace {
  readonly piece: number;
  readonly at: number;
  readonly length: number;
  /** Its index among all units of the reply. */
  readonly index: number;
}

function listPlaces(texts: readonly ReadText[]): UnitPlace[] {
  let index = 0;
  return texts.flatMap(({ units }, piece) =>
    units.map(({ from, to }, at) => ({ piece, at, length: to - from, index: index++ })),
  );
}

/** Collects units as long as there is room for them. */
class ShownUnits {
  readonly shown: readonly Set<number>[];

  /** @param room characters that may be shown */
  constructor(
    texts: readonly ReadText[],
    private room: number,
  ) {
    this.shown = texts.map(() => new Set<number>());
  }

  get isEmpty(): boolean {
    return this.shown.every(({ size }) => size === 0);
  }

  /** Shows a unit if it fits. */
  add(place: UnitPlace | undefined): void {
    const units = this.shown[place?.piece ?? 0];
    if (!place || !units || units.has(place.at) || place.length > this.room) return;
    units.add(place.at);
    this.room -= place.length;
  }
}

/** The best units of each piece for the message, best of all pieces first. */
function findReferred(
  texts: readonly ReadText[],
  places: readonly UnitPlace[],
  worth: Float64Array,
  most: number,
): UnitPlace[] {
  const found = texts.map((text) => new Set(findBestUnits(text, worth, most)));
  const gain = ({ piece, at }: UnitPlace): number => gainOf(texts[piece] as ReadText, at, worth, NOTHING);
  return places.filter(({ piece, at }) => found[piece]?.has(at)).sort((a, b) => gain(b) - gain(a));
}

/** What an excerpt of a reply may have. */
export interface ReplyLimits {
  /** Tokens, about. */
  readonly room: number;
  /** Most passages of each piece besides the beginning and the end. */
  readonly passages: number;
}

/**
 * Beginning and end of a long reply, and what the current message refers to, with a sentence either side where there is room. Null where
 * nothing fits: then there is no place to cut at.
 */
export function excerptReply(
  { pieces, tokens }: MessagePieces,
  texts: readonly ReadText[],
  worth: Float64Array,
  { room, passages }: ReplyLimits,
): ReplyPiece[] | null {
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const places = listPlaces(texts);
  const shown = new ShownUnits(texts, Math.floor((room * characters) / Math.max(1, tokens)));
  shown.add(places[0]);
  shown.add(places.at(-1));
  const referred = findReferred(texts, places, worth, passages);
  for (const place of referred) shown.add(place);
  for (const { index } of referred) for (const step of [-1, 1]) shown.add(places[index + step]);
  shown.add(places.at(-2));
  shown.add(places[1]);
  if (shown.isEmpty) return null;
  return pieces.map((scored, piece) => ({
    scored,
    ranges: toRanges(texts[piece] as ReadText, shown.shown[piece] as Set<number>),
  }));
}
