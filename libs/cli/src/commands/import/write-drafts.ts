import { isApiError, type Crumbtrail } from '@crumbtrail/client';
import { MAX_BATCH_BYTES, type Draft, type Issue } from '@crumbtrail/contracts';

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

/** Stores drafts as history, in batches. A draft that the store refuses is reported, and the others are stored. */
export class DraftWriter {
  /** How many were stored. */
  stored = 0;
  private waiting: Draft[] = [];
  private chars = 0;

  constructor(
    private readonly client: Crumbtrail,
    private readonly onRefused: (draft: Draft, problem: string) => void,
  ) {}

  /** Stores full batches; the rest waits for {@link flush}. */
  async add(drafts: readonly Draft[]): Promise<void> {
    for (const draft of drafts) {
      const chars = charsOf(draft);
      if (this.waiting.length === BATCH_CRUMBS || this.chars + chars > BATCH_CHARS) await this.flush();
      this.waiting.push(draft);
      this.chars += chars;
    }
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    this.chars = 0;
    if (batch.length > 0) await this.write(batch);
  }

  private async write(batch: readonly Draft[]): Promise<void> {
    try {
      await this.client.appendBatch(batch, { imported: true });
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
