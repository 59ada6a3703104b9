import {
  AgentDef,
  ContextConfig,
  refuse,
  Session,
  singletonId,
  type Envelope,
  type ReplanRequest,
} from '@crumbtrail/contracts';
import type { BreadcrumbReader, Snapshot } from '../ports';
import { viewersOf } from '../gather/gather-preview';
import { ofContract, partsOf, present, triggerOf, type Occasion } from '../gather/build-input';
import type { Recorded } from './recorded-context';
import { checkWishes, wishesOf } from '../plan/overrides';

/** The message that was answered, if it is still there for who asks. */
function triggerCrumb({ id, context }: Recorded, crumb: Snapshot['crumbs'][number] | undefined): Envelope {
  const { id: trigger, version } = context.trigger;
  const named = `the message that context ${id} answered, crumb ${trigger} version ${version},`;
  if (crumb && 'erased' in crumb) throw refuse('erased', `No replan: ${named} was erased at ${crumb.erased_at}.`);
  const there = present(crumb);
  if (there === null) throw refuse('not_found', `No replan: ${named} is not there, or not for you to read.`);
  return there;
}

/**
 * Reads what a recorded context would be built from today: its message and session as of the position asked for, else its own;
 * the agent's definition and configuration as they stand now.
 */
export async function gatherReplan(
  request: ReplanRequest,
  recorded: Recorded,
  reader: BreadcrumbReader,
): Promise<Occasion> {
  const { agent, trigger, session: name, as_of: then, now } = recorded.context;
  checkWishes(agent, request);
  const as_of = request.as_of ?? then;
  const { workspace } = reader;
  const settings = (['agent', 'consumer'] as const).map((identity) => ({
    id: singletonId(workspace, identity, agent),
  }));
  const conversation = name ? [{ id: singletonId(workspace, 'session', name.name) }] : [];
  const [seen, today, past, identity] = await Promise.all([
    reader.see([trigger]),
    reader.read(settings),
    conversation.length === 0 ? null : reader.read(conversation, as_of),
    reader.whoAsks(),
  ]);
  const message = triggerCrumb(recorded, seen.crumbs[0]);
  const definition = ofContract(AgentDef, today.crumbs[0]);
  if (!definition) throw refuse('not_found', `No replan: there is no agent ${agent} in this workspace any more.`);
  const config = ofContract(ContextConfig, today.crumbs[1]);
  const { own, ...parts } = partsOf({ definition, config, session: ofContract(Session, past?.crumbs[0]) });
  const eyes = { workspace, agent, viewers: viewersOf(agent, identity) };
  return {
    ...parts,
    eyes: name ? { ...eyes, session: name.name } : eyes,
    as_of,
    now: as_of > then ? today.now : now,
    trigger: triggerOf(message),
    wishes: [...wishesOf(request), ...own],
    queries: past ? 3 : 2,
  };
}
