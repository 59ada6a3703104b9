/** Writes exported conversations to import: lines of `{ id, messages: [{ role, content }] }`, as for fine-tuning. */
const { closeSync, openSync, writeSync } = require('node:fs');
const { draftsOf } = require('../build-data.js');

/** Characters of a message. */
const CHARACTERS = 122;
const MESSAGES = 200;
const SESSIONS = 20;

/** Texts of exactly {@link CHARACTERS}; after these they repeat, with another number. */
function texts() {
  const drafts = draftsOf({ sessions: SESSIONS, perSession: MESSAGES });
  return drafts.map(({ context }) => context.content.repeat(CHARACTERS).slice(0, CHARACTERS - 8));
}

function conversation(name, nth, some) {
  const messages = Array.from({ length: MESSAGES }, (_, at) => {
    const number = nth * MESSAGES + at;
    const content = `${`${number}`.padStart(7, '0')} ${some[number % some.length]}`;
    return { role: at % 2 === 0 ? 'user' : 'assistant', content };
  });
  return JSON.stringify({ id: `${name}-${nth}`, messages });
}

/** Writes whole conversations of 200 messages until `isEnough({ messages, bytes })`; returns both counts. `name` makes their ids. */
function writeChats(file, name, isEnough) {
  const some = texts();
  const out = openSync(file, 'w');
  const written = { messages: 0, bytes: 0 };
  try {
    for (let nth = 0; !isEnough(written); nth += 1) {
      written.bytes += writeSync(out, `${conversation(name, nth, some)}\n`);
      written.messages += MESSAGES;
    }
  } finally {
    closeSync(out);
  }
  return written;
}

module.exports = { CHARACTERS, writeChats };
