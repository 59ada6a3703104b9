import {
  AgentDef,
  ContextConfig,
  mayRead,
  refuse,
  replyAudience,
  Session,
  singletonId,
  type Audience,
  type Envelope,
  type Identity,
  type Participant,
  type PreviewRequest,
  type SessionV1,
  type Viewer,
} from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import { requestedOverrides, type OverrideValidator } from '../plan/overrides';
import type { PreviewReader, WorkspaceSnapshot } from '../ports';
import { answerReaders } from './answer-readers';
import { asContract, presentCrumb, resolveInput, toTrigger, type BuildInput, type BuildTrigger } from './build-input';
import { loadExcluded } from './load-excluded';

/** The author of a preview's content where the request came without a key. */
const ANYONE: Participant = { kind: 'user', id: 'user' };

/** Refuses a preview with neither or both of content and trigger, with an empty content, or with an invalid config. */
function checkRequest(request: PreviewRequest, validator: OverrideValidator): void {
  if ((request.content === undefined) === (request.trigger_id === undefined))
    throw refuse('invalid_payload', 'A preview needs either content or trigger_id.');
  if (request.content !== undefined && defuse(request.content) === '')
    throw refuse('invalid_payload', 'The content of a preview must not be empty.');
  validator.validate(request.agent, request);
}

/** Who must be allowed to read a context built for this agent on behalf of this key. */
export function listContextViewers(agent: string, identity: Identity | null): Viewer[] {
  const self: Viewer = { participant: { kind: 'agent', id: agent } };
  return identity ? [self, { participant: identity.participant, operator: identity.role === 'operator' }] : [self];
}

/** The crumb to answer, if both the agent and the client may read it. */
function findTriggerCrumb(
  request: PreviewRequest,
  crumb: Envelope | null,
  viewers: readonly Viewer[],
): Envelope | null {
  if (request.trigger_id === undefined) return null;
  const isReadable = crumb !== null && viewers.every((viewer) => mayRead(crumb, viewer));
  if (!isReadable) throw refuse('not_found', `There is no breadcrumb ${request.trigger_id} that this caller may read.`);
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

/** The session: already read where the request names it, otherwise read now because only the trigger names it. */
async function loadSession(
  name: string | undefined,
  alreadyRead: WorkspaceSnapshot['crumbs'][number] | undefined,
  reader: PreviewReader,
) {
  if (name === undefined) return { session: null, queries: 0 };
  if (alreadyRead !== undefined) return { session: asContract(Session, alreadyRead), queries: 0 };
  const { crumbs } = await reader.read([{ id: singletonId(reader.workspace, 'session', name) }]);
  return { session: asContract<SessionV1>(Session, crumbs[0]), queries: 1 };
}

/** Who may read the answer: a message that is not written yet is for everybody, as messages are by default. */
const readersOf = (crumb: Envelope | null): Audience => (crumb ? replyAudience(crumb) : 'all');

/** The trigger: a crumb, or the request's content with the client as its author. */
function previewTrigger(request: PreviewRequest, crumb: Envelope | null, identity: Identity | null): BuildTrigger {
  if (crumb) return toTrigger(crumb);
  const { participant = ANYONE, name } = identity ?? {};
  const author = { ...participant, ...(name === undefined ? {} : { name }) };
  return { author, text: defuse(request.content ?? ''), tags: [] };
}

/**
 * Reads the input of a preview, as of the requested position, else the trigger's, else the head of the log. Refuses an unknown
 * agent, an invalid config, and a trigger that the agent or the client may not read.
 */
export async function gatherPreview(
  request: PreviewRequest,
  reader: PreviewReader,
  validator: OverrideValidator,
): Promise<BuildInput> {
  checkRequest(request, validator);
  const { snapshot, identity } = await readBasis(request, reader);
  const { crumbs, position, now } = snapshot;
  const definition = asContract(AgentDef, crumbs[0]);
  if (!definition) throw refuse('not_found', `There is no agent ${request.agent} in this workspace.`);
  const viewers = listContextViewers(request.agent, identity);
  const crumb = findTriggerCrumb(request, presentCrumb(crumbs[2]), viewers);
  const name = request.session ?? crumb?.session;
  const { session, queries } = await loadSession(name, request.session ? crumbs.at(-1) : undefined, reader);
  const left = await loadExcluded(crumb, request.agent, reader);
  const { configured, ...parts } = resolveInput({
    definition,
    config: asContract(ContextConfig, crumbs[1]),
    session,
    trigger: crumb,
  });
  const trigger = previewTrigger(request, crumb, identity);
  const access = {
    workspace: reader.workspace,
    agent: request.agent,
    viewers,
    ...answerReaders(definition.context, { author: trigger.author, readers: readersOf(crumb) }),
  };
  return {
    ...parts,
    access: name === undefined ? access : { ...access, session: name },
    as_of: request.as_of ?? crumb?.position ?? position,
    now,
    trigger,
    excluded: left.excluded,
    overrides: [...requestedOverrides(request), ...configured],
    queries: queries + left.queries + (identity ? 2 : 1),
  };
}
