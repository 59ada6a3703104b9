import type { OverrideBody } from '@crumbtrail/client';

/** What each adjustment does, in the order of the menu. */
export const VERBS = [
  ['pause', 'pause: no agent speaks'],
  ['mute', 'mute agents'],
  ['scenario', 'swap the scenario'],
  ['inject', 'inject a text'],
  ['budget', 'limit the context'],
] as const satisfies readonly (readonly [OverrideBody['verb'], string])[];

/** Ends that the menu offers, in seconds; '' holds until it is reverted. */
export const ENDS = [
  ['', 'until reverted'],
  ['600', '10 minutes'],
  ['3600', '1 hour'],
  ['86400', '1 day'],
] as const;

/** An adjustment as it is typed. */
export interface OverrideDraft {
  readonly verb: OverrideBody['verb'];
  readonly id: string;
  readonly text: string;
  readonly agents: string;
  readonly depth: string;
  readonly turns: string;
  readonly maxTokens: string;
  readonly ttl: string;
  readonly reason: string;
}

/** An empty draft. */
export const EMPTY_DRAFT: OverrideDraft = {
  verb: 'pause',
  id: '',
  text: '',
  agents: '',
  depth: '',
  turns: '',
  maxTokens: '',
  ttl: '600',
  reason: '',
};

const numberIf = (name: string, text: string): object => (text === '' ? {} : { [name]: Number(text) });
const textIf = (name: string, text: string): object => (text === '' ? {} : { [name]: text });

function fieldsOf({ verb, text, agents, depth, turns, maxTokens }: OverrideDraft): object {
  if (verb === 'mute') return { agents: agents.split(/[\s,]+/).filter((one) => one !== '') };
  if (verb === 'scenario') return { text };
  if (verb === 'inject') return { text, ...numberIf('depth', depth), ...numberIf('turns', turns) };
  return verb === 'budget' ? { max_tokens: Number(maxTokens) } : {};
}

/** The request that a draft stands for. The gateway checks it. */
export function toOverrideBody(draft: OverrideDraft): OverrideBody {
  const { verb, id, ttl, reason } = draft;
  return {
    verb,
    ...textIf('id', id),
    ...fieldsOf(draft),
    ...numberIf('ttl_seconds', ttl),
    ...textIf('reason', reason),
  } as OverrideBody;
}
