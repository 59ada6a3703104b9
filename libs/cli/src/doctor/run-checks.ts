import { Crumbtrail, isApiError } from '@crumbtrail/client';
import { AgentResponse, asCrumbs, contracts, SchemaDef, type StatusReply, ToolCatalog } from '@crumbtrail/contracts';
import { type AgentFacts, checkAgents, checkMemories } from './agents';
import { type Finding, note } from './finding';
import { checkHome, checkNatsServer, checkNode, type Machine } from './machine';
import { checkEventLoop, readHeldLines } from './event-loop';
import { checkGateway, checkKey, checkModel, checkStatus, type LastAnswer } from './stack';
import { checkRetention } from './retention';
import { checkServers, listServers } from './servers';
import { checkTools, loadAll, readToolNames } from './tools';

/** What to check: this machine and the Crumbtrail at a URL. */
export interface DoctorTarget {
  readonly machine: Machine;
  readonly url: string;
  readonly key: string | undefined;
  readonly model: { readonly baseUrl?: string; readonly name?: string };
}

async function lastAnswer(client: Crumbtrail): Promise<LastAnswer | undefined> {
  const { breadcrumbs } = await client.list({ schema: AgentResponse.name, limit: 1 });
  const [last] = asCrumbs(AgentResponse.name, breadcrumbs);
  return last && { trail: last.trail_id, model: last.context.model, error: last.context.error?.message };
}

/** How many of the latest responses are looked at. */
const LATEST = 200;

async function readAgentFacts(client: Crumbtrail, { durables }: StatusReply): Promise<AgentFacts> {
  const [agents, published, latest] = await Promise.all([
    client.agents(),
    loadAll(client, SchemaDef.name),
    client.list({ schema: AgentResponse.name, limit: LATEST }),
  ]);
  const responses = asCrumbs(AgentResponse.name, latest.breadcrumbs);
  return {
    agents,
    schemas: [...contracts.keys(), ...published.map(({ defines }) => defines)],
    responses: responses.map(({ author, context }) => ({ agent: author.id, response: context })),
    durables,
  };
}

async function checkStore(client: Crumbtrail, model: DoctorTarget['model']): Promise<Finding[]> {
  try {
    const status = await client.status();
    const agents = await readAgentFacts(client, status);
    return [
      ...checkStatus(status),
      await checkRetention(client),
      checkModel(await lastAnswer(client), model),
      ...checkAgents(agents),
      ...checkMemories(agents),
      ...checkTools(await readToolNames(client)),
      ...checkServers(listServers(await loadAll(client, ToolCatalog.name))),
    ];
  } catch (error) {
    if (isApiError(error, 403)) return [note('store', 'only operators of workspace default can see its status')];
    return [{ about: 'store', state: 'ill', says: (error as Error).message, remedy: 'See .crumbtrail/logs.' }];
  }
}

/** Runs all checks from the outside in: checks that need an unreachable part are left out. */
export async function runChecks({ machine, url, key, model }: DoctorTarget): Promise<Finding[]> {
  const readiness = await new Crumbtrail({ url }).readiness();
  const outerFindings = [
    checkNode(machine),
    checkNatsServer(machine),
    checkHome(machine),
    ...checkEventLoop(readHeldLines(machine) ?? [], Date.now()),
    ...checkGateway(url, readiness),
  ];
  if (!['ready', 'degraded', 'not ready'].includes(readiness.status)) return outerFindings;
  const client = key ? new Crumbtrail({ url, key }) : null;
  const keyFinding = await checkKey(client);
  return [
    ...outerFindings,
    keyFinding,
    ...(client && keyFinding.state === 'ok' ? await checkStore(client, model) : []),
  ];
}
