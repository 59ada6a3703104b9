import { contentHash, type LlmHints } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { MAX_REMEMBERED, RENDERER } from './limits';
import type { RecordView } from './record-view';

/** Shared by the process: see docs/decisions/0030. */
const texts = new LRUCache<string, string>({
  maxSize: MAX_REMEMBERED,
  sizeCalculation: (text, key) => text.length + key.length,
});
const hashes = new WeakMap<LlmHints, string>();

function hashOf(hints: LlmHints): string {
  const known = hashes.get(hints);
  if (known !== undefined) return known;
  const hash = contentHash(hints);
  hashes.set(hints, hash);
  return hash;
}

const REACHES_RECORD = /@|\$record/;
const reaches = new WeakMap<LlmHints, boolean>();

/** Whether these hints may show members of the record, besides the payload. */
function reachesRecord(hints: LlmHints): boolean {
  const known = reaches.get(hints);
  if (known !== undefined) return known;
  const found = REACHES_RECORD.test(JSON.stringify([hints.template, hints.transform]));
  reaches.set(hints, found);
  return found;
}

interface RenderSources {
  readonly content_hash: string;
  readonly schema: LlmHints;
  readonly own: LlmHints | null | undefined;
}

/** Everything that a rendered text depends on: renderer, payload, hints, and the record where hints reach it. */
function keyOf({ content_hash, schema, own }: RenderSources, record: RecordView): string {
  const both = own ? [schema, own] : [schema];
  const parts = [RENDERER, content_hash, ...both.map(hashOf)];
  return JSON.stringify(both.some(reachesRecord) ? [...parts, record] : parts);
}

/** The text of this payload under these hints, rendered once while it is remembered. Failures are not remembered. */
export function renderOnce(sources: RenderSources, record: RecordView, work: () => string): string {
  const key = keyOf(sources, record);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = work();
  texts.set(key, text);
  return text;
}
