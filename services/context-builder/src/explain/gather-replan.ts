import {
  AgentDef,
  ContextConfig,
  refuse,
  replyAudience,
  Session,
  singletonId,
  type Envelope,
  type ReplanRequest,
} from '@crumbtrail/contracts';
import type { WorkspaceReader, WorkspaceSnapshot } from '../ports';
import { listContextViewers } from '../gather/gather-preview';
import { asContract, resolveInput, presentCrumb, toTrigger, type BuildInput } from '../gather/build-input';
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

/**
 * Reads the input for building a recorded context again today: its message and session as of the requested position, else as of its
 * own; the agent's definition and configuration as of now.
 */
export async function gatherReplan(
  request: ReplanRequest,
  recorded: RecordedContext,
  { reader, validator }: { readonly reader: WorkspaceReader; readonly validator: OverrideValidator },
): Promise<BuildInput> {
  const { agent, trigger, session: name, as_of: recordedPosition, now } = recorded.context;
  validator.validate(agent, request);
  const as_of = request.as_of ?? recordedPosition;
  const { workspace } = reader;
  const settings = (['agent', 'consumer'] as const).map((identity) => ({
    id: singletonId(workspace, identity, agent),
  }));
  const conversation = name ? [{ id: singletonId(workspace, 'session', name.name) }] : [];
  const [seen, today, past, identity] = await Promise.all([
    reader.readAsClient([trigger]),
    reader.read(settings),
    conversation.length === 0 ? null : reader.read(conversation, as_of),
    reader.identify(),
  ]);
  const message = requireTriggerCrumb(recorded, seen.crumbs[0]);
  const definition = asContract(AgentDef, today.crumbs[0]);
  if (!definition) throw refuse('not_found', `Cannot replan: agent ${agent} no longer exists in this workspace.`);
  const config = asContract(ContextConfig, today.crumbs[1]);
  const session = asContract(Session, past?.crumbs[0]);
  const { configured, ...parts } = resolveInput({ definition, config, session, trigger: message });
  const viewers = listContextViewers(agent, identity);
  const access = { workspace, agent, viewers, readers: replyAudience(message) };
  return {
    ...parts,
    access: name ? { ...access, session: name.name } : access,
    as_of,
    now: as_of > recordedPosition ? today.now : now,
    trigger: toTrigger(message),
    overrides: [...requestedOverrides(request), ...configured],
    queries: past ? 3 : 2,
  };
}
