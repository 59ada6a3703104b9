import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import type { FactHistory, MemoryHistory } from '@crumbtrail/contracts/http/memory';
import { factMarks, memoryPlace } from '@crumbtrail/formatting';
import type { AuthorName } from './author-names';
import { type Listing, nameColumn } from './listing';
import { type OutputBlock, table } from './table';

/** A row for each fact of some memories. */
export function memoryListing(memories: readonly MemoryEntry[]): Listing {
  const rows = memories.flatMap((memory) =>
    memory.facts.map((fact) => [
      { id: fact.id },
      memory.agent,
      memoryPlace(memory),
      fact.about ?? '',
      factMarks(fact).join('; '),
      fact.text,
    ]),
  );
  const empty = 'No memories that this key can see.';
  return {
    columns: ['fact', nameColumn('agent'), { heading: 'where', optional: true }, 'about', 'state', 'text'],
    rows,
    empty,
  };
}

function timelineLines({ timeline }: FactHistory, nameOf: AuthorName): OutputBlock[] {
  const rows = timeline.map(({ at, version, changes, by, text }) => [
    at,
    String(version),
    changes.join(', '),
    nameOf(by),
    text,
  ]);
  return table(['time', 'version', 'change', 'by', 'text'], rows, 'No version of this memory has it.');
}

function sourceLines({ fact }: FactHistory, { sources }: MemoryHistory, nameOf: AuthorName): OutputBlock[] {
  const known = new Map(sources.map((line) => [line.id, line]));
  const rows = fact.sources.map(({ id }) => {
    const line = known.get(id);
    return line
      ? [id, line.occurred_at, nameOf(line.author), line.text ?? line.schema_name]
      : [id, '', '', '(erased, or not visible to this key)'];
  });
  return table(['breadcrumb', 'time', 'by', 'text'], rows, 'No sources.');
}

function answerLines({ answers }: FactHistory): OutputBlock[] {
  const rows = answers.map(({ response, agent, session = '', at }) => [response, at, agent, session]);
  return table(['answer', 'time', 'agent', 'session'], rows, 'No answer that this key may read has used it.');
}

/** What became of a fact, what it rests on, and which answers used it. */
export function factLines(history: FactHistory, memory: MemoryHistory, nameOf: AuthorName): OutputBlock[] {
  const { fact, present } = history;
  const state = [...(present ? [] : ['no longer in this memory']), ...factMarks(fact)].join('; ');
  return [
    fact.text,
    `of ${memory.memory.agent}, ${memoryPlace(memory.memory)}${fact.about === undefined ? '' : `, about ${fact.about}`}`,
    ...(state === '' ? [] : [state]),
    '',
    ...timelineLines(history, nameOf),
    '',
    ...sourceLines(history, memory, nameOf),
    '',
    ...answerLines(history),
  ];
}
