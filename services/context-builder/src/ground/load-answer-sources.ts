import {
  AgentDef,
  AgentResponse,
  AgentStep,
  asCrumb,
  contextId,
  stepId,
  ToolResponse,
  toolRequestId,
  toolResponseId,
  unpackKept,
  type AccountItem,
  type AgentResponseV1,
  type AgentStepV1,
  type Crumb,
  type CrumbEvent,
  type Envelope,
  type Ref,
} from '@crumbtrail/contracts';
import { loadRecordedSources, type RecordedSources } from '../explain/load-recorded';
import { readRecordedContext, type RecordedContext } from '../explain/recorded-context';
import { asShown, restoreBuild } from '../explain/restore';
import { presentCrumb } from '../gather/build-input';
import type { TextCaches } from '../gather/hydrate';
import type { CrumbRef, WorkspaceReader } from '../ports';

/** A text that a reply was written with, and who may read it. */
export interface AnswerSource extends Pick<Envelope, 'audience' | 'author'> {
  readonly ref: Ref & { readonly chunk?: number };
  readonly text: string;
}

/** What a reply was written with. */
export interface AnswerSources {
  readonly response: Crumb<typeof AgentResponse>;
  readonly context_id: string;
  readonly agent: string;
  /** The kept items of the context, then what the tools of the turn gave, then the message. */
  readonly sources: readonly AnswerSource[];
}

const refOf = ({ id, version, chunk }: AccountItem): AnswerSource['ref'] => ({
  id,
  version,
  ...(chunk === undefined || chunk === 0 ? {} : { chunk }),
});

/** The kept items as they were shown. What was erased or hidden since is left out. */
function shownSources(recorded: RecordedContext, loaded: RecordedSources, caches: TextCaches): AnswerSource[] {
  const pieces = new Map(loaded.rows.map((row, at) => [row, loaded.pieces[at]]));
  return restoreBuild(recorded, loaded, caches).items.flatMap((item) => {
    const piece = pieces.get(item.row);
    if (!piece || 'erased' in piece) return [];
    const { audience, author } = piece;
    return [{ ref: refOf(item.row), text: asShown(item).text, audience, author }];
  });
}

function messageSource({ trigger }: RecordedSources): AnswerSource[] {
  const message = presentCrumb(trigger);
  const { content } = (message?.context ?? {}) as { content?: unknown };
  if (!message || typeof content !== 'string') return [];
  const { id, version, audience, author } = message;
  return [{ ref: { id, version }, text: content, audience, author }];
}

const resultIds = (workspace: string, turn: string, { step, calls = [] }: AgentStepV1): string[] =>
  calls
    .filter(({ error }) => !error)
    .map(({ ordinal }) => toolResponseId(workspace, toolRequestId(workspace, turn, { step, ordinal })));

/** The steps of the turn that made a reply. */
const stepRefs = ({ turn, steps = 0 }: AgentResponseV1, workspace: string): CrumbRef[] =>
  turn === undefined ? [] : Array.from({ length: steps }, (_, at) => ({ id: stepId(workspace, turn.id, at + 1) }));

/** What the tools that the steps of the turn called gave. Makes no query for a reply without steps. */
async function loadResults(
  { workspace, context: response }: Crumb<typeof AgentResponse>,
  reader: WorkspaceReader,
): Promise<AnswerSource[]> {
  const { turn } = response;
  const refs = stepRefs(response, workspace);
  const { crumbs: steps } = refs.length === 0 ? { crumbs: [] } : await reader.read(refs);
  const ids = steps.flatMap((crumb) => {
    const step = asCrumb(AgentStep.name, presentCrumb(crumb));
    return step && turn ? resultIds(workspace, turn.id, step.context) : [];
  });
  if (ids.length === 0) return [];
  const { crumbs } = await reader.read(ids.map((id) => ({ id })));
  return crumbs.flatMap((crumb) => {
    const result = asCrumb(ToolResponse.name, presentCrumb(crumb));
    if (!result) return [];
    const { id, version, audience, author, context } = result;
    return [{ ref: { id, version }, text: context.text, audience, author }];
  });
}

/** The texts of a context, of which only the kept items are read, unless its agent's definition switches grounding off. */
async function loadContextSources(
  recorded: RecordedContext,
  reader: WorkspaceReader,
  caches: TextCaches,
): Promise<Record<'shown' | 'message', AnswerSource[]> | null> {
  const loaded = await loadRecordedSources(recorded, recorded.items, reader);
  const definition = asCrumb(AgentDef.name, presentCrumb(loaded.definition));
  if (definition?.context.grounding === false) return null;
  return { shown: shownSources(recorded, loaded, caches), message: messageSource(loaded) };
}

/** A reply that says something, and the context that it was written with. */
interface LoadedAnswer {
  readonly response: Crumb<typeof AgentResponse>;
  readonly context_id: string;
  readonly context: Envelope;
}

/** The event of a reply names its context as the cause, so that both are read at once. Null where there is nothing to ground. */
async function loadAnswer(event: CrumbEvent, reader: WorkspaceReader): Promise<LoadedAnswer | null> {
  if (event.cause === undefined) return null;
  const { crumbs } = await reader.read([{ id: event.id, version: event.version }, event.cause], event.position);
  const [response, context] = crumbs.map(presentCrumb);
  const reply = asCrumb(AgentResponse.name, response);
  if (!reply || !context) return null;
  const { turn, action, content } = reply.context;
  if (turn === undefined || action !== 'speak' || !content) return null;
  const context_id = contextId(event.workspace, turn.id);
  return context.id === context_id ? { response: reply, context_id, context } : null;
}

/**
 * Loads what a reply was written with. Null where there is nothing to ground: it says nothing or was erased, its context was erased, or its
 * agent does not want it.
 */
export async function loadAnswerSources(
  event: CrumbEvent,
  reader: WorkspaceReader,
  caches: TextCaches,
): Promise<AnswerSources | null> {
  const loaded = await loadAnswer(event, reader);
  if (loaded === null) return null;
  const { response, context_id, context } = loaded;
  const recorded = readRecordedContext(context_id, context, unpackKept);
  const [texts, results] = await Promise.all([
    loadContextSources(recorded, reader, caches),
    loadResults(response, reader),
  ]);
  if (texts === null) return null;
  const sources = [...texts.shown, ...results, ...texts.message];
  return { response, context_id, agent: recorded.context.agent, sources };
}
