import { asPayload, Session, type Issue, type SessionV1 } from '@crumbtrail/contracts';
import { matchIssues } from './check-match';

const issue = (path: string, message: string): Issue => ({ path, rule: 'strategy', message });

/** Why an agent cannot be named by a strategy; undefined where it is a member. */
function memberIssue(path: string, agent: string, { members = [] }: SessionV1): Issue[] {
  const agents = members.filter(({ kind }) => kind === 'agent').map(({ id }) => id);
  if (agents.includes(agent)) return [];
  const known = agents.length > 0 ? `its agents are ${agents.join(', ')}` : 'it lists no agent in `members`';
  return [issue(path, `names ${agent}, which is no member of the session: ${known}`)];
}

function directorIssues(session: SessionV1): Issue[] {
  const { strategy, director, members = [] } = session;
  if (strategy !== 'director')
    return director === undefined ? [] : [issue('/director', 'is only for the strategy `director`: leave it out')];
  if (director === undefined) return [issue('/director', 'must name the agent that directs the session')];
  const member = members.find(({ kind, id }) => kind === 'agent' && id === director);
  if (member?.muted === true || member?.present === false)
    return [issue('/director', `names ${director}, which is muted or absent and so could not direct the session`)];
  return memberIssue('/director', director, session);
}

type Rules = NonNullable<SessionV1['rules']>;

function ruleIssues(
  rule: Rules[number],
  at: number,
  { session, count }: { session: SessionV1; count: number },
): Issue[] {
  const path = `/rules/${at}`;
  const isUnreachable = rule.when === undefined && at < count - 1;
  return [
    ...(isUnreachable
      ? [issue(path, 'matches every message, so that the rules after it never apply: move it last')]
      : []),
    ...rule.agents.flatMap((agent, nth) => memberIssue(`${path}/agents/${nth}`, agent, session)),
    ...matchIssues(`${path}/when/match`, rule.when?.match),
  ];
}

function rulesIssues(session: SessionV1): Issue[] {
  const { strategy, rules } = session;
  if (strategy !== 'rules')
    return rules === undefined ? [] : [issue('/rules', 'are only for the strategy `rules`: leave them out')];
  if (rules === undefined) return [issue('/rules', 'must say who speaks')];
  return rules.flatMap((rule, at) => ruleIssues(rule, at, { session, count: rules.length }));
}

/** Settings that nothing would follow: they would promise an order that nothing keeps. */
function unusedIssues({ strategy, auto, allow_self }: SessionV1): Issue[] {
  const without = (path: string): Issue => issue(path, 'needs a `strategy`: set one, or leave it out');
  const isIdle = strategy === 'manual' && auto !== undefined;
  return [
    ...(strategy === undefined && auto !== undefined ? [without('/auto')] : []),
    ...(strategy === undefined && allow_self !== undefined ? [without('/allow_self')] : []),
    ...(isIdle ? [issue('/auto', 'has nothing to repeat with the strategy `manual`: leave it out')] : []),
  ];
}

/** Validates how a session chooses who speaks. */
export function sessionIssues(context: Record<string, unknown>): Issue[] {
  const session = asPayload(Session.name, context);
  return [...unusedIssues(session), ...directorIssues(session), ...rulesIssues(session)];
}
