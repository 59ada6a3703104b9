import { eventually, TestStack } from '@crumbtrail/testing';
import { OtlpReceiver, type SeenSpan } from './otlp-receiver';
import { ToolTurns } from './tool-turns';

const CALL = { id: 'call-1', name: 'calculator', arguments: { expression: '6 * 7' } };

/** A stack that sends its spans to a collector, and one turn with a tool call in it. */
export async function traceTurn(session: string, env: Readonly<Record<string, string>> = {}) {
  const receiver = await OtlpReceiver.start();
  const stack = await TestStack.start({ env: { ...receiver.env, ...env } });
  const turns = new ToolTurns(stack);
  await turns.whenAvailable('calculator');
  await turns.grant({ tools: ['calculator'] });
  const turn = await turns.run(session, CALL);
  const whole = (): SeenSpan[] | null => {
    const chats = receiver.spans.filter(
      ({ name, attributes }) => name.startsWith('chat ') && attributes['gen_ai.conversation.id'] === session,
    );
    const seen = receiver.in(chats[0]?.trace);
    return chats.length === 2 && isConnected(seen) && hasFollowers(seen) ? seen : null;
  };
  const spans = await eventually(whole, { everyMs: 200 });
  const end = async (): Promise<void> => {
    await stack.stop();
    await receiver.stop();
  };
  return { receiver, stack, turn, spans, end };
}

/** Whether every service that subscribes to replies has handled the answer. */
const hasFollowers = (spans: readonly SeenSpan[]): boolean =>
  ['conductor', 'context-builder', 'memory-keeper'].every((follower) =>
    spans.some(({ name, service }) => service === follower && name === 'process agent.response.v1'),
  );

/** Spans whose parent was not sent. */
export const findOrphans = (spans: readonly SeenSpan[]): SeenSpan[] => {
  const ids = new Set(spans.map(({ id }) => id));
  return spans.filter(({ parent }) => parent !== '' && !ids.has(parent));
};
const isConnected = (spans: readonly SeenSpan[]): boolean =>
  spans.filter(({ parent }) => parent === '').length === 1 && findOrphans(spans).length === 0;

/** The names of a span and its ancestors, up to the root of its trace. */
export function pathToRoot(spans: readonly SeenSpan[], from: SeenSpan | undefined): string[] {
  const names: string[] = [];
  for (let at = from; at; at = spans.find(({ id }) => id === at?.parent)) names.push(`${at.service}: ${at.name}`);
  return names;
}
