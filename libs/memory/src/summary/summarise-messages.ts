import { nameAuthor, type SourceMessage } from '../fact';
import { readTerms, TERM_WEIGHTS } from '../sentences/read-terms';
import { extractSummary } from './extract-summary';

/** How messages are summarised. */
export interface SummariseOptions {
  /** Most characters of the title. Default 60. */
  readonly titleLength?: number;
}

/** A summary by sentences of the messages. */
export interface MessageSummary {
  readonly text: string;
  /** A few words about what the messages are about. */
  readonly title: string;
  readonly sources: readonly { readonly id: string; readonly version: number }[];
}

const TITLE_LENGTH = 60;
const TITLE_WORDS = 4;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;

/** The words that messages use most, as they were first written. */
function titleOf(texts: readonly string[], length: number): string {
  const found = new Map<string, { word: string; weight: number }>();
  for (const word of texts.flatMap((text) => text.match(WORD) ?? [])) {
    for (const [term, kind] of readTerms(`. ${word}`)) {
      const known = found.get(term) ?? { word, weight: 0 };
      found.set(term, { word: known.word, weight: known.weight + TERM_WEIGHTS[kind] });
    }
  }
  const best = [...found.values()].toSorted((a, b) => b.weight - a.weight).slice(0, TITLE_WORDS);
  const title = best.map(({ word }) => word).join(', ');
  return title.length <= length ? title : `${title.slice(0, length - 1)}…`;
}

/**
 * Summarises messages by their own sentences, without a model. Null where no sentence says enough. The same messages always give the same
 * summary.
 */
export function summariseMessages(
  messages: readonly SourceMessage[],
  { titleLength = TITLE_LENGTH }: SummariseOptions = {},
): MessageSummary | null {
  const ordered = messages.toSorted((a, b) => a.position - b.position);
  const extract = extractSummary(ordered.map(({ author, text }) => ({ speaker: nameAuthor(author), text })));
  if (extract === null) return null;
  const chosen = extract.sources.flatMap((at) => ordered[at] ?? []);
  return {
    text: extract.text,
    title: titleOf(
      chosen.map(({ text }) => text),
      titleLength,
    ),
    sources: chosen.map(({ id, version }) => ({ id, version })),
  };
}
