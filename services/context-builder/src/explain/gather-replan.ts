import {
  AgentDef,
  ContextConfig,
  refuse,
  Session,
  singletonId,
  type Envelope,
  type ReplanRequest,
} from '@crumbtrail/contracts';
import type { BreadcrumbReader, WorkspaceSnapshot } from '../ports';
import { listViewers } from '../gather/gather-preview';
import { asContract, resolveInput, presentCrumb, toTrigger, type BuildInput } from '../gather/build-input';
import type { RecordedContext } from './recorded-context';
import { validateOverrides, requestedOverrides } from '../plan/overrides';

/** The message that was answered, if it is still there for who asks. */
function requireTriggerCrumb(
  { id, context }: RecordedContext,
  crumb: WorkspaceSnapshot['crumbs'][number] | undefined,
): Envelope {
  const { id: trigger, version } = context.trigger;
  const named = `the message that context ${id} answered, crumb ${trigger} version ${version},`;
  if (crumb && 'erased' in crumb) throw refuse('erased', `No replan: ${named} was erased at ${crumb.erased_at}.`);
  const there = presentCrumb(crumb);
  if (there === null) throw refuse('not_found', `No replan: ${named} is not there, or not for you to read.`);
  return there;
}

/**
 * Reads what a recorded context would be built from today: its message and session as of the position asked for, else its own;
 * the agent's definition and configuration as they stand now.
 */
export async function gatherReplan(
  request: ReplanRequest,
  recorded: RecordedContext,
  reader: BreadcrumbReader,
): Promise<BuildInput> {
  const { agent, trigger, session: name, as_of: then, now } = recorded.context;
  validateOverrides(agent, request);
  const as_of = request.as_of ?? then;
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
  if (!definition) throw refuse('not_found', `No replan: there is no agent ${agent} in this workspace any more.`);
  const config = asContract(ContextConfig, today.crumbs[1]);
  const { own, ...parts } = resolveInput({ definition, config, session: asContract(Session, past?.crumbs[0]) });
  const access = { workspace, agent, viewers: listViewers(agent, identity) };
  return {
    ...parts,
    access: name ? { ...access, session: name.name } : access,
    as_of,
    now: as_of > then ? today.now : now,
    trigger: toTrigger(message),
    overrides: [...requestedOverrides(request), ...own],
    queries: past ? 3 : 2,
  };
}
