import { NEEDS_APPROVAL } from '@crumbtrail/contracts/grants';
import {
  ASK_PERSON,
  CLIENT_RUNNER,
  DEFAULT_TURN_SECONDS,
  namesTool,
  type AgentDefV1,
  type ToolRequestV1,
} from '@crumbtrail/contracts';
import { matchesJson } from '@crumbtrail/hints';

/** `approval` of a request that waits for a person. */
export type RequiredApproval = NonNullable<ToolRequestV1['approval']>;

type GrantRule = NonNullable<AgentDefV1['approvals']>[number];

/** Seven days. */
const DEFAULT_WAIT_SECONDS = 604_800;

/** Whether all conditions hold of the arguments. A path that cannot be read counts as one that holds, so that no call slips through. */
const holdsOf = (input: object, { when = [] }: GrantRule): boolean =>
  when.every((line) => matchesJson(input, line) !== false);

function needsPerson(rule: GrantRule | undefined, { tool, input }: Pick<ToolRequestV1, 'tool' | 'input'>): boolean {
  if (tool === ASK_PERSON) return true;
  if (rule === undefined) return NEEDS_APPROVAL.has(tool);
  if (rule.approval === 'never') return false;
  return rule.approval === 'always' || holdsOf(input, rule);
}

function callTerms(rule: Partial<GrantRule> = {}, turnSeconds: number): RequiredApproval {
  const {
    deciders = ['operators'],
    wait_seconds = DEFAULT_WAIT_SECONDS,
    on_timeout = 'deny',
    lane_seconds = turnSeconds,
  } = rule;
  return { kind: 'call', deciders: [...deciders], wait_seconds, on_timeout, lane_seconds };
}

/** A question may be answered by the author of the message too, and no timeout answers it. */
function questionTerms(rule: Partial<GrantRule> = {}, turnSeconds: number): RequiredApproval {
  const { deciders = ['operators', 'author'] } = rule;
  return { ...callTerms({ ...rule, deciders: [...deciders] }, turnSeconds), kind: 'question', on_timeout: 'deny' };
}

/**
 * How a call waits for a person, as the definition of its agent says; undefined if it may run at once. The first rule that names the tool
 * decides; without one, the tools that change what agents are able to do wait. Tools that the client of the turn brings need none: that client runs them, and may ask its own user.
 */
export function requiredApproval(
  { approvals = [], limits }: Pick<AgentDefV1, 'approvals' | 'limits'>,
  call: Pick<ToolRequestV1, 'tool' | 'input' | 'runner'>,
): RequiredApproval | undefined {
  if (call.runner === CLIENT_RUNNER) return undefined;
  const rule = approvals.find(({ tools }) => namesTool(tools, call.tool));
  if (!needsPerson(rule, call)) return undefined;
  const turnSeconds = limits?.turn_seconds ?? DEFAULT_TURN_SECONDS;
  if (call.tool !== ASK_PERSON) return callTerms(rule, turnSeconds);
  return questionTerms(rule, turnSeconds);
}

/** The same terms, but with a shorter wait where that is given. */
export const shortenedWait = (terms: RequiredApproval, seconds: number = Infinity): RequiredApproval => ({
  ...terms,
  wait_seconds: Math.min(terms.wait_seconds, seconds),
});
