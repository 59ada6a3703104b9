import {
  type AccountItem,
  type AgentContextV1,
  type Decision,
  type Envelope,
  type Ref,
  responseId,
  unpackAccount,
  asPayload,
  describeShownPart,
  AgentResponse,
  AgentDef,
} from '@crumbtrail/contracts';
import { DECISION_REASONS } from '@crumbtrail/contracts/operations/decision-reasons';
import { answeringDefinition, buildPrompt, castRef, type PromptMessage } from '@crumbtrail/prompting';
import type { ExplainedItem, Explanation } from '@crumbtrail/contracts/http/context-replies';
import { excerpt } from '../records/rendering';

/** Decisions whose sentence is not `Left out: <reason>`. */
const SENTENCES: Readonly<Partial<Record<Decision, string>>> = {
  kept: 'Kept',
  over_budget: 'Didn’t fit: the budget was used by higher-ranked items',
  below_floor: 'Not relevant enough',
};

const decisionText = (decision: Decision): string =>
  SENTENCES[decision] ?? `Left out: ${DECISION_REASONS[decision] ?? decision}`;

const refKey = ({ id, version }: Ref): string => `${id}@${version}`;

/** The breadcrumbs of an account, without duplicates. */
function accountRefs(account: AgentContextV1['account']): Ref[] {
  const refs = unpackAccount(account).map(({ id, version }): [string, Ref] => [
    refKey({ id, version }),
    { id, version },
  ]);
  return [...new Map(refs).values()];
}

/** The detail that is appended to a decision in parentheses. */
function decisionDetails(item: AccountItem): string[] {
  const { reason, pinned } = item;
  return [
    ...(reason ? [reason] : []),
    ...(pinned ? ['one of the latest exchanges, which are always kept'] : []),
    ...describeShownPart(item),
  ];
}

function explainDecision(item: AccountItem): string {
  const text = decisionText(item.decision);
  const details = decisionDetails(item);
  return details.length > 0 ? `${text} (${details.join('; ')})` : text;
}

/** Failed llm_hints are not rendered again: each can take long and gives no text. */
function readableFields(crumb: Envelope | undefined, { decision }: AccountItem): Partial<ExplainedItem> {
  if (!crumb) return {};
  const { schema_name, author, occurred_at } = crumb;
  return { schema_name, author, occurred_at, ...(decision === 'hint_failed' ? {} : { text: excerpt(crumb) }) };
}

/** The prompt's tokens as counted and as billed; `drift` is their difference as a share of the count. Null until the response says what was billed. */
function compareBilled({ tokens, budget }: AgentContextV1, response: Envelope | undefined): Explanation['billed'] {
  const usage = asPayload(AgentResponse.name, response?.context)?.usage;
  const billed = usage?.prompt_tokens;
  const counted = usage?.counted_prompt_tokens ?? tokens.total + budget.system_prompt + budget.tool_schemas;
  if (billed === undefined || counted === 0) return null;
  return { counted, billed, drift: Number((billed / counted - 1).toFixed(4)) };
}

function readPrompt(context: AgentContextV1, read: (ref: Ref) => Envelope | undefined): PromptMessage[] | null {
  const { formatted_context: text, format, definition, trigger } = context;
  const written = asPayload(AgentDef.name, read(definition)?.context);
  if (!written || text === undefined || written.runner === 'service') return null;
  const session = castRef(context);
  const crumbs = { trigger: read(trigger) ?? null, session: (session && read(session)) ?? null };
  return buildPrompt(answeringDefinition(written, context, crumbs), text, format);
}

const responseRef = ({ workspace, context }: Envelope<AgentContextV1>): Ref => ({
  id: responseId(workspace, context.turn.id),
  version: 1,
});

/** The breadcrumbs that an explanation reads: the definition, the response, the message, the session of macros, and the candidates of the account. */
export function explainedRefs(crumb: Envelope<AgentContextV1>): Ref[] {
  const { definition, trigger, account } = crumb.context;
  const cast = castRef(crumb.context);
  const named = [definition, trigger, ...(cast ? [cast] : [])].map(({ id, version }): Ref => ({ id, version }));
  return [...named, responseRef(crumb), ...accountRefs(account)];
}

/**
 * Explains a context: the exact prompt, the numbers, and every candidate with its decision in words. `readable` are the breadcrumbs of
 * {@link explainedRefs} that the caller may read.
 */
export function explainContext(crumb: Envelope<AgentContextV1>, readable: readonly Envelope[]): Explanation {
  const { account, session: _conversation, formatted_context: text = null, ...rest } = crumb.context;
  const byRef = new Map(readable.map((one) => [refKey(one), one]));
  const items = unpackAccount(account).map((item): ExplainedItem => {
    return { ...item, why: explainDecision(item), ...readableFields(byRef.get(refKey(item)), item) };
  });
  const kept = items.filter(({ decision }) => decision === 'kept').length;
  const { id, version, session, trail_id, created_at } = crumb;
  return {
    ...rest,
    id,
    version,
    trail_id,
    created_at,
    ...(session ? { session } : {}),
    formatted_context: text,
    prompt: readPrompt(crumb.context, (ref) => byRef.get(refKey(ref))),
    billed: compareBilled(crumb.context, byRef.get(refKey(responseRef(crumb)))),
    kept,
    dropped: items.length - kept,
    beyond: account.beyond,
    items,
  };
}
