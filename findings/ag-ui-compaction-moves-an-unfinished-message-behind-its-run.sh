#!/bin/sh
# @ag-ui/client 1.0.0: compactEvents, made for stored histories, moves what an unfinished message said to the end of the whole history, so that the history cannot be replayed. The
# documentation of AG-UI ("Serialization") says that compaction makes streams smaller and keeps what they mean. A run that fails while the model writes (RUN_ERROR before
# TEXT_MESSAGE_END) is valid: the package's own verification takes it. But a message is put out only at its end, or else behind the last event of all, after RUN_ERROR and after
# every later run; and until then each event that does not stream, such as the result of a tool in a later run, is kept with it. connectAgent of the same package, which replays
# stored events, refuses the outcome. One failed turn in a thread is enough; no warning is given.
# Seen: replayed as it was stored, the messages are m1 c m2 m3; compacted, an error and no messages, and the result of the tool stands behind RUN_FINISHED; with TEXT_MESSAGE_END
# before RUN_ERROR both give m1 c m2 m3.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @ag-ui/client@1.0.0 @ag-ui/core@1.0.0 rxjs@7.8.1 >/dev/null
cat > run.mjs <<'JS'
import { AbstractAgent, compactEvents } from '@ag-ui/client';
import { from } from 'rxjs';

class Replay extends AbstractAgent {
  constructor(events) {
    super({ threadId: 't' });
    this.connect = () => from(events);
  }
}
const message = (messageId, delta) => [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }, { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }];
const history = (...atTheError) => [
  { type: 'RUN_STARTED', threadId: 't', runId: '1' },
  ...message('m1', 'The first half'),
  ...atTheError,
  { type: 'RUN_ERROR', message: 'the model is gone' },
  { type: 'RUN_STARTED', threadId: 't', runId: '2' },
  { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'look' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{}' },
  { type: 'TOOL_CALL_END', toolCallId: 'c' },
  { type: 'TOOL_CALL_RESULT', messageId: 'm2', toolCallId: 'c', content: 'found', role: 'tool' },
  ...message('m3', 'The answer'),
  { type: 'TEXT_MESSAGE_END', messageId: 'm3' },
  { type: 'RUN_FINISHED', threadId: 't', runId: '2' },
];
console.error = () => undefined;
const replayed = async (events) => {
  const agent = new Replay(events);
  try {
    await agent.connectAgent();
    return agent.messages.map(({ id }) => id).join(' ');
  } catch (error) {
    return `${error.message.slice(0, error.message.indexOf(':'))}, messages: ${agent.messages.length}`;
  }
};
const seen = [];
for (const [name, events] of [
  ['unfinished', history()],
  ['finished', history({ type: 'TEXT_MESSAGE_END', messageId: 'm1' })],
]) {
  const compacted = compactEvents(events);
  seen.push(await replayed(events), await replayed(compacted), compacted.slice(-4).map(({ type }) => type).join(' '));
  console.log(`@ag-ui/client 1.0.0, ${name}: as stored: ${seen.at(-3)}; compacted: ${seen.at(-2)}; the last compacted events: ${seen.at(-1)}`);
}
const expected = [
  'm1 c m2 m3',
  "Cannot send event type 'TEXT_MESSAGE_START', messages: 0",
  'RUN_FINISHED TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TOOL_CALL_RESULT',
  'm1 c m2 m3',
  'm1 c m2 m3',
  'TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END RUN_FINISHED',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node run.mjs
