import { AgentDef, isGranted, type AgentDefV1 } from '@crumbtrail/contracts';
import { DEFINE_AGENT, mayNameSame } from '@crumbtrail/contracts/grants';
import { ToolError, type Tool, type ToolCall } from '@crumbtrail/tool-runtime';

const MOST_TOOLS = 64;

interface DefineAgentInput {
  readonly agent: string;
  readonly template?: string;
  readonly name?: string;
  readonly prompt: string;
  readonly tools?: readonly string[];
}

/** Marks the definitions that an agent wrote: it changes these, and no others. */
const writtenBy = (agent: string): string => `agent:${agent}`;

/** What is taken from the template: how the agent works, and nothing that says who may prompt it or be told by it. */
function workingFields(template: AgentDefV1): Partial<AgentDefV1> {
  const { model, lane, context, limits, grounding, memory } = template;
  const fields = { model, lane, context, limits, grounding, memory };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The tools of the new agent: those that it is given, else those of the template that its author may call too. */
function chooseTools(given: readonly string[] | undefined, template: AgentDefV1, author: AgentDefV1): string[] {
  const lacking = (given ?? []).filter((tool) => !isGranted(author, tool));
  if (lacking.length > 0)
    throw new ToolError('refused', `You may not call ${lacking.join(', ')}, so you cannot grant it to another agent.`);
  return [...(given ?? (template.tools ?? []).filter((tool) => isGranted(author, tool)))];
}

/** The author's rules about approvals, as far as they concern these tools: a call that waits for a person does so whoever makes it. */
function approvalsFor(tools: readonly string[], { approvals = [] }: AgentDefV1): AgentDefV1['approvals'] {
  const concerns = (name: string): boolean => tools.some((tool) => mayNameSame(name, tool));
  return approvals
    .map((rule) => ({ ...rule, tools: rule.tools.filter(concerns) }))
    .filter((rule) => rule.tools.length > 0);
}

/** A definition of an agent that the calling agent may read and that this service runs. */
async function readAgent(agent: string, log: ToolCall['log']): Promise<AgentDefV1> {
  const definition = await log.agentDefinition(agent);
  if (!definition) throw new ToolError('unknown_agent', `There is no agent ${agent} that you may read.`);
  if ((definition.runner ?? 'pool') === 'pool') return definition;
  throw new ToolError('refused', `${agent} runs as a service of its own or elsewhere: name another template.`);
}

/** The new definition, from its template. */
function toDefinition(
  { agent, name, prompt, tools: given }: DefineAgentInput,
  template: AgentDefV1,
  author: AgentDefV1,
): AgentDefV1 {
  const tools = chooseTools(given, template, author);
  const approvals = approvalsFor(tools, author) ?? [];
  const { tool_mode, tool_options, subscriptions } = template;
  return {
    ...workingFields(template),
    agent,
    ...(name !== undefined && { name }),
    prompt,
    subscriptions,
    sessions: 'member',
    defined_by: writtenBy(author.agent),
    ...(tools.length > 0 && {
      tools: tools as NonNullable<AgentDefV1['tools']>,
      ...(tool_mode && { tool_mode }),
      ...(tool_options && { tool_options }),
    }),
    ...(approvals.length > 0 && { approvals }),
  };
}

function requireOwn(before: Partial<AgentDefV1> | undefined, agent: string, author: string): void {
  if (before === undefined || before.defined_by === writtenBy(author)) return;
  throw new ToolError('refused', `There is an agent ${agent} already that you have not written. Choose another id.`);
}

/** Defines an agent from a template for the agent that calls it. A person approves each call first, unless the agent's definition says otherwise. */
export const defineAgent: Tool = {
  definition: {
    name: DEFINE_AGENT,
    title: 'Define an agent',
    category: 'agents',
    source: 'built-in',
    description: [
      'Defines a new agent, or changes one that you have defined. It works as its template does, with the prompt that you write and at most the tools that you may call yourself; calls that wait for a person do so for it too.',
      'A person reads it and approves it first. It speaks in sessions that list it as a member.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        agent: { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,63}$', description: 'Its id.' },
        template: { type: 'string', maxLength: 64, description: 'The id of the agent that it is like. Default: you.' },
        name: { type: 'string', minLength: 1, maxLength: 80, description: 'How others call it.' },
        prompt: { type: 'string', minLength: 1, maxLength: 32_768, description: 'Who it is and what it does.' },
        tools: {
          type: 'array',
          maxItems: MOST_TOOLS,
          items: { type: 'string', maxLength: 200 },
          description: 'What it may call. Default: of the tools of the template those that you may call.',
        },
      },
      required: ['agent', 'prompt'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        agent: { type: 'string' },
        version: { type: 'integer' },
        tools: { type: 'array', items: { type: 'string' } },
      },
      required: ['agent', 'version', 'tools'],
    },
    examples: [
      {
        input: {
          agent: 'translator',
          name: 'Translator',
          prompt: 'You translate what you are sent into French.',
          tools: [],
        },
        output: { agent: 'translator', version: 1, tools: [] },
      },
    ],
    timeout_ms: 10_000,
    permissions: ['define'],
  },
  run: async (given, { log, agent: author }) => {
    // The input was checked against the schema above.
    const input = given as unknown as DefineAgentInput;
    const { agent, template = author } = input;
    const definition = toDefinition(input, await readAgent(template, log), await readAgent(author, log));
    const { version } = await log.put({ schema_name: AgentDef.name, context: { agent } }, (before) => {
      requireOwn(before as Partial<AgentDefV1> | undefined, agent, author);
      return { ...definition };
    });
    return { agent, version, tools: definition.tools ?? [] };
  },
};
