import { isApiError } from '@crumbtrail/client';
import { MAX_BATCH_BYTES, type Issue } from '@crumbtrail/contracts';
import { mapConcurrently } from '../../map-concurrently';
import { startProgress, type Progress } from '../../progress';
import type { Shell } from '../../shell';
import { describeProblem, refuseRecords } from './check-records';
import type { ChangedRecord, ImportPlan } from './plan-import';
import type { ImportedRecord } from './read-import';

/** Records of one commit: few enough that progress is seen, and far below the limit of a batch. */
const BATCH_RECORDS = 200;
/** Characters of one commit. A character takes up to three bytes. */
const BATCH_CHARS = MAX_BATCH_BYTES / 4;
/** Changes at a time: each is a request of its own. */
const CHANGES_AT_A_TIME = 4;

/** The records in batches of bounded number and size, in their order. */
function toBatches(records: readonly ImportedRecord[]): ImportedRecord[][] {
  const batches: ImportedRecord[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const length = JSON.stringify(record.context).length;
    const last = batches.at(-1);
    if (last && last.length < BATCH_RECORDS && chars + length <= BATCH_CHARS) {
      last.push(record);
      chars += length;
    } else {
      batches.push([record]);
      chars = length;
    }
  }
  return batches;
}

/** An issue of a batch with the record that it is about. */
function nameIssue(batch: readonly ImportedRecord[], issue: Issue): string {
  const [, at, path = ''] = /^\/breadcrumbs\/(\d+)(?:\/context)?(.*)$/.exec(issue.path) ?? [];
  const [only] = batch.length === 1 ? batch : [];
  const record = at === undefined ? only : batch[Number(at)];
  const field = at === undefined ? issue.path.replace(/^\/context/, '') : path;
  return record ? describeProblem(record.label, { ...issue, path: field }) : describeProblem('the import', issue);
}

/** Runs a write; a refusal becomes a CliError that names the records and fields. */
async function writeRecords(batch: readonly ImportedRecord[], write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const issues = isApiError(error) ? (error.problem.issues ?? []) : [];
    if (issues.length === 0) throw error;
    const problems = issues.map((issue) => nameIssue(batch, issue));
    throw refuseRecords(problems, 'The import stopped; run it again once this is mended:');
  }
}

async function createAll(shell: Shell, records: readonly ImportedRecord[], progress: Progress): Promise<void> {
  const client = shell.client();
  let done = 0;
  for (const batch of toBatches(records)) {
    const drafts = batch.map(({ schema_name, context }) => ({ schema_name, context: { ...context } }));
    await writeRecords(batch, () => client.appendBatch(drafts));
    progress.update((done += batch.length));
  }
}

async function changeAll(
  shell: Shell,
  changed: readonly ChangedRecord[],
  { progress, from }: { readonly progress: Progress; readonly from: number },
): Promise<void> {
  const client = shell.client();
  let done = from;
  await mapConcurrently(changed, CHANGES_AT_A_TIME, async ({ id, version, record }) => {
    await writeRecords([record], () => client.change(id, version, { context: { ...record.context } }));
    progress.update((done += 1));
  });
}

/** Writes what a plan says: new records in batches, changed ones if nobody else has changed them meanwhile. Shows progress. */
export async function writeImport(shell: Shell, { created, changed }: ImportPlan): Promise<void> {
  const progress = startProgress(shell, 'records written', created.length + changed.length);
  try {
    await createAll(shell, created, progress);
    await changeAll(shell, changed, { progress, from: created.length });
  } finally {
    progress.stop();
  }
}
