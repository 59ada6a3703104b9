import { isApiError, type Crumbtrail } from '@crumbtrail/client';
import type { Draft, Issue } from '@crumbtrail/contracts';
import { MAX_BATCH_BYTES } from '@crumbtrail/contracts/json-safety';

/** Breadcrumbs of one commit: few enough that progress is seen and live turns do not wait. */
const BATCH_CRUMBS = 500;
/** Characters of one commit. A character takes up to three bytes. */
const BATCH_CHARS = MAX_BATCH_BYTES / 4;
/** What a draft takes besides its text. */
const DRAFT_CHARS = 400;

const charsOf = ({ context }: Draft): number => String(context['content']).length + DRAFT_CHARS;

/** What is wrong with drafts of a batch, by their number in it. */
function refusedDrafts(issues: readonly Issue[], batch: readonly Draft[]): ReadonlyMap<number, string> {
  const named = issues.flatMap(({ path, message }) => {
    const at = /^\/breadcrumbs\/(\d+)(.*)$/.exec(path);
    return at ? [[Number(at[1]), `${at[2]} ${message}`.trim()] as const] : [];
  });
  return new Map(named.filter(([at]) => at < batch.length));
}

/** A breadcrumb that an import has stored. */
export interface ImportedCrumb {
  readonly id: string;
  readonly version: number;
}

/**
 * Stores drafts as history, in batches, one after the other: while one is stored, the next one is filled. A draft that the store refuses is
 * reported, and the others are stored.
 */
export class DraftWriter {
  /** How many were stored. */
  stored = 0;
  /** What was stored, so that it can be erased again. */
  readonly receipts: ImportedCrumb[] = [];
  private waiting: Draft[] = [];
  private chars = 0;
  /** The batch that is being stored. */
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: Crumbtrail,
    private readonly onRefused: (draft: Draft, problem: string) => void,
  ) {}

  /** Begins to store full batches, each once the one before it is stored; the rest waits for {@link flush}. Rejects where an earlier batch was not stored. */
  async add(drafts: readonly Draft[]): Promise<void> {
    for (const draft of drafts) {
      const chars = charsOf(draft);
      if (this.waiting.length === BATCH_CRUMBS || this.chars + chars > BATCH_CHARS) await this.begin();
      this.waiting.push(draft);
      this.chars += chars;
    }
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    await this.begin();
    await this.writing;
  }

  private async begin(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    this.chars = 0;
    await this.writing;
    if (batch.length === 0) return;
    this.writing = this.write(batch);
    // The next batch, or the end, rejects with it.
    this.writing.catch(() => undefined);
  }

  private async write(batch: readonly Draft[]): Promise<void> {
    try {
      for (const { id, version } of await this.client.appendBatch(batch, { imported: true }))
        this.receipts.push({ id, version });
      this.stored += batch.length;
    } catch (error) {
      const refused = isApiError(error) ? refusedDrafts(error.problem.issues ?? [], batch) : new Map<number, string>();
      if (refused.size === 0) throw error;
      for (const [at, problem] of refused) this.onRefused(batch[at] as Draft, problem);
      const others = batch.filter((_, at) => !refused.has(at));
      if (others.length > 0) await this.write(others);
    }
  }
}
