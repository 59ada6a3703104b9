import { ASK_PERSON, type AgentDefV1, type Issue } from '@crumbtrail/contracts';

const issue = (path: string, message: string): Issue => ({ path, rule: 'remote', message });

/** The field of `remote` for each runner that asks an agent elsewhere. */
const ADDRESSES = { a2a: 'url', nats: 'nats' } as const;

type RemoteRunner = keyof typeof ADDRESSES;

const isRemote = (runner: AgentDefV1['runner']): runner is RemoteRunner => runner === 'a2a' || runner === 'nats';

function addressIssues(runner: RemoteRunner, remote: AgentDefV1['remote']): Issue[] {
  const needed = ADDRESSES[runner];
  const others = Object.values(ADDRESSES).filter((field) => field !== needed && remote?.[field] !== undefined);
  return [
    ...(remote?.[needed] === undefined ? [issue(`/remote/${needed}`, 'is missing: it says where the agent is')] : []),
    ...others.map((field) => issue(`/remote/${field}`, `is not for the runner \`${runner}\`: leave it out`)),
  ];
}

/** Over NATS its questions to people are calls of `ask_person`; A2A has no call that would come back here. */
function toolIssues({ runner, tools = [], accept_tools, tool_mode = 'native' }: AgentDefV1): Issue[] {
  const mayAsk = runner === 'nats';
  const isOther = tools.some((tool) => !mayAsk || tool !== ASK_PERSON);
  const but = mayAsk ? `, but for \`${ASK_PERSON}\`` : '';
  return [
    ...(isOther ? [issue('/tools', `cannot be set: an agent elsewhere has its own${but}`)] : []),
    ...(accept_tools ? [issue('/accept_tools', 'cannot be set: an agent elsewhere has its own tools')] : []),
    ...(mayAsk && tools.length > 0 && tool_mode !== 'native'
      ? [issue('/tool_mode', 'is `native` for an agent elsewhere: leave it out')]
      : []),
  ];
}

/** Validates that an agent elsewhere has an address, and that it is asked for nothing that its protocol cannot say. */
export function remoteIssues(definition: AgentDefV1): Issue[] {
  const { runner, remote } = definition;
  if (!isRemote(runner))
    return remote ? [issue('/remote', 'is for the runners `a2a` and `nats`: set `runner`, or leave it out')] : [];
  return [...addressIssues(runner, remote), ...toolIssues(definition)];
}
