import {
  type AccountItem,
  type AgentContextV1,
  type AgentDefV1,
  type AgentResponseV1,
  type Decision,
  type Envelope,
  type Ref,
  responseId,
  unpackAccount,
} from '@crumbtrail/contracts';
import { promptOf, type PromptMessage } from '@crumbtrail/prompting';
import type { ExplainedItem, Explanation } from '@crumbtrail/contracts/http/context-replies';
import { excerpt } from '../records/rendering';

const decisionTexts: Readonly<Record<Decision, string>> = {
  kept: 'kept',
  duplicate_of: 'left out: another item says the same',
  low_information: 'left out: it says too little to be worth its tokens',
  over_budget: 'left out: the budget was spent on what ranked higher',
  below_floor: 'left out: no source speaks for it',
  expired: 'left out: it had expired',
  superseded: 'left out: a newer version stands in its place',
  hint_failed: 'left out: its hints could not be followed, so it has no text',
};

const refKey = ({ id, version }: Ref): string => `${id}@${version}`;

/** The crumbs that an account speaks of, each once. */
function accountRefs(account: AgentContextV1['account']): Ref[] {
  const refs = unpackAccount(account).map(({ id, version }): [string, Ref] => [
    refKey({ id, version }),
    { id, version },
  ]);
  return [...new Map(refs).values()];
}

/** Beside the decision: that a kept one stood whatever it said, and how much of it was shown. */
function decisionDetails({ reason, pinned, cut }: AccountItem): string[] {
  return [
    ...(reason ? [reason] : []),
    ...(pinned ? ['one of the last exchanges'] : []),
    ...(cut === undefined ? [] : [`cut after ${cut} characters`]),
  ];
}

function explainDecision(item: AccountItem): string {
  const said = decisionTexts[item.decision] ?? item.decision;
  const beside = decisionDetails(item);
  return beside.length > 0 ? `${said} (${beside.join('; ')})` : said;
}

/** Hints that failed are not tried again: they give no text, and that may take them half a second each. */
function readableFields(crumb: Envelope | undefined, { decision }: AccountItem): Partial<ExplainedItem> {
  if (!crumb) return {};
  const { schema_name, author, occurred_at } = crumb;
  return { schema_name, author, occurred_at, ...(decision === 'hint_failed' ? {} : { text: excerpt(crumb) }) };
}

/** Null until the turn has an answer that says what was billed. */
function compareBilled({ tokens, budget }: AgentContextV1, response: Envelope | undefined): Explanation['billed'] {
  const { usage } = (response?.context ?? {}) as Partial<AgentResponseV1>;
  const billed = usage?.prompt_tokens;
  const counted = usage?.counted_prompt_tokens ?? tokens.total + budget.system_prompt + budget.tool_schemas;
  if (billed === undefined || counted === 0) return null;
  return { counted, billed, drift: Number((billed / counted - 1).toFixed(4)) };
}

/** What was read for an explanation: the text, null when it was erased, and the crumbs that the reader may see. */
export interface ExplanationSources {
  readonly text: string | null;
  readonly readable: readonly Envelope[];
}

function readPrompt(
  definition: Envelope | undefined,
  text: string | null,
  format: AgentContextV1['format'],
): PromptMessage[] | null {
  const context = definition?.context as AgentDefV1 | undefined;
  return context && text !== null && context.runner !== 'service' ? promptOf(context, text, format) : null;
}

const responseRef = ({ workspace, context }: Envelope<AgentContextV1>): Ref => ({
  id: responseId(workspace, context.turn.id),
  version: 1,
});

/** All crumbs that an explanation would show something of: the definition, the answer, and what the account speaks of. */
export function explainedRefs(crumb: Envelope<AgentContextV1>): Ref[] {
  const { definition, account } = crumb.context;
  return [{ id: definition.id, version: definition.version }, responseRef(crumb), ...accountRefs(account)];
}

/** Explains a context: the exact prompt, the numbers, and every candidate with its decision in words. */
export function explainContext(crumb: Envelope<AgentContextV1>, { text, readable }: ExplanationSources): Explanation {
  const { account, session: _conversation, ...rest } = crumb.context;
  const byRef = new Map(readable.map((one) => [refKey(one), one]));
  const items = unpackAccount(account).map((item): ExplainedItem => {
    return { ...item, why: explainDecision(item), ...readableFields(byRef.get(refKey(item)), item) };
  });
  const kept = items.filter(({ decision }) => decision === 'kept').length;
  const { id, version, session, trail_id, created_at } = crumb;
  return {
    ...rest,
    ...{ id, version, trail_id, created_at, ...(session ? { session } : {}) },
    ...{ formatted_context: text, prompt: readPrompt(byRef.get(refKey(rest.definition)), text, rest.format) },
    billed: compareBilled(crumb.context, byRef.get(refKey(responseRef(crumb)))),
    ...{ kept, dropped: items.length - kept, beyond: account.beyond, items },
  };
}
