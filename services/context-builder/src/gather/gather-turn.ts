import { AgentDef, ContextConfig, replyAudience, Session, singletonId, type AgentTurnV1 } from '@crumbtrail/contracts';
import type { WorkspaceReader } from '../ports';
import { accessScope } from './answer-readers';
import { readMemberNames } from './agent-names';
import { requireCrumb, asContract, resolveInput, presentCrumb, toTrigger, type BuildInput } from './build-input';
import { loadExcluded } from './load-excluded';
import { loadScene } from './load-scene';
import { sceneRefs } from './scene-refs';

/** Reads a turn's trigger, definition, config and session in one query, as of the turn, so that a repeated build reads the same. */
export async function gatherTurn(
  turn: AgentTurnV1,
  session: string | undefined,
  reader: WorkspaceReader,
): Promise<BuildInput> {
  const { workspace } = reader;
  const config = { id: singletonId(workspace, 'consumer', turn.agent) };
  const conversation = session === undefined ? [] : [{ id: singletonId(workspace, 'session', session) }];
  const scenes = sceneRefs(workspace, turn.agent, session);
  const refs = [turn.trigger, turn.definition, config, ...scenes, ...conversation];
  const { crumbs } = await reader.read(refs, turn.as_of);
  const definition = requireCrumb(asContract(AgentDef, crumbs[1]), crumbs[1], 'definition', turn.definition);
  const trigger = requireCrumb(presentCrumb(crumbs[0]), crumbs[0], 'trigger', turn.trigger);
  const { excluded, queries } = await loadExcluded(trigger, turn.agent, reader);
  const record = asContract(Session, crumbs[3 + scenes.length]);
  const named = await readMemberNames(record?.context.members, { agent: turn.agent, asOf: turn.as_of, source: reader });
  const viewers = [{ participant: { kind: 'agent' as const, id: turn.agent } }];
  const { configured, ...parts } = resolveInput({
    definition,
    trigger,
    answering: { author: trigger.author, session, agents: named.agents },
    config: asContract(ContextConfig, crumbs[2]),
    session: record,
  });
  const { as_of, now } = turn;
  const asked = { author: trigger.author, readers: replyAudience(trigger) };
  const access = accessScope({ workspace, session, agent: turn.agent, viewers }, definition.context, asked);
  const placed = await loadScene(crumbs.slice(3, 3 + scenes.length), { access, as_of, now, configured }, reader);
  return {
    ...parts,
    access,
    as_of,
    now,
    trigger: toTrigger(trigger),
    excluded,
    ...(named.agents.length > 0 ? { agents: named.agents } : {}),
    ...placed.found,
    queries: 1 + queries + placed.queries + named.queries,
  };
}
