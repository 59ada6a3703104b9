import { UserMessage } from '@crumbtrail/contracts';
import { TextChunk, type ChunkRow } from '../src/search/session-cache/text-chunk';

/** A row of `chunk`: a public message of ann in the session demo, unless `more` overrides it. */
export const chunkRow = (more: Partial<ChunkRow> = {}): ChunkRow => ({
  id: 'a',
  version: 1,
  ordinal: 0,
  chunks: 1,
  position: 5,
  superseded_position: null,
  session: 'demo',
  schema_name: UserMessage.name,
  author_kind: 'user',
  author_id: 'ann',
  author_name: null,
  audience: ['*'],
  informs: null,
  tags: [],
  imported: false,
  occurred_at: '2025-12-31T00:00:00Z',
  expires_at: null,
  text: 'boats',
  text_hash: '',
  hint_error: null,
  tokens_o200k: 1,
  tokens_cl100k: 1,
  simhash: '',
  length: 1,
  tsv: `'boat':1`,
  ...more,
});

/** The chunk of {@link chunkRow}. */
export const textChunk = (more: Partial<ChunkRow> = {}): TextChunk => TextChunk.from(chunkRow(more));
