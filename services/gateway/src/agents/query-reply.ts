import type { PromptEnvelope } from '@crumbtrail/bus';
import type { ApprovalChoice } from '@crumbtrail/contracts/http/approvals';
import type { ApprovalView } from '@crumbtrail/contracts/operations/approvals';

/** What a person is asked about a tool call, or by an agent. */
export function queryText({
  kind,
  agent,
  tool,
  arguments: input,
  said,
}: Pick<ApprovalView, 'kind' | 'agent' | 'tool' | 'arguments' | 'said'>): string {
  if (kind === 'call') {
    const call = `${agent} wants to call ${tool} with ${JSON.stringify(input)}. Reply approve, or deny and why.`;
    return said === undefined ? call : `${said}\n\n${call}`;
  }
  const choices = Array.isArray(input['choices']) ? ` (${input['choices'].join(', ')})` : '';
  return `${String(input['question'])}${choices}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readAnswer(text: string, { arguments: input }: ApprovalView): ApprovalChoice {
  const choices = Array.isArray(input['choices']) ? input['choices'].map(String) : [];
  const wanted = text.toLowerCase();
  const chosen = choices.find((choice) => choice.toLowerCase() === wanted);
  return chosen === undefined ? { decision: 'answer', text } : { decision: 'answer', choices: [chosen] };
}

/** What a reply decides; undefined where it is neither approve nor deny. `arguments` of the envelope change those of the call. */
export function readDecision(
  { prompt, more }: Pick<PromptEnvelope, 'prompt' | 'more'>,
  approval: ApprovalView,
): ApprovalChoice | undefined {
  const text = prompt.trim();
  if (approval.kind === 'question') return text === '' ? undefined : readAnswer(text, approval);
  if (/^(?:approved?|yes|y|ok)[.!]?$/i.test(text)) {
    return isObject(more['arguments'])
      ? { decision: 'approve', arguments: more['arguments'] }
      : { decision: 'approve' };
  }
  const [, reason] = /^(?:deny|denied|no|n)(?:$|[\s.,:;!]+)([^]*)$/i.exec(text) ?? [];
  if (reason === undefined) return undefined;
  return reason.trim() === '' ? { decision: 'deny' } : { decision: 'deny', reason: reason.trim().slice(0, 4_096) };
}
