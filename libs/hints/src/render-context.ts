import type { PathMeter } from './json-path';
import type { RecordView } from './record-view';

/** What one rendering passes to all of its hints: the record of the crumb, and how much its paths may still read. */
export interface RenderContext {
  readonly record: RecordView;
  readonly paths: PathMeter;
}
