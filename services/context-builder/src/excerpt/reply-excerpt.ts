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
  /** Is it only a line of a code block or table? */
  readonly part: boolean;
  /** Its index among all units of the reply. */
  readonly index: number;
}

function listPlaces(texts: readonly ReadText[]): UnitPlace[] {
  let index = 0;
  return texts.flatMap(({ units }, piece) =>
    units.map(({ from, to, part = false }, at) => ({ piece, at, length: to - from, part, index: index++ })),
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

  /** Shows a unit if it fits; returns whether it is shown. */
  add(place: UnitPlace | undefined): boolean {
    const units = this.shown[place?.piece ?? 0];
    if (!place || !units) return false;
    if (units.has(place.at)) return true;
    if (place.length > this.room) return false;
    units.add(place.at);
    this.room -= place.length;
    return true;
  }

  /** Shows the beginning or the end of a text if it fits: a line of a block says nothing of either. */
  addEdge(place: UnitPlace | undefined): void {
    if (place?.part === false) this.add(place);
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

/** About how many characters of a message so many tokens are. */
export function countCharacters({ pieces, tokens }: MessagePieces, room: number): number {
  const characters = pieces.reduce((sum, { item }) => sum + item.text.length, 0);
  return Math.floor((room * characters) / Math.max(1, tokens));
}

/**
 * Beginning and end of a long reply, and what the current message refers to, with a sentence either side where there is room. Null where
 * nothing fits: then there is no place to cut at.
 */
export function excerptReply(
  message: MessagePieces,
  texts: readonly ReadText[],
  worth: Float64Array,
  { room, passages }: ReplyLimits,
): ReplyPiece[] | null {
  const places = listPlaces(texts);
  const shown = new ShownUnits(texts, countCharacters(message, room));
  shown.addEdge(places[0]);
  shown.addEdge(places.at(-1));
  const referred = findReferred(texts, places, worth, passages).filter((place) => shown.add(place));
  for (const { index } of referred) for (const step of [-1, 1]) shown.add(places[index + step]);
  shown.addEdge(places.at(-2));
  shown.addEdge(places[1]);
  if (shown.isEmpty) return null;
  return message.pieces.map((scored, piece) => ({
    scored,
    ranges: toRanges(texts[piece] as ReadText, shown.shown[piece] as Set<number>),
  }));
}
