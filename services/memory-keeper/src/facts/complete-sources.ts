import { MAX_FACT_SOURCES } from '@crumbtrail/contracts';
import { readTerms, type Fact } from '@crumbtrail/memory';

/** A text that a model was given, and the breadcrumbs that it rests on. */
export interface GivenText {
  readonly text: string;
  readonly sources: Fact['sources'];
}

function joinSources(texts: readonly GivenText[]): Fact['sources'] {
  const versions = new Map<string, number>();
  for (const { id, version } of texts.flatMap(({ sources }) => sources))
    versions.set(id, Math.max(version, versions.get(id) ?? 0));
  return [...versions].map(([id, version]) => ({ id, version }));
}

/**
 * The sources of a text that a model wrote: those of the given texts that the model names, and of every other given text with a term that is
 * in the written text and in none of the named ones. So a model that names too few hides no source, whose erasure must reach the text. Null
 * for a text without sources, and for one with more than a fact can name.
 */
export function completeSources(
  written: string,
  named: readonly GivenText[],
  given: readonly GivenText[],
): Fact['sources'] | null {
  const known = new Set(named.flatMap(({ text }) => [...readTerms(text).keys()]));
  const unknown = [...readTerms(written).keys()].filter((term) => !known.has(term));
  const others = given.filter((one) => {
    if (named.includes(one)) return false;
    const terms = readTerms(one.text);
    return unknown.some((term) => terms.has(term));
  });
  const sources = joinSources([...named, ...others]);
  return sources.length === 0 || sources.length > MAX_FACT_SOURCES ? null : sources;
}
