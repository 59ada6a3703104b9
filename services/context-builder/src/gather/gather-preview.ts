import {
  AgentDef,
  ContextConfig,
  mayRead,
  refuse,
  replyAudience,
  Session,
  singletonId,
  type AgentDefV1,
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
import type { CrumbRef, PreviewReader, WorkspaceSnapshot } from '../ports';
import { accessScope } from './answer-readers';
import { asContract, presentCrumb, resolveInput, toTrigger, type BuildInput, type BuildTrigger } from './build-input';
import { readMemberNames } from './agent-names';
import { loadExcluded } from './load-excluded';
import { loadScene } from './load-scene';
import { sceneRefs } from './scene-refs';

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

type ReadCrumb = WorkspaceSnapshot['crumbs'][number];

/** A session and the scenes of a build, as read. */
interface Conversation {
  /** Undefined where it was not read. */
  readonly session: ReadCrumb | undefined;
  readonly scenes: readonly ReadCrumb[];
}

interface PreviewBasis extends Conversation {
  readonly snapshot: WorkspaceSnapshot;
  readonly identity: Identity | null;
}

const sessionRefs = (workspace: string, session: string | undefined): CrumbRef[] =>
  session === undefined ? [] : [{ id: singletonId(workspace, 'session', session) }];

async function readBasis(
  request: PreviewRequest,
  reader: PreviewReader,
  validator: OverrideValidator,
): Promise<PreviewBasis> {
  checkRequest(request, validator);
  const { workspace } = reader;
  const refs = [
    { id: singletonId(workspace, 'agent', request.agent) },
    { id: singletonId(workspace, 'consumer', request.agent) },
    ...(request.trigger_id === undefined ? [] : [{ id: request.trigger_id }]),
  ];
  const scenes = sceneRefs(workspace, request.agent, request.session);
  const session = sessionRefs(workspace, request.session);
  const [snapshot, identity] = await Promise.all([
    reader.read([...refs, ...scenes, ...session], request.as_of),
    reader.identify(),
  ]);
  const [...others] = snapshot.crumbs.slice(refs.length);
  return { snapshot, identity, scenes: others.slice(0, scenes.length), session: others[scenes.length] };
}

/** Session and scenes: already read where the request names the session, otherwise read now because only the trigger names it. */
async function loadConversation(
  { agent, as_of }: PreviewRequest,
  name: string | undefined,
  { session, scenes }: PreviewBasis,
  reader: PreviewReader,
): Promise<Conversation & { readonly queries: number }> {
  if (name === undefined || session !== undefined) return { session, scenes, queries: 0 };
  const { workspace } = reader;
  const { crumbs } = await reader.read([...sessionRefs(workspace, name), ...sceneRefs(workspace, agent, name)], as_of);
  return { session: crumbs[0], scenes: crumbs.slice(1), queries: 1 };
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

function requireAgent({ agent }: PreviewRequest, crumb: ReadCrumb | undefined): Envelope<AgentDefV1> {
  const definition = asContract(AgentDef, crumb);
  if (!definition)
    throw refuse(
      'not_found',
      `There is no agent ${agent} in this workspace. Ask for one that \`crumb agents\` lists, or define it: crumb agents define ${agent}.json.`,
    );
  return definition;
}

/** The position that a preview is built as of. */
const positionOf = (request: PreviewRequest, crumb: Envelope | null, head: number): number =>
  request.as_of ?? crumb?.position ?? head;

/**
 * Reads the input of a preview, as of the requested position, else the trigger's, else the head of the log. Refuses an unknown
 * agent, an invalid config, and a trigger that the agent or the client may not read.
 */
export async function gatherPreview(
  request: PreviewRequest,
  reader: PreviewReader,
  validator: OverrideValidator,
): Promise<BuildInput> {
  const basis = await readBasis(request, reader, validator);
  const { identity, snapshot } = basis;
  const { crumbs, position, now } = snapshot;
  const definition = requireAgent(request, crumbs[0]);
  const viewers = listContextViewers(request.agent, identity);
  const crumb = findTriggerCrumb(request, presentCrumb(crumbs[2]), viewers);
  const name = request.session ?? crumb?.session;
  const as_of = positionOf(request, crumb, position);
  const conversation = await loadConversation(request, name, basis, reader);
  const left = await loadExcluded(crumb, request.agent, reader);
  const trigger = previewTrigger(request, crumb, identity);
  const record = asContract<SessionV1>(Session, conversation.session);
  const named = await readMemberNames(record?.context.members, { agent: request.agent, asOf: as_of, source: reader });
  const { configured, ...parts } = resolveInput({
    definition,
    config: asContract(ContextConfig, crumbs[1]),
    session: record,
    trigger: crumb,
    answering: { author: trigger.author, session: name, agents: named.agents },
  });
  const { workspace } = reader;
  const asked = { author: trigger.author, readers: readersOf(crumb) };
  const access = accessScope({ workspace, session: name, agent: request.agent, viewers }, definition.context, asked);
  const built = { access, as_of, now, trigger };
  const scene = { ...built, requested: requestedOverrides(request), configured };
  const placed = await loadScene(conversation.scenes, scene, reader);
  return {
    ...parts,
    ...built,
    excluded: left.excluded,
    ...(named.agents.length > 0 ? { agents: named.agents } : {}),
    ...placed.found,
    queries: conversation.queries + left.queries + placed.queries + named.queries + (identity ? 2 : 1),
  };
}
