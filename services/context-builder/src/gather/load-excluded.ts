import {
  AgentResponse,
  AgentStep,
  asPayload,
  stepId,
  toolRequestId,
  toolResponseId,
  UserMessage,
  type AgentStepV1,
  type Envelope,
  type Ref,
} from '@crumbtrail/contracts';
import type { WorkspaceReader } from '../ports';
import { presentCrumb } from './build-input';

/** Breadcrumbs that stay out of a context, and the queries that it took to read them. */
export interface ExcludedCrumbs {
  readonly excluded: readonly Ref[];
  readonly queries: number;
}

/** May the author of a message exclude this from the context of its answer? Only what the author wrote, and answers of the agent. */
function mayExclude(crumb: Envelope, message: Envelope, agent: string): boolean {
  const { author, session, schema_name } = crumb;
  if (session === undefined || session !== message.session) return false;
  if (schema_name === AgentResponse.name) return author.kind === 'agent' && author.id === agent;
  const isOwn = author.kind === message.author.kind && author.id === message.author.id;
  return schema_name === UserMessage.name && isOwn;
}

/** Most steps that are read, and most results that are left out: a retrieval leaves out at most 512 crumbs, of which a message names 128. */
const MOST = 383;

/** The steps of the attempts that excluded answers ended. */
function stepsOf(answers: readonly Envelope[]): Ref[] {
  return answers.flatMap(({ workspace, context }) => {
    const { turn, steps = 0 } = asPayload(AgentResponse.name, context);
    if (!turn) return [];
    return Array.from({ length: steps }, (_, at) => ({ id: stepId(workspace, turn.id, at + 1), version: 1 }));
  });
}

/** The results of the tools that a step called. */
function resultsOf(workspace: string, { turn, step, calls }: AgentStepV1): Ref[] {
  return calls
    .filter(({ error }) => !error)
    .map(({ ordinal }) => toolRequestId(workspace, turn.id, { step, ordinal }))
    .map((request) => ({ id: toolResponseId(workspace, request), version: 1 }));
}

/** The results of the tools that excluded attempts called: the next attempt must not know them either. */
async function loadResults(
  answers: readonly Envelope[],
  reader: Pick<WorkspaceReader, 'read'>,
): Promise<ExcludedCrumbs> {
  const steps = stepsOf(answers).slice(0, MOST);
  if (steps.length === 0) return { excluded: [], queries: 0 };
  const { crumbs } = await reader.read(steps);
  const excluded = crumbs
    .map(presentCrumb)
    .filter((crumb) => crumb !== null)
    .flatMap(({ workspace, context }) => resultsOf(workspace, asPayload(AgentStep.name, context)));
  return { excluded: excluded.slice(0, MOST), queries: 1 };
}

/** Reads the breadcrumbs that a message excludes because its conversation has left them (`exclude`), as far as its author may do so, with the results of the tools that an excluded attempt called. */
export async function loadExcluded(
  message: Envelope | null,
  agent: string,
  reader: Pick<WorkspaceReader, 'read'>,
): Promise<ExcludedCrumbs> {
  const { exclude = [] } = (message && asPayload(UserMessage.name, message.context)) ?? {};
  if (!message || message.schema_name !== UserMessage.name || exclude.length === 0) return { excluded: [], queries: 0 };
  const { crumbs } = await reader.read(exclude.map((id) => ({ id })));
  const left = crumbs
    .map(presentCrumb)
    .filter((crumb) => crumb !== null)
    .filter((crumb) => mayExclude(crumb, message, agent));
  const results = await loadResults(
    left.filter(({ schema_name }) => schema_name === AgentResponse.name),
    reader,
  );
  const excluded = [...left.map(({ id, version }) => ({ id, version })), ...results.excluded];
  return { excluded, queries: 1 + results.queries };
}
