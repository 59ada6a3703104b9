import type { Msg } from 'nats';
import { isSameProtocol, parseSize } from './addresses';

/** What an instance of an agent says of itself. It is not verified. */
export interface AgentInfo {
  readonly agent: string;
  readonly owner: string;
  /** The last token of the subject of its prompts. */
  readonly name: string;
  readonly session?: string;
  readonly instance_id: string;
  readonly version: string;
  readonly protocol_version: string;
  /** Whether prompts of this version of the protocol reach it. */
  readonly is_compatible: boolean;
  /** Where it takes prompts. */
  readonly subject: string;
  readonly min_sender_trust: string;
}

/** What a caller of prompts needs to know besides. */
export interface PromptableAgent extends AgentInfo {
  /** Where it says that it is alive; absent where it has no such endpoint. */
  readonly status_subject?: string;
  /** The largest prompt in bytes, if it says so. */
  readonly max_payload?: number;
  readonly takes_attachments: boolean;
  /** Whether a prompt that is repeated with the same `Nats-Msg-Id` joins the first one. */
  readonly knows_repetitions: boolean;
}

/** The metadata of a prompt endpoint by which a host says that it knows repetitions, and the header that they have in common. */
export const REPETITIONS = 'repetitions';
export const PROMPT_ID_HEADER = 'Nats-Msg-Id';

/** Text that may be a name or a subject. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,256}$/.test(value);

/** The fields of a JSON object; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A subject that may be published to: of several tokens without wildcards, and none of the server's own. */
export const isSubject = (value: unknown): value is string =>
  isText(value) && /^[^.*>$][^.*>]*(?:\.[^.*>]+)+$/.test(value);

/** An endpoint that an answer to `$SRV.INFO` names; empty where there is none. */
function endpointOf(said: unknown, name: string): Readonly<Record<string, unknown>> {
  const { endpoints } = fieldsOf(said);
  return (Array.isArray(endpoints) ? endpoints.map(fieldsOf) : []).find((one) => one['name'] === name) ?? {};
}

/** What an answer to `$SRV.INFO` says; undefined where that is no agent that could be prompted. */
export function readAgentInfo(message: Msg): AgentInfo | undefined {
  const said = message.json<unknown>();
  const { id, version, metadata } = fieldsOf(said);
  const { agent, owner, session, protocol_version } = fieldsOf(metadata);
  const prompt = endpointOf(said, 'prompt');
  const subject = prompt['subject'];
  const trust = fieldsOf(prompt['metadata'])['min_sender_trust'] ?? 'any';
  if (![id, version, agent, owner, protocol_version, subject, trust].every(isText)) return undefined;
  return {
    agent: agent as string,
    owner: owner as string,
    name: (subject as string).split('.').at(-1) as string,
    ...(isText(session) && { session }),
    instance_id: id as string,
    version: version as string,
    protocol_version: protocol_version as string,
    is_compatible: isSameProtocol(protocol_version as string),
    subject: subject as string,
    min_sender_trust: trust as string,
  };
}

/** The same for whoever wants to prompt it; undefined also where its subject could not be published to. */
export function readPromptableAgent(message: Msg): PromptableAgent | undefined {
  const info = readAgentInfo(message);
  if (!info || !isSubject(info.subject)) return undefined;
  const said = message.json<unknown>();
  const about = fieldsOf(endpointOf(said, 'prompt')['metadata']);
  const { subject: alive } = endpointOf(said, 'status');
  const size = about['max_payload'];
  const most = typeof size === 'string' ? parseSize(size) : undefined;
  return {
    ...info,
    ...(isSubject(alive) && { status_subject: alive }),
    ...(most !== undefined && { max_payload: most }),
    takes_attachments: about['attachments_ok'] === 'true' || about['attachments_ok'] === true,
    knows_repetitions: about[REPETITIONS] === PROMPT_ID_HEADER,
  };
}
