import { AgentDef, AgentResponse, type AgentDefV1, type Ref } from '@crumbtrail/contracts';
import type { Outcome } from '../src/append/append';
import { holderOf } from '../src/append/claims';
import type { ClaimJob, OpenTurnJob } from '../src/append/jobs';
import type { Caller } from '../src/identity/caller';
import type { Ledger } from '../src/append/ledger';
import { ann, commit, creating, numbered, turnAbout, W } from './a-ledger';

export const bot: Caller = { ...ann, participant: { kind: 'agent', id: 'bot' } };
export const own: Partial<AgentDefV1> = { runner: 'service' };
export const code = (outcome: Outcome | undefined): unknown =>
  outcome && 'refusal' in outcome ? (outcome.refusal as { code?: string }).code : outcome?.result;
export const definitionIn = (ledger: Ledger): Ref => {
  const id = ledger.crumbs.all().find(({ schema_name }) => schema_name === AgentDef.name)?.id ?? '';
  return { id, version: 1 };
};
export const opening = (ledger: Ledger, n: number, caller = bot): OpenTurnJob => ({
  ...{ kind: 'open-turn', caller, agent: 'bot', cause: { id: numbered(n + 1), version: 1 } },
  definition: definitionIn(ledger),
});
export const answer = (more: object, caller = bot, fence?: number): ReturnType<typeof commit> => {
  const context = { turn: { id: turnAbout(0) }, action: 'speak', ...more };
  const request = creating({ schema_name: AgentResponse.name, context });
  return commit(fence === undefined ? request : { ...request, fence: { key: `turn:${turnAbout(0)}`, fence } }, caller);
};
export const claiming = (caller: Caller, key = `turn:${turnAbout(0)}`): ClaimJob => ({
  ...{ kind: 'claim', workspace: W, key, ttl_ms: 1000, fence: null },
  ...holderOf(caller),
});
