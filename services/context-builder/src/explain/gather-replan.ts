import {
  AgentDef,
  changeDefinition,
  checkConfig,
  ContextConfig,
  refuse,
  replyAudience,
  Session,
  singletonId,
  validateContext,
  type AgentDefV1,
  type AgentName,
  type DefinitionChanges,
  type Envelope,
  type Issue,
  type SessionV1,
} from '@crumbtrail/contracts';
import type { ReplanRequest } from '@crumbtrail/contracts/operations/recorded-contexts';
import type { WorkspaceReader, WorkspaceSnapshot } from '../ports';
import { accessScope } from '../gather/answer-readers';
import { listContextViewers } from '../gather/gather-preview';
import { asContract, resolveInput, presentCrumb, toTrigger, type BuildInput } from '../gather/build-input';
import { readMemberNames } from '../gather/agent-names';
import { loadExcluded } from '../gather/load-excluded';
import { loadScene } from '../gather/load-scene';
import { sceneRefs } from '../gather/scene-refs';
import type { RecordedContext } from './recorded-context';
import { requestedOverrides, type OverrideValidator } from '../plan/overrides';

/** The message that the context answered; refuses where it was erased or the client may not read it. */
function requireTriggerCrumb(
  { id, context }: RecordedContext,
  crumb: WorkspaceSnapshot['crumbs'][number] | undefined,
): Envelope {
  const { id: trigger, version } = context.trigger;
  const subject = `the message that context ${id} answered, breadcrumb ${trigger} version ${version},`;
  if (crumb && 'erased' in crumb) throw refuse('erased', `Cannot replan: ${subject} was erased at ${crumb.erased_at}.`);
  const present = presentCrumb(crumb);
  if (present === null) throw refuse('not_found', `Cannot replan: ${subject} does not exist, or you may not read it.`);
  return present;
}

/** What a replan reads with. */
export interface ReplanReading {
  readonly reader: WorkspaceReader;
  readonly validator: OverrideValidator;
  /** True: definition and configuration in the versions of the record. Default: those of today. */
  readonly asRecorded?: boolean;
  /** Changes of the definition. Default: none. */
  readonly changes?: DefinitionChanges;
}

/** Definition and configuration of the record, or of today. */
async function readSettings({ context }: RecordedContext, { reader, asRecorded = false }: ReplanReading) {
  const { definition, config, agent } = context;
  const today = (['agent', 'consumer'] as const).map((identity) => ({
    id: singletonId(reader.workspace, identity, agent),
  }));
  const { id, version } = config;
  const recordedConfig = id === undefined || version === undefined ? [] : [{ id, version }];
  const recorded = [{ id: definition.id, version: definition.version }, ...recordedConfig];
  const { crumbs, now } = await reader.read(asRecorded ? recorded : today);
  return { definition: asContract(AgentDef, crumbs[0]), config: asContract(ContextConfig, crumbs[1]), now };
}

/** What is wrong with a changed definition. */
function definitionIssues(agent: string, context: AgentDefV1): Issue[] {
  const shape = validateContext(AgentDef.name, context);
  if (shape.length > 0) return shape;
  if (context.agent !== agent) return [{ path: '/agent', rule: 'agent', message: `must be ${agent}` }];
  return checkConfig(context.context ?? {}).map((one) => ({ ...one, path: `/context${one.path}` }));
}

function requireDefinition(
  agent: string,
  definition: Envelope<AgentDefV1> | null,
  changes: DefinitionChanges = {},
): Envelope<AgentDefV1> {
  if (!definition)
    throw refuse('not_found', `Cannot replan: the definition of agent ${agent} no longer exists in this workspace.`);
  const context = changeDefinition(definition.context, changes);
  const issues = definitionIssues(agent, context);
  if (issues.length === 0) return { ...definition, context };
  throw refuse('invalid_payload', `These changes do not make a valid definition of ${agent}.`, { issues });
}

interface ReplannedCrumbs {
  readonly definition: Envelope<AgentDefV1>;
  readonly settings: Awaited<ReturnType<typeof readSettings>>;
  readonly session: Envelope<SessionV1> | null;
  readonly message: Envelope;
  readonly agents: readonly AgentName[];
}

function resolveReplanned(
  { context }: RecordedContext,
  { definition, settings: { config }, session, message, agents }: ReplannedCrumbs,
) {
  const answering = { author: message.author, session: context.session?.name, agents };
  return resolveInput({ definition, config, session, trigger: message, answering });
}

/** What a replan reads with; refuses settings that no context could be built with. */
function checkOverrides(request: ReplanRequest, agent: string, reading: ReplanReading): ReplanReading {
  reading.validator.validate(agent, request);
  return reading;
}

/**
 * Reads the input for building a recorded context again: its message and session as of the requested position, else as of its own; the
 * agent's definition and configuration as of now, or as recorded.
 */
export async function gatherReplan(
  request: ReplanRequest,
  recorded: RecordedContext,
  reading: ReplanReading,
): Promise<BuildInput> {
  const { agent, trigger, session: name, as_of: recordedPosition, now: recordedNow } = recorded.context;
  const { reader } = checkOverrides(request, agent, reading);
  const as_of = request.as_of ?? recordedPosition;
  const { workspace } = reader;
  const conversation = name ? [{ id: singletonId(workspace, 'session', name.name) }] : [];
  const scenes = sceneRefs(workspace, agent, name?.name);
  const [seen, settings, past, identity] = await Promise.all([
    reader.readAsClient([trigger]),
    readSettings(recorded, reading),
    reader.read([...scenes, ...conversation], as_of),
    reader.identify(),
  ]);
  const message = requireTriggerCrumb(recorded, seen.crumbs[0]);
  const left = await loadExcluded(message, agent, reader);
  const definition = requireDefinition(agent, settings.definition, reading.changes);
  const session = asContract(Session, past.crumbs[scenes.length]);
  const named = await readMemberNames(session?.context.members, { agent, asOf: as_of, source: reader });
  const { configured, ...parts } = resolveReplanned(recorded, { definition, settings, session, message, ...named });
  const viewers = listContextViewers(agent, identity);
  const now = as_of > recordedPosition ? settings.now : recordedNow;
  const asked = { author: message.author, readers: replyAudience(message) };
  const access = accessScope({ workspace, session: name?.name, agent, viewers }, definition.context, asked);
  const built = { access, as_of, now };
  const scene = { ...built, requested: requestedOverrides(request), configured };
  const placed = await loadScene(past.crumbs.slice(0, scenes.length), scene, reader);
  return {
    ...parts,
    ...built,
    trigger: toTrigger(message),
    excluded: left.excluded,
    ...(named.agents.length > 0 ? { agents: named.agents } : {}),
    ...placed.found,
    queries: 3 + left.queries + placed.queries + named.queries,
  };
}
