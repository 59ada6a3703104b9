import type { Agent } from '@crumbtrail/client';
import { satisfies, type AgentResponseV1, type StatusReply } from '@crumbtrail/contracts';
import { type Finding, note, ok, problem } from './finding';

/** What tells whether agents can be woken and answer. */
export interface AgentFacts {
  readonly agents: readonly Pick<Agent, 'agent' | 'runner' | 'subscriptions'>[];
  /** The names of all schemas of the workspace. */
  readonly schemas: readonly string[];
  /** The latest responses, newest first, with their agents. */
  readonly responses: readonly { readonly agent: string; readonly response: AgentResponseV1 }[];
  readonly durables: StatusReply['durables'];
}

function unknownSchemas({ agents, schemas }: AgentFacts): Finding[] {
  const exists = (wanted: string): boolean => schemas.some((name) => satisfies(name, wanted));
  return agents.flatMap(({ agent, subscriptions }) =>
    subscriptions
      .filter(({ schema }) => !exists(schema))
      .map(({ schema }) =>
        note(
          'agents',
          `${agent} subscribes to ${schema}, which does not exist`,
          'Correct its agent.def.v1, or publish the schema as a schema.def.v1.',
        ),
      ),
  );
}

/** Why the loop of an agent with its own loop seems down; undefined if nothing says so. */
function whyDown(agent: string, { durables, responses }: AgentFacts): string | undefined {
  const own = durables.filter(({ name }) => name === agent || name.startsWith(`${agent}-`));
  if (own.length > 0) return own.some(({ waiting }) => waiting > 0) ? undefined : 'its service is not connected';
  const last = responses.find((one) => one.agent === agent)?.response;
  return last?.error?.code === 'deadline' ? 'its last turn was not answered before its deadline' : undefined;
}

/** Memories that come late for so many of the latest answers are late as a rule. */
const USUALLY_LATE = 0.2;
/** So few answers say nothing about what is usual. */
const FEWEST_ANSWERS = 5;

/** Reports that agents answer without their memories as a rule, because these come too late. */
export function checkMemories({ responses }: Pick<AgentFacts, 'responses'>): Finding[] {
  const late = responses.filter(({ response }) => (response.late ?? []).length > 0);
  if (responses.length < FEWEST_ANSWERS || late.length < USUALLY_LATE * responses.length) return [];
  const sources = [...new Set(late.flatMap(({ response }) => response.late ?? []))];
  return [
    note(
      'memory',
      `${late.length} of the latest ${responses.length} answers were written without memories: ${sources.join(', ')} came too late`,
      'Give the machine less to do, or set a longer RECALL_TIMEOUT_MS or timeout_ms of the source.',
    ),
  ];
}

/** Reports subscriptions to schemas that do not exist, and agents with their own loop whose loop seems down. */
export function checkAgents(facts: AgentFacts): Finding[] {
  const down = facts.agents
    .filter(({ runner }) => runner === 'service')
    .flatMap(({ agent }) => {
      const why = whyDown(agent, facts);
      return why === undefined ? [] : [problem('agents', `the loop of ${agent} is down: ${why}`, `Start ${agent}.`)];
    });
  const findings = [...unknownSchemas(facts), ...down];
  return findings.length > 0 ? findings : [ok('agents', `${facts.agents.length} defined`)];
}
