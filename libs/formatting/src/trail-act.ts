import type { TrailNode } from '@crumbtrail/contracts';
import { previewText } from './preview-text';
import { describePart } from './trail-node';

/** What a row of a trail says: the act in a few words, and the text that belongs to it, which may be empty. */
export interface Act {
  readonly act: string;
  readonly text: string;
}

/** The schema of a node without its version: `user.message`. */
export const schemaFamily = ({ schema_name }: Pick<TrailNode, 'schema_name'>): string =>
  schema_name.replace(/\.v\d+$/, '');

const summaryOf = ({ summary, title }: TrailNode): string => summary ?? title ?? '';

const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The arguments of a call as a person would write them: `1000/310*10`, or `to: ann, urgent: true`. Truncated JSON stays as it is. */
function describeInput(json: string): string {
  try {
    const input: unknown = JSON.parse(json);
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return show(input);
    const entries = Object.entries(input);
    if (entries.length === 1) return show(entries[0]?.[1]);
    return entries.map(([name, value]) => `${name}: ${show(value)}`).join(', ');
  } catch {
    return json;
  }
}

function describeContext({ tokens, budget, kept, left_out }: TrailNode): string {
  const size = [tokens, budget].filter((count) => count !== undefined).map((count) => count.toLocaleString('en'));
  const counts = kept === undefined ? [] : [`${kept} in`, `${left_out ?? 0} out`];
  return [['context', size.join('/')].filter(Boolean).join(' '), ...counts].join(', ');
}

function describeStep(node: TrailNode): Act {
  const { step = 1, calls = 0 } = node;
  if (calls === 0) return { act: `model call ${step}`, text: summaryOf(node) };
  return { act: `model call ${step} → ${countOf(calls, 'tool')}`, text: '' };
}

const ENDINGS: Readonly<Record<string, string>> = {
  wait: 'decided not to reply',
  error: 'failed',
  stopped: 'was stopped',
};

/** What a call gave, without the words of the call before it: `32.26` of `calculator(1000/310*10): 32.26`. */
function withoutCall(said: string, tool: string): string {
  const end = said.startsWith(`${tool}(`) ? said.indexOf('): ') : -1;
  return end < 0 ? said : said.slice(end + 3);
}

/** Why a person denied a call, where one did and said why: the summary of a decision is `deny : ask Ann first`. */
function denialReason(parts: readonly TrailNode[]): string | undefined {
  const decision = parts.findLast((node) => schemaFamily(node) === 'approval.decision');
  return decision && /^deny : (.+)$/s.exec(summaryOf(decision))?.[1];
}

/**
 * A call with its result, where there is one: `calculator(1000/310*10)` and `= 32.26`. Of a denied call the text is the reason alone, because what
 * the model was told about it is too long for one line.
 */
function describeToolCall([request, ...rest]: readonly TrailNode[]): Act {
  const { tool = 'a tool' } = request as TrailNode;
  const result = rest.findLast((node) => /^tool\.(response|tried)$/.test(schemaFamily(node)));
  const said = denialReason(rest) ?? (result && withoutCall(summaryOf(result), tool));
  const prefix = result !== undefined && result.error === undefined ? '= ' : '';
  const place = describePart(request as TrailNode);
  const call = `${tool}(${describeInput(summaryOf(request as TrailNode))})`;
  return { act: place === undefined ? call : `${place}: ${call}`, text: said ? `${prefix}${said}` : '' };
}

type Describe = (node: TrailNode, name: string, parts: readonly TrailNode[]) => Act;

const withSummary =
  (act: (node: TrailNode, name: string) => string): Describe =>
  (node, name) => ({ act: act(node, name), text: summaryOf(node) });

const isQuestion = (node: TrailNode): boolean => /[?؟？]\s*$/.test(summaryOf(node));

const DESCRIBERS: Readonly<Record<string, Describe>> = {
  'user.message': withSummary((node, name) => `${name} ${isQuestion(node) ? 'asked' : 'wrote'}`),
  'agent.turn': withSummary(({ agent = 'an agent' }) => `${agent} started`),
  'agent.context': (node) => ({ act: describeContext(node), text: '' }),
  'agent.step': (node) => describeStep(node),
  'agent.response': (node, name) => ({
    act: `${name} ${ENDINGS[node.action ?? ''] ?? 'answered'}`,
    text: previewText(summaryOf(node)),
  }),
  'tool.request': (_, __, parts) => describeToolCall(parts),
  'tool.try': (_, __, parts) => describeToolCall(parts),
  'guard.fired': withSummary(() => 'stopped'),
  'dead.letter': withSummary(() => 'dead letter'),
};

/** What happened in a row of a trail. `parts` are its breadcrumbs, the first of which gives it its name; `name` is that of the author of the first. */
export function describeAct(parts: readonly TrailNode[], name: string): Act {
  const node = parts[0] as TrailNode;
  const family = schemaFamily(node);
  const describe = Object.hasOwn(DESCRIBERS, family) ? DESCRIBERS[family] : undefined;
  if (describe) return describe(node, name, parts);
  const act = [family.replaceAll('.', ' '), node.tool].filter(Boolean).join(' ');
  return { act, text: summaryOf(node) };
}

/** The act and its text on one line: `marta asked: Why?`, `calculator(1+1) = 2`. */
export function formatAct({ act, text }: Act): string {
  if (text === '') return act;
  return text.startsWith('= ') ? `${act} ${text}` : `${act}: ${text}`;
}
