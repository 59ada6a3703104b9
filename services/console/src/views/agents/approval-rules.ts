import type { AgentDefV1 } from '@crumbtrail/contracts';
import { describeCondition, joinList } from './describe-subscription';

/** A rule of an agent that says which calls wait for a person. */
export type ApprovalRule = NonNullable<AgentDefV1['approvals']>[number];
type Condition = NonNullable<ApprovalRule['when']>[number];

/** What the form for a new rule holds. */
export interface RuleDraft {
  /** Names of tools with commas between; a name may end with `*`. */
  readonly tools: string;
  readonly approval: ApprovalRule['approval'];
  /** The argument that the condition of `when` is about, such as `amount` or `$.order.amount`. */
  readonly argument: string;
  readonly op: Condition['op'];
  /** The value to compare with: JSON, or else a text. */
  readonly value: string;
}

/** An empty form. */
export const emptyRule: RuleDraft = { tools: '', approval: 'always', argument: '', op: 'gt', value: '' };

const namesOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function parseValue(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

/** The operand as the condition takes it: a list for `contains_any`, none for `exists`. */
function operandOf({ op, value }: RuleDraft): { readonly value?: unknown } {
  if (op === 'exists') return {};
  const parsed = parseValue(value);
  return { value: op === 'contains_any' && !Array.isArray(parsed) ? [parsed] : parsed };
}

/** The rule that a form holds, or undefined while something is missing. */
export function toRule(draft: RuleDraft): ApprovalRule | undefined {
  const [first, ...others] = namesOf(draft.tools);
  const argument = draft.argument.trim();
  if (first === undefined) return undefined;
  const tools: ApprovalRule['tools'] = [first, ...others];
  if (draft.approval !== 'when') return { tools, approval: draft.approval };
  if (argument === '' || (draft.op !== 'exists' && draft.value.trim() === '')) return undefined;
  const path = argument.startsWith('$') ? argument : `$.${argument}`;
  return { tools, approval: 'when', when: [{ path, op: draft.op, ...operandOf(draft) } as Condition] };
}

/** The rules of a value of the form; none while it is not a list. */
export function rulesOf(value: unknown): readonly ApprovalRule[] {
  const isRule = (one: unknown): one is ApprovalRule => Array.isArray((one as ApprovalRule | null)?.tools);
  return Array.isArray(value) && value.every(isRule) ? value : [];
}

/** The list without the rule at this place; undefined for no rule. */
export function withoutRule(rules: readonly ApprovalRule[], at: number): readonly ApprovalRule[] | undefined {
  const left = rules.toSpliced(at, 1);
  return left.length === 0 ? undefined : left;
}

const decisions: Readonly<Record<ApprovalRule['approval'], string>> = {
  always: 'waits for a person',
  never: 'runs without a question',
  when: 'waits for a person',
};

/** Describes a rule: `Each call of pay waits for a person when $.amount is greater than 100.` */
export function describeApprovalRule({ tools, approval, when = [] }: ApprovalRule): string {
  const conditions =
    approval === 'when' && when.length > 0 ? ` when ${joinList(when.map(describeCondition), 'and')}` : '';
  return `Each call of ${joinList(tools, 'or')} ${decisions[approval]}${conditions}.`;
}
