import { explainAgentToken } from '@crumbtrail/bus';
import {
  AgentDef,
  AgentDraft,
  checkConfig,
  ContextConfig,
  ContextShadow,
  findSchemaIssues,
  isGranted,
  LoreEntry,
  resolveTurnLimits,
  Scene,
  Schedule,
  SchemaDef,
  Session,
  SessionOverride,
  Timer,
  ToolDef,
  UserMessage,
  toJsonObject,
  toolModeOf,
  validateContext,
  WorkspaceRetention,
  type AgentDefV1,
  type Issue,
  asPayload,
} from '@crumbtrail/contracts';
import { mayNameSame } from '@crumbtrail/contracts/grants';
import { timeIssues } from '../schedule/cron';
import { matchIssues } from './check-match';
import { sessionIssues } from './check-session';
import { checkSchemaShape } from '../schemas/check-schema-def';
import { frameIssues, loreEntryIssues, overrideIssues, promptIssues, sceneIssues } from './check-authored';
import { messageIssues } from './check-message';
import { retentionSettingIssues } from './check-retention';
import { toolIssues } from './check-tool';
import { remoteIssues } from './remote-issues';

/** Validates the paths that an agent's subscriptions match on. */
const selectorIssues = ({ subscriptions }: AgentDefV1): Issue[] =>
  subscriptions.flatMap(({ match }, at) => matchIssues(`/subscriptions/${at}/match`, match));

/** The number of tools that one digit can choose from; 0 means no tool. */
const MOST_BY_DIGIT = 9;

function digitIssues({ tools = [], tool_options = {}, accept_tools }: AgentDefV1): Issue[] {
  // How many tools a pattern matches is known only in the turn, which offers the first nine.
  const named = tools.filter((tool) => !tool.endsWith('*')).length;
  if (accept_tools) {
    const message =
      'cannot be set in the mode `digit`, which chooses among tools that are known before: choose another mode';
    return [{ path: '/accept_tools', rule: 'digit', message }];
  }
  if (named <= MOST_BY_DIGIT || tool_options.over_nine === 'groups') return [];
  const message = `names ${named} tools, and \`digit\` chooses among ${MOST_BY_DIGIT}: set tool_options.over_nine to \`groups\`, or name fewer`;
  return [{ path: '/tools', rule: 'digit', message }];
}

/** Modes that make sense without tools: in `tags`, thinking, speaking and waiting have tags too. */
const TOOLLESS: readonly string[] = ['none', 'tags'];

/** Validates that an agent which must plan first can. */
function planIssues(definition: AgentDefV1): Issue[] {
  if (definition.plan_first !== true) return [];
  const issue = (message: string): Issue[] => [{ path: '/plan_first', rule: 'tools', message }];
  if (!isGranted(definition, 'plan')) return issue('needs the tool `plan`: name it in `tools`');
  const isUnable = toolModeOf(definition) === 'none' || resolveTurnLimits(definition).tool_rounds === 0;
  return isUnable ? issue('needs a tool mode and at least one tool round, so that it can call `plan`') : [];
}

/** What is wrong with approvals: invalid conditions, and names of tools that are not granted, because a misspelt name would let calls run. */
function approvalIssues({ approvals = [], tools = [] }: AgentDefV1): Issue[] {
  return approvals.flatMap((rule, at) => [
    ...matchIssues(`/approvals/${at}/when`, rule.when),
    ...rule.tools.flatMap((name, nth): Issue[] => {
      if (tools.some((granted) => mayNameSame(name, granted))) return [];
      const message = `names ${name}, which \`tools\` does not grant`;
      return [{ path: `/approvals/${at}/tools/${nth}`, rule: 'tools', message }];
    }),
  ]);
}

/** Validates how an agent requests tools, and the schema of its answers. */
function toolModeIssues(definition: AgentDefV1): Issue[] {
  const { tools = [], tool_mode = 'none', output_schema, accept_tools = false } = definition;
  const shape = output_schema === undefined ? [] : findSchemaIssues(output_schema);
  const issues = shape.map((one) => ({ ...one, path: `/output_schema${one.path}` }));
  if (tool_mode === 'digit') issues.push(...digitIssues(definition));
  if (!TOOLLESS.includes(tool_mode) && tools.length === 0 && !accept_tools) {
    const message = `is ${tool_mode}, and no tools are granted: name some in \`tools\`, or leave it out`;
    issues.push({ path: '/tool_mode', rule: 'tools', message });
  }
  return issues;
}

function timerIssues(context: Record<string, unknown>): Issue[] {
  const { fires_at } = asPayload(Timer.name, context);
  const isTime = !Number.isNaN(Date.parse(fires_at));
  return isTime ? [] : [{ path: '/fires_at', rule: 'time', message: 'is not a valid date and time' }];
}

/** Validates that the name of a published agent can be a part of its subjects. */
function publicationIssues({ agent, publish }: AgentDefV1): Issue[] {
  const why = publish?.nats && explainAgentToken(agent);
  if (!why) return [];
  const message = `cannot publish ${agent} on NATS, because its name ${why}`;
  return [{ path: '/publish/nats', rule: 'name', message }];
}

/** Validates an agent: its subscriptions, how its contexts are built, how it requests tools. */
function agentIssues(context: Record<string, unknown>): Issue[] {
  const definition = asPayload(AgentDef.name, context);
  const { context: config = {} } = definition;
  const wrong = [...checkConfig(config), ...frameIssues(config)].map((one) => ({
    ...one,
    path: `/context${one.path}`,
  }));
  return [
    ...selectorIssues(definition),
    ...promptIssues(definition),
    ...wrong,
    ...toolModeIssues(definition),
    ...planIssues(definition),
    ...approvalIssues(definition),
    ...publicationIssues(definition),
    ...remoteIssues(definition),
  ];
}

/** Validates the draft of an agent: what it would become is a valid definition of the same agent. */
function draftIssues(context: Record<string, unknown>): Issue[] {
  const { agent, state, definition } = asPayload(AgentDraft.name, context);
  if (state !== 'open' || definition === undefined)
    return definition === undefined
      ? []
      : [{ path: '/definition', rule: 'state', message: 'belongs to an open draft' }];
  const payload = toJsonObject(definition);
  const shape = validateContext(AgentDef.name, payload);
  const issues = shape.length > 0 ? shape : agentIssues(payload);
  if (issues.length > 0) return issues.map((one) => ({ ...one, path: `/definition${one.path}` }));
  if (payload['agent'] === agent) return [];
  return [{ path: '/definition/agent', rule: 'agent', message: `must be ${agent}` }];
}

/** Validates how contexts are built. */
const configIssues: Check = (context) => [
  ...checkConfig(context),
  ...frameIssues(asPayload(ContextConfig.name, context)),
];

/** Validates the settings of a shadow: those of a context.config.v1, without its consumer. */
const shadowIssues: Check = (context) => {
  const { agent, config } = asPayload(ContextShadow.name, context);
  if ('consumer' in config)
    return [{ path: '/config/consumer', rule: 'consumer', message: 'is the agent of the shadow: leave it out' }];
  const whole = { ...config, consumer: agent };
  const shape = validateContext(ContextConfig.name, whole);
  return (shape.length > 0 ? shape : configIssues(whole)).map((one) => ({ ...one, path: `/config${one.path}` }));
};

type Check = (context: Record<string, unknown>) => Issue[];

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  [AgentDef.name, agentIssues],
  [AgentDraft.name, draftIssues],
  [ContextConfig.name, configIssues],
  [ContextShadow.name, shadowIssues],
  [Session.name, sessionIssues],
  // Its hints are tried before, in a thread of their own.
  [SchemaDef.name, checkSchemaShape],
  [ToolDef.name, toolIssues],
  [UserMessage.name, messageIssues],
  [Timer.name, timerIssues],
  [WorkspaceRetention.name, retentionSettingIssues],
  [LoreEntry.name, loreEntryIssues],
  [Scene.name, sceneIssues],
  [SessionOverride.name, overrideIssues],
  [Schedule.name, (context) => timeIssues(asPayload(Schedule.name, context))],
]);

/** Validates what a definition means, once its shape is valid. Most schemas need no such check. */
export function checkDefinition(schemaName: string, context: Record<string, unknown>): Issue[] {
  return CHECKS.get(schemaName)?.(context) ?? [];
}
