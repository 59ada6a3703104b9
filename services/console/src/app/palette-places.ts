import { hrefTo } from '../routing/route';

/** A place of the console that the palette leads to. */
export interface PalettePlace {
  readonly kind: string;
  readonly name: string;
  readonly href: string;
}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Places whose name holds every word of the text, those that begin with it first. */
export function matchPlaces(places: readonly PalettePlace[], text: string): PalettePlace[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const nameOf = ({ kind, name }: PalettePlace): string => `${name} ${kind}`.toLowerCase();
  const begins = (place: PalettePlace): number => (nameOf(place).startsWith(wanted) ? 0 : 1);
  return places
    .filter((place) => words.every((word) => nameOf(place).includes(word)))
    .sort((a, b) => begins(a) - begins(b));
}

/** Where a text leads: an id to the trail or the context with it, words to what is found for them. */
export function placesOfText(text: string): PalettePlace[] {
  const words = text.trim();
  if (words === '') return [];
  if (!ID.test(words))
    return [{ kind: 'Search', name: `Search for “${words}”`, href: hrefTo('search', [], { q: words }) }];
  return [
    { kind: 'ID', name: `Open the trail of ${words}`, href: hrefTo('trails', [words], { crumb: words }) },
    { kind: 'ID', name: `Open the context ${words}`, href: hrefTo('contexts', [words]) },
  ];
}
