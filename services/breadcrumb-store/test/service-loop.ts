import { AgentDef, AgentResponse, type AgentDefV1, type Ref } from '@crumbtrail/contracts';
import type { CommandOutcome } from '../src/append/append';
import { claimRights } from '../src/append/claims';
import type { ClaimCommand, OpenTurnCommand } from '../src/commands/commands';
import type { AuthenticatedCaller } from '../src/identity/caller';
import type { Ledger } from '../src/ledger/ledger';
import { ann, commit, countedStep, createRequest, numberedId, turnIdFor, W } from './ledgers';

export const bot: AuthenticatedCaller = { ...ann, participant: { kind: 'agent', id: 'bot' } };
export const serviceRun: Partial<AgentDefV1> = { runner: 'service' };
export const resultOrCode = (outcome: CommandOutcome | undefined): unknown =>
  outcome && 'refusal' in outcome ? (outcome.refusal as { code?: string }).code : outcome?.result;
export const definitionIn = (ledger: Ledger): Ref => {
  const id = ledger.crumbs.all().find(({ schema_name }) => schema_name === AgentDef.name)?.id ?? '';
  return { id, version: 1 };
};
export const openTurnCommand = (ledger: Ledger, n: number, caller = bot): OpenTurnCommand => ({
  kind: 'open-turn',
  caller,
  agent: 'bot',
  cause: { id: numberedId(n + 1), version: 1 },
  definition: definitionIn(ledger),
});
export const answerAs = (more: object, caller = bot, fence?: number): ReturnType<typeof commit> => {
  const context = { turn: { id: turnIdFor(0) }, action: 'speak', ...more };
  const request = createRequest({ schema_name: AgentResponse.name, context });
  return commit(fence === undefined ? request : { ...request, fence: { key: `turn:${turnIdFor(0)}`, fence } }, caller);
};
export const claimAs = (caller: AuthenticatedCaller, key = `turn:${turnIdFor(0)}`): ClaimCommand => ({
  kind: 'claim',
  workspace: W,
  key,
  ttl_ms: 1000,
  fence: null,
  fence_step: countedStep(),
  ...claimRights(caller),
});
