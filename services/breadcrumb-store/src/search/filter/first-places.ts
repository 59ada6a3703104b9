import type { Continuation } from '../rank/text-list';
import type { TextChunk } from '../session-cache/text-chunk';

function addPlaces(places: Map<string, number>, chunks: readonly TextChunk[], from: number): Map<string, number> {
  for (let at = from; at < chunks.length; at += 1) {
    const { id } = chunks[at] as TextChunk;
    if (!places.has(id)) places.set(id, at);
  }
  return places;
}

/** Where each crumb first stands in a list. Those of longer lists are in it, too. */
export const FIRST_PLACES: Continuation<TextChunk, Map<string, number>> = {
  compute: (chunks) => addPlaces(new Map(), chunks, 0),
  append: addPlaces,
};
