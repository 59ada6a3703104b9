import {
  AnswerGrounding,
  CrumbError,
  groundingId,
  responseId,
  type AccountItem,
  type ContextFacts,
  type SourceShare,
  type TextFinding,
} from '@crumbtrail/contracts';
import { asContract } from '../../gather/build-input';
import type { TextCaches } from '../../gather/hydrate';
import type { WorkspaceReader } from '../../ports';
import { findInstruction } from '../../text/find-instruction';
import { loadRecordedContext, loadRecordedSources } from '../load-recorded';
import type { RecordedContext } from '../recorded-context';
import { restoreBuild, type RecordedPiece, type RestoredBuild, type RestoredItem } from '../restore';
import { reachedBudget, simulateBudgets } from '../what-if';
import { findStaleTexts } from './stale-texts';

/** The share of its budget that a context is fitted into again, to see what is near the cut. */
const NEARLY_ALL = 0.95;
const LEAST_BUDGET = 64;
const LONGEST_PHRASE = 80;

const isSamePiece = (a: RecordedPiece, b: RecordedPiece): boolean =>
  a.id === b.id && a.version === b.version && (a.chunk ?? 0) === (b.chunk ?? 0);

const keyOf = ({ id, version, chunk = 0 }: RecordedPiece): string => `${id}@${version}#${chunk}`;

function toFinding(
  { id, version, chunk, source, section, tokens }: AccountItem,
  what: Pick<TextFinding, 'rule' | 'says' | 'newer'>,
): TextFinding {
  return { ...what, id, version, ...(chunk === undefined ? {} : { chunk }), source, section, tokens };
}

/** What each source gave to each section, and how much of it the answer was grounded on. */
function shareBySource(kept: readonly AccountItem[], grounded: readonly AccountItem[]): SourceShare[] {
  const shares = new Map<string, SourceShare>();
  for (const row of kept) {
    const { source, section, tokens } = row;
    const key = JSON.stringify([source, section]);
    const share = shares.get(key) ?? { source, section, kept: 0, tokens: 0, grounded_tokens: 0 };
    shares.set(key, {
      ...share,
      kept: share.kept + 1,
      tokens: share.tokens + tokens,
      grounded_tokens: share.grounded_tokens + (grounded.includes(row) ? tokens : 0),
    });
  }
  return [...shares.values()];
}

function listSections(kept: readonly AccountItem[]): ContextFacts['sections'] {
  const names = [...new Set(kept.map(({ section }) => section))];
  return names.map((section) => {
    const rows = kept.filter((row) => row.section === section);
    return { section, tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0), refs: rows.map(keyOf) };
  });
}

function staleFindings(items: readonly RestoredItem[]): TextFinding[] {
  return findStaleTexts(items).map(({ old, newer }) => {
    const { id, version } = newer.row;
    return toFinding(old.row, {
      rule: 'stale',
      says: `the newer ${id}@${version} says the same with another value`,
      newer: { id, version },
    });
  });
}

/** What the answer was grounded on and would have lost with a slightly smaller budget. */
function nearCutFindings(
  recorded: RecordedContext,
  restored: RestoredBuild,
  grounded: readonly AccountItem[],
): TextFinding[] {
  const budget = Math.floor(NEARLY_ALL * recorded.context.budget.cap);
  if (grounded.length === 0 || budget < LEAST_BUDGET) return [];
  try {
    const [{ leaves } = { leaves: [] }] = simulateBudgets(recorded, restored, [budget]).budgets;
    const isThere = (row: AccountItem): boolean => restored.items.some((one) => isSamePiece(one.row, row));
    const near = grounded.filter((row) => isThere(row) && leaves.some((one) => isSamePiece(one, row)));
    return near.map((row) => toFinding(row, { rule: 'near_cut', says: `a budget of ${budget} tokens leaves it out` }));
  } catch (error) {
    // Its message was erased, or hardly anything fits: there is no other budget to compare with.
    if (error instanceof CrumbError && !error.transient) return [];
    throw error;
  }
}

/** Texts of others than operators, the asker and the agent itself that tell the model what to do. */
function instructionFindings({ input }: RestoredBuild, items: readonly RestoredItem[]): TextFinding[] {
  const { author: asker } = input.trigger;
  return items.flatMap(({ row, scored }) => {
    const { kind, id } = scored.item.author;
    const isTrusted =
      kind === 'operator' ||
      (kind === asker.kind && id === asker.id) ||
      (kind === 'agent' && id === input.access.agent);
    const phrase = isTrusted ? null : findInstruction(scored.item.text);
    if (phrase === null) return [];
    const says = `${kind} ${id} wrote “${phrase.slice(0, LONGEST_PHRASE).toWellFormed()}”`;
    return [toFinding(row, { rule: 'instructions', says })];
  });
}

/** The kept rows that the answer was grounded on; null where the client may not know, or nobody found out. */
async function loadGrounded(recorded: RecordedContext, reader: WorkspaceReader): Promise<AccountItem[] | null> {
  const response = responseId(reader.workspace, recorded.context.turn.id);
  const { crumbs } = await reader.readAsClient([{ id: groundingId(reader.workspace, response) }]);
  const record = asContract(AnswerGrounding, crumbs[0]);
  if (!record) return null;
  const { sources } = record.context;
  return recorded.items.filter((row) => row.decision === 'kept' && sources.some((one) => isSamePiece(one, row)));
}

/** What the rules need to know of a recorded context. Texts that the agent or the client may not read, or that were erased, are not looked at. */
export async function readContextFacts(id: string, reader: WorkspaceReader, caches: TextCaches): Promise<ContextFacts> {
  const recorded = await loadRecordedContext(id, reader);
  const { agent, session, now } = recorded.context;
  const [grounded, loaded] = await Promise.all([
    loadGrounded(recorded, reader),
    loadRecordedSources(recorded, recorded.items.filter(reachedBudget), reader),
  ]);
  const kept = recorded.items.filter(({ decision }) => decision === 'kept');
  const restored = restoreBuild(recorded, loaded, caches);
  const shown = restored.items.filter(({ row }) => row.decision === 'kept');
  return {
    context: id,
    agent,
    ...(session ? { session: session.name } : {}),
    now,
    grounded: grounded !== null,
    shares: shareBySource(kept, grounded ?? []),
    sections: listSections(kept),
    findings: [
      ...staleFindings(shown),
      ...nearCutFindings(recorded, restored, grounded ?? []),
      ...instructionFindings(restored, shown),
    ],
  };
}
