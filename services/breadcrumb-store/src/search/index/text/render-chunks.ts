import { sha256, type LlmHints, type Participant } from '@crumbtrail/contracts';
import { countTokens, render, simhash, type Renderable } from '@crumbtrail/hints';
import { chunkText } from './chunk-text';
import { keysOf, type TextKeys } from './text-keys';

/** One version of a crumb, as far as indexing looks at it. */
export interface RenderableVersion extends Renderable {
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
}

/** A version as statements give it. */
export interface RenderableVersionRow {
  readonly workspace: string;
  readonly id: string;
  readonly version: number;
  readonly schema_name: string;
  readonly session: string | null;
  readonly author_kind: string;
  readonly author_id: string;
  readonly created_at: Date | string;
  readonly occurred_at: Date | string;
  readonly title: string | null;
  readonly tags: readonly string[] | null;
  readonly context: Record<string, unknown> | null;
  readonly llm_hints: LlmHints | null;
  readonly schema_hints?: LlmHints;
  readonly content_hash: string | null;
}

const iso = (time: Date | string): string => new Date(time).toISOString();

/** A version as its hints may show it; null where the version is there no more. */
export function toRenderableVersion(row: RenderableVersionRow): RenderableVersion | null {
  const { workspace, id, version, schema_name, session, title, context, llm_hints, schema_hints } = row;
  if (context === null) return null;
  return {
    workspace,
    id,
    version,
    schema_name,
    session,
    title,
    context,
    llm_hints,
    schema_hints,
    tags: row.tags ?? [],
    author: { kind: row.author_kind as Participant['kind'], id: row.author_id },
    occurred_at: iso(row.occurred_at),
    created_at: iso(row.created_at),
    content_hash: row.content_hash ?? undefined,
  };
}

/** The fields that the index stores for a piece of text, in addition to those of the crumb. */
export interface RenderedChunk extends TextKeys {
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
export function hashText(text: string): string {
  return sha256(text.normalize('NFC').replace(/\s+/g, ' ').trim());
}

/**
 * The pieces of text that a version is found by: none if it has no text, and one empty piece with the reason if its
 * hints fail or select nothing, so that a build can record the reason.
 */
export function renderChunks(crumb: RenderableVersion): RenderedChunk[] {
  const rendered = render(crumb);
  const { workspace, id, version } = crumb;
  const isNamed = crumb.author?.kind === 'user' || crumb.author?.kind === 'agent';
  const hint_error = rendered.error ?? rendered.nothing ?? null;
  const texts = hint_error === null ? chunkText(rendered.text ?? '') : [''];
  return texts.map((text, ordinal) => ({
    workspace,
    id,
    version,
    ordinal,
    chunks: texts.length,
    text,
    text_hash: hashText(text),
    hint_error,
    tokens_o200k: countTokens(text, 'o200k_base'),
    tokens_cl100k: countTokens(text, 'cl100k_base'),
    simhash: simhash(text),
    ...keysOf(text, isNamed ? (crumb.author?.id ?? null) : null),
  }));
}
