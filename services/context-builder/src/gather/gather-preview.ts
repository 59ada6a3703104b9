import {
  AgentDef,
  ContextConfig,
  mayRead,
  refuse,
  Session,
  singletonId,
  type Envelope,
  type Identity,
  type Participant,
  type PreviewRequest,
  type SessionV1,
  type Viewer,
} from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import type { PreviewReader, WorkspaceSnapshot } from '../ports';
import { asContract, resolveInput, presentCrumb, toTrigger, type BuildInput, type BuildTrigger } from './build-input';
import { validateOverrides, requestedOverrides } from '../plan/overrides';

const ANYONE: Participant = { kind: 'user', id: 'user' };

/** Refuses a preview that asks for nothing, for two things, or with a plan that no config could have. */
function checkRequest(request: PreviewRequest): void {
  if ((request.content === undefined) === (request.trigger_id === undefined))
    throw refuse('invalid_payload', 'A preview needs either content or trigger_id.');
  if (request.content !== undefined && defuse(request.content) === '')
    throw refuse('invalid_payload', 'The content of a preview holds no text.');
  validateOverrides(request.agent, request);
}

/** Whose eyes a build for this agent has, when this key asks for it. */
export function listViewers(agent: string, identity: Identity | null): Viewer[] {
  const self: Viewer = { participant: { kind: 'agent', id: agent } };
  return identity ? [self, { participant: identity.participant, operator: identity.role === 'operator' }] : [self];
}

/** The crumb that is asked about, if both the agent and whoever asks may read it. */
function findTriggerCrumb(
  request: PreviewRequest,
  crumb: Envelope | null,
  viewers: readonly Viewer[],
): Envelope | null {
  if (request.trigger_id === undefined) return null;
  const seen = crumb !== null && viewers.every((viewer) => mayRead(crumb, viewer));
  if (!seen) throw refuse('not_found', `There is no crumb ${request.trigger_id} to build a context for.`);
  return crumb;
}

interface PreviewBasis {
  readonly snapshot: WorkspaceSnapshot;
  readonly identity: Identity | null;
}

async function readBasis(request: PreviewRequest, reader: PreviewReader): Promise<PreviewBasis> {
  const { workspace } = reader;
  const refs = [
    { id: singletonId(workspace, 'agent', request.agent) },
    { id: singletonId(workspace, 'consumer', request.agent) },
    ...(request.trigger_id === undefined ? [] : [{ id: request.trigger_id }]),
  ];
  const session = request.session === undefined ? [] : [{ id: singletonId(workspace, 'session', request.session) }];
  const [snapshot, identity] = await Promise.all([
    reader.read([...refs, ...session], request.as_of),
    reader.identify(),
  ]);
  return { snapshot, identity };
}

/** The session's members: read with the rest where the request names it, else after the trigger that names it. */
async function loadSession(
  name: string | undefined,
  already: WorkspaceSnapshot['crumbs'][number] | undefined,
  reader: PreviewReader,
) {
  if (name === undefined) return { session: null, queries: 0 };
  if (already !== undefined) return { session: asContract(Session, already), queries: 0 };
  const { crumbs } = await reader.read([{ id: singletonId(reader.workspace, 'session', name) }]);
  return { session: asContract<SessionV1>(Session, crumbs[0]), queries: 1 };
}

function positionOf(request: PreviewRequest, crumb: Envelope | null, head: number): number {
  return request.as_of ?? crumb?.position ?? head;
}

/** What is asked: a crumb, or words that are in none, said by whoever asks. */
function previewTrigger(request: PreviewRequest, crumb: Envelope | null, identity: Identity | null): BuildTrigger {
  if (crumb) return toTrigger(crumb);
  return { author: identity?.participant ?? ANYONE, text: defuse(request.content ?? ''), tags: [] };
}

/**
 * Reads what a preview is built from: as of the position asked for, else the trigger's own, else the head. Refuses an unknown
 * agent, and a trigger that the agent or whoever asks may not read.
 */
export async function gatherPreview(request: PreviewRequest, reader: PreviewReader): Promise<BuildInput> {
  checkRequest(request);
  const { snapshot, identity } = await readBasis(request, reader);
  const { crumbs, position, now } = snapshot;
  const definition = asContract(AgentDef, crumbs[0]);
  if (!definition) throw refuse('not_found', `There is no agent ${request.agent} in this workspace.`);
  const viewers = listViewers(request.agent, identity);
  const crumb = findTriggerCrumb(request, presentCrumb(crumbs[2]), viewers);
  const name = request.session ?? crumb?.session;
  const { session, queries } = await loadSession(name, request.session ? crumbs.at(-1) : undefined, reader);
  const { own, ...parts } = resolveInput({ definition, config: asContract(ContextConfig, crumbs[1]), session });
  const access = { workspace: reader.workspace, agent: request.agent, viewers };
  return {
    ...parts,
    access: name === undefined ? access : { ...access, session: name },
    as_of: positionOf(request, crumb, position),
    now,
    trigger: previewTrigger(request, crumb, identity),
    overrides: [...requestedOverrides(request), ...own],
    queries: queries + (identity ? 2 : 1),
  };
}
