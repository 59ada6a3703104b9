/** The sessions of a conversation, each as a session of its own. */
const { turnsOf } = require('../conversation.js');
const { MODEL } = require('./remember.js');

/** The two agents of the nth conversation: one remembers, one does not. */
const agentOf = (nth, remembers) => `${remembers ? 'keeper' : 'plain'}-${nth}`;

/** A turn as its session has it: what the model of the conversation says is a reply of the agent that remembers. */
function toSaid({ author, context, ...draft }, nth) {
  if (author.id !== MODEL) return { ...draft, author, context };
  const reply = { action: 'speak', content: context.content };
  return {
    ...draft,
    schema_name: 'agent.response.v1',
    author: { kind: 'agent', id: agentOf(nth, true) },
    context: reply,
  };
}

/** The turns of a conversation by session: `D3:7` is said in the third. */
function sessionsOf(sample, nth) {
  const sessions = new Map();
  for (const { dia, draft } of turnsOf(sample)) {
    const session = `talk-${nth}-${/^D(\d+):/.exec(dia)?.[1] ?? 0}`;
    sessions.set(session, [...(sessions.get(session) ?? []), { ...toSaid(draft, nth), session }]);
  }
  return sessions;
}

module.exports = { agentOf, sessionsOf };
