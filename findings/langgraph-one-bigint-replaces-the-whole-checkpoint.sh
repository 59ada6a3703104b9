#!/bin/sh
# @langchain/langgraph 1.7.3 with @langchain/langgraph-checkpoint 1.2.2: one BigInt anywhere in the state of a graph (a row number from a database, say) replaces the whole
# checkpoint by a sentence. Running the graph raises nothing and gives the right answer; what MemorySaver keeps is the text "[unable to serialize, circular reference is too
# complex to analyze]", though nothing in it is circular, and the state of the thread cannot be read any more. A checkpointer, says the documentation of LangGraph
# ("Persistence"), saves the state at each step so that it can be taken up again; JSON.stringify raises a TypeError for a BigInt, which the package's own copy of
# fast-safe-stringify swallows. Savers built on the same serializer share it.
# Seen: with the number 7 the notes are there after the run; with 7n the run gives the same notes, and the state cannot be read.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @langchain/langgraph@1.7.3 @langchain/langgraph-checkpoint@1.2.2 @langchain/core@1.4.0 >/dev/null
cat > run.mjs <<'JS'
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';

const state = Annotation.Root({ notes: Annotation({ reducer: (before, more) => before.concat(more), default: () => [] }), row: Annotation() });
const config = { configurable: { thread_id: 'one' } };
const tried = [];
for (const row of [7, 7n]) {
  const saver = new MemorySaver();
  const graph = new StateGraph(state).addNode('write', () => ({ notes: ['second'] })).addEdge(START, 'write').addEdge('write', END).compile({ checkpointer: saver });
  const answer = await graph.invoke({ notes: ['first'], row }, config);
  let kept;
  try {
    kept = (await graph.getState(config)).values.notes.join(' ');
  } catch (error) {
    kept = error.constructor.name;
  }
  const [type, bytes] = await saver.serde.dumpsTyped({ notes: ['first'], row });
  const read = JSON.stringify(await saver.serde.loadsTyped(type, bytes));
  tried.push([answer.notes.join(' '), kept, read]);
  console.log(`@langchain/langgraph 1.7.3: row ${typeof row}: the run gives ${answer.notes.join(' ')}; the state read back: ${kept}; through the serializer: ${read}`);
}
const [number, big] = tried;
process.exit(
  number.join() === 'first second,first second,{"notes":["first"],"row":7}' &&
    big[0] === 'first second' &&
    big[1] === 'TypeError' &&
    big[2] === '"[unable to serialize, circular reference is too complex to analyze]"'
    ? 0
    : 1,
);
JS
node run.mjs
