import { AnswerGrounding, CrumbError, groundingId, refuse, responseId, type AccountItem } from '@crumbtrail/contracts';
import type {
  CounterfactualReply,
  CounterfactualRequest,
  LosingStage,
  LostCrumb,
} from '@crumbtrail/contracts/operations/evals';
import { asContract } from '../../gather/build-input';
import type { TextCaches } from '../../gather/hydrate';
import type { WorkspaceReader } from '../../ports';
import { gatherReplan } from '../gather-replan';
import { loadRecordedContext, loadRecordedSources } from '../load-recorded';
import type { RecordedContext } from '../recorded-context';
import { restoreBuild, type RecordedPiece } from '../restore';
import { checkBudgets, reachedBudget, simulateBudgets } from '../what-if';
import { findTargetRow } from '../why-not/lacking-build';
import { readLosingStage, toLostPiece } from './losing-stage';
import type { CaseTools } from './run-case';

/** What was erased is no loss by the settings, and what a duplicate stands for is still said. */
export const NO_LOSS: ReadonlySet<LosingStage> = new Set<LosingStage>(['erased', 'duplicate_of']);

/** What a counterfactual is answered with. */
export interface CounterfactualTools extends CaseTools {
  readonly caches: TextCaches;
}

interface Fitted {
  readonly tokens: number;
  readonly lost: readonly LostCrumb[];
}

/** Whether both are the same piece of the same version of a crumb. */
export const isSamePiece = (a: RecordedPiece, b: RecordedPiece): boolean =>
  a.id === b.id && a.version === b.version && (a.chunk ?? 0) === (b.chunk ?? 0);

/** The kept rows that the answer was grounded on, as far as the client may know. */
async function loadGroundedRows(
  { items }: RecordedContext,
  response: string,
  reader: WorkspaceReader,
): Promise<AccountItem[]> {
  const { crumbs } = await reader.readAsClient([{ id: groundingId(reader.workspace, response) }]);
  const sources = asContract(AnswerGrounding, crumbs[0])?.context.sources ?? [];
  return items.filter((row) => row.decision === 'kept' && sources.some((one) => isSamePiece(one, row)));
}

/** Fits the candidates of the account into another budget. */
async function refitRecorded(
  recorded: RecordedContext,
  rows: readonly AccountItem[],
  { max_tokens, reader, caches }: { max_tokens: number; reader: WorkspaceReader; caches: TextCaches },
): Promise<Fitted> {
  const sources = await loadRecordedSources(recorded, recorded.items.filter(reachedBudget), reader);
  const restored = restoreBuild(recorded, sources, caches);
  const { erased, budgets } = simulateBudgets(recorded, restored, [max_tokens]);
  const [{ tokens, leaves } = { tokens: 0, leaves: [] }] = budgets;
  const lost = rows.flatMap((row): LostCrumb[] => {
    const dropped = leaves.find((one) => isSamePiece(one, row));
    if (!dropped) return [];
    if (erased.some((one) => isSamePiece(one, row)))
      return [{ ...toLostPiece(row), stage: 'erased', because: 'It was erased.' }];
    return [readLosingStage(toLostPiece(row), [dropped])];
  });
  return { tokens, lost };
}

/** Builds the context again with another config. */
async function rebuildRecorded(
  recorded: RecordedContext,
  rows: readonly AccountItem[],
  request: CounterfactualRequest,
  { reader, validator, build }: CounterfactualTools,
): Promise<Fitted> {
  const input = await gatherReplan(request, recorded, { reader, validator, asRecorded: true });
  const { items, tokens } = await build(input, reader);
  const missing = rows.filter((row) => findTargetRow(items, toLostPiece(row))?.decision !== 'kept');
  const { crumbs } =
    missing.length === 0 ? { crumbs: [] } : await reader.readAsClient(missing.map(({ id }) => ({ id })));
  const lost = missing.map((row, at): LostCrumb => {
    const crumb = crumbs[at];
    if (crumb && 'erased' in crumb) return { ...toLostPiece(row), stage: 'erased', because: 'It was erased.' };
    return readLosingStage(toLostPiece(row), items);
  });
  return { tokens: tokens.total, lost };
}

/** Refuses settings that no context could be built with, before any context is read. */
function checkSettings({ budget, config }: CounterfactualRequest, agent: string, { validator }: CaseTools): void {
  if (budget === undefined && config === undefined)
    throw refuse('invalid_payload', 'A counterfactual needs a budget, a config, or both.');
  if (budget) checkBudgets([budget.max_tokens]);
  if (config) validator.validate(agent, { config });
}

/** Which breadcrumbs an answer was grounded on its context would lose with other settings. */
export async function answerCounterfactual(
  request: CounterfactualRequest,
  tools: CounterfactualTools,
): Promise<CounterfactualReply> {
  const { reader, caches } = tools;
  const recorded = await loadRecordedContext(request.context, reader);
  const { agent, turn, session, budget, tokens } = recorded.context;
  checkSettings(request, agent, tools);
  const response = responseId(reader.workspace, turn.id);
  const rows = await loadGroundedRows(recorded, response, reader);
  const head = {
    context: recorded.id,
    agent,
    response,
    ...(session ? { session: session.name } : {}),
    grounded: rows.length,
    recorded: { max_tokens: budget.max_tokens, tokens: tokens.total },
  };
  if (rows.length === 0) return { ...head, outcome: 'ungrounded', lost: [] };
  try {
    const max_tokens = request.budget?.max_tokens ?? budget.max_tokens;
    const fitted = request.config
      ? await rebuildRecorded(recorded, rows, request, tools)
      : await refitRecorded(recorded, rows, { max_tokens, reader, caches });
    const loses = fitted.lost.some(({ stage }) => !NO_LOSS.has(stage));
    return { ...head, outcome: loses ? 'loses' : 'keeps', ...fitted };
  } catch (error) {
    if (error instanceof CrumbError && !error.transient)
      return { ...head, outcome: 'unknown', because: error.message, lost: [] };
    throw error;
  }
}
