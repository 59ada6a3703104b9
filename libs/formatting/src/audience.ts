import type { Envelope, TrailNode } from '@crumbtrail/contracts';

/** For whom a text is, such as `only for user:ann, agent:assistant`; undefined if everybody in the workspace may read it. */
export function describeAudience(audience: Envelope['audience'] | undefined): string | undefined {
  if (audience === undefined || audience === 'all') return undefined;
  if (audience === 'agents') return 'agents only';
  return audience.length === 0 ? 'operators only' : `only for ${audience.join(', ')}`;
}

const isSaid = ({ schema_name }: TrailNode): boolean =>
  schema_name.startsWith('user.message.') || schema_name.startsWith('agent.response.');

/** For whom a message or an answer in a trail is; undefined for everybody, and for what the system itself records. */
export function nodeAudience(node: TrailNode): string | undefined {
  return isSaid(node) ? describeAudience(node.audience) : undefined;
}
