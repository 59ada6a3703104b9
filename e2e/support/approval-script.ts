import type { ModelCall, Script } from '@crumbtrail/testing';
import { echo, lastLine } from './conversations';

/** Calls a tool for a message that says so, and then says what it gave. */
export function approvalScript(call: ModelCall): Script {
  const line = lastLine(call);
  const result = call.body.messages?.findLast(({ role }) => (role as string) === 'tool');
  if (result) return { say: `it gave ${String(result.content)}` };
  if (line === 'ask me')
    return { calls: [{ name: 'ask_person', arguments: { question: 'Which one?', choices: ['red', 'blue'] } }] };
  if (line === 'sum it') return { calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] };
  return echo(call);
}
