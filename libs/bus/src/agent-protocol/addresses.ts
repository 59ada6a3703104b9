/** The version of the agent protocol that this speaks. */
export const AGENT_PROTOCOL_VERSION = '0.3';

/** The name of every agent's service, and the queue group of its endpoints. */
export const AGENTS = 'agents';

/** The setting with the address of the NATS server on which agents meet. */
export const AGENTS_SETTING = 'AGENTS_NATS_URL';

/** Who an agent is: the program that runs it, the operator or workspace that it belongs to, and its name there. */
export interface AgentAddress {
  readonly agent: string;
  readonly owner: string;
  readonly name: string;
}

/** Why a name cannot be a part of an agent's subjects, after "because it"; undefined if it can. */
export function explainAgentToken(name: string): string | undefined {
  if (name.length > 63) return 'has more than 63 characters';
  return /^[a-z0-9_-]+$/.test(name) ? undefined : 'has other characters than a-z, 0-9, dash and underscore';
}

/** The default subject of an endpoint, or the fixed one of heartbeats. */
export function agentSubject(verb: 'prompt' | 'status' | 'hb', { agent, owner, name }: AgentAddress): string {
  return `agents.${verb}.${agent}.${owner}.${name}`;
}

/** All heartbeats. */
export const HEARTBEATS = 'agents.hb.*.*.*';

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A size in the words of the protocol: 1,048,576 is `1MB`. */
export function formatSize(bytes: number): string {
  const isWhole = (unit: number): boolean => bytes % 1024 ** unit === 0;
  const unit = [3, 2, 1].find((one) => bytes >= 1024 ** one && isWhole(one)) ?? 0;
  return `${bytes / 1024 ** unit}${UNITS[unit] as string}`;
}

/** The bytes of a size such as `512KB`; undefined where it is none. */
export function parseSize(text: string): number | undefined {
  const [, count, unit] = /^([1-9][0-9]{0,8})(B|KB|MB|GB)$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(count) * 1024 ** UNITS.indexOf(unit as (typeof UNITS)[number]);
}

/** Whether versions such as 0.3 and 0.3.1 have the same major and minor number. */
export function isSameProtocol(version: string): boolean {
  return version.split('.', 2).join('.') === AGENT_PROTOCOL_VERSION;
}
