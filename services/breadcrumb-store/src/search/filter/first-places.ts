import type { Continuation } from '../rank/text-list';

interface Identified {
  readonly id: string;
}

function addPlaces(places: Map<string, number>, chunks: readonly Identified[], from: number): Map<string, number> {
  for (let at = from; at < chunks.length; at += 1) {
    const { id } = chunks[at] as Identified;
    if (!places.has(id)) places.set(id, at);
  }
  return places;
}

/** Where each crumb first stands in a list. Those of longer lists are in it, too. */
export const FIRST_PLACES: Continuation<Identified, Map<string, number>> = {
  compute: (chunks) => addPlaces(new Map(), chunks, 0),
  append: addPlaces,
};
