import { sha256, type LlmHints } from '@crumbtrail/contracts';
import { countTokens, render, simhash } from '@crumbtrail/hints';
import { chunkText } from './chunk-text';

/** One version of a crumb, as far as indexing looks at it. */
export interface VersionToIndex {
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly schema_name: string;
  readonly title: string | null;
  readonly context: Record<string, unknown>;
  readonly llm_hints: LlmHints | null;
}

/** What the index holds of a piece of text, beside what the crumb says itself. */
export interface IndexedText {
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly chunks: number;
  readonly text: string;
  readonly text_hash: string;
  readonly hint_error: string | null;
  readonly tokens_o200k: number;
  readonly tokens_cl100k: number;
  readonly simhash: string;
}

/** SHA-256 of a text with every run of white space as one space: the same for texts that read the same. */
export function textHash(text: string): string {
  return sha256(text.normalize('NFC').replace(/\s+/g, ' ').trim());
}

/**
 * The pieces of text that a version is found by: none when it shows nothing, and one empty piece that says why when its
 * hints fail, so that a build can say so too.
 */
export function indexVersion(crumb: VersionToIndex): IndexedText[] {
  const rendered = render(crumb);
  const { workspace, id, version } = crumb;
  const texts = rendered.error === undefined ? chunkText(rendered.text) : [''];
  return texts.map((text, ordinal) => ({
    workspace,
    id,
    version,
    ordinal,
    chunks: texts.length,
    text,
    text_hash: textHash(text),
    hint_error: rendered.error ?? null,
    tokens_o200k: countTokens(text, 'o200k_base'),
    tokens_cl100k: countTokens(text, 'cl100k_base'),
    simhash: simhash(text),
  }));
}
