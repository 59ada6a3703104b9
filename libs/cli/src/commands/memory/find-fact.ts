import type { MemoryFact } from '@crumbtrail/contracts';
import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import type { RequestTo } from '@crumbtrail/client';
import { CliError } from '../../cli-error';
import { pickShortId } from '../../resolve-short-ids';
import type { Shell } from '../../shell';

/** A fact in the memory that holds it. */
export interface FoundFact {
  readonly memory: MemoryEntry;
  readonly fact: MemoryFact;
}

const PAGE = 500;
/** The fewest characters of an id that stand for the whole. */
const SHORTEST_PART = 4;

/** All facts that the key may know, page by page. */
export async function* listKnownFacts(
  shell: Shell,
  filter: RequestTo<'GET /v1/memory'>['query'] = {},
): AsyncGenerator<FoundFact> {
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const query = { ...filter, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const page = await shell.client().request('GET /v1/memory', { query });
    for (const memory of page.memories) for (const fact of memory.facts) yield { memory, fact };
    cursor = page.next_cursor;
  }
}

/** The fact of an id, or of a part of one. Throws CliError where there is none, or several agents have one. */
export async function findFact(shell: Shell, given: string, agent: string | undefined): Promise<FoundFact> {
  const known: FoundFact[] = [];
  for await (const one of listKnownFacts(shell, agent === undefined ? {} : { agent })) known.push(one);
  const ids = known.map(({ fact }) => fact.id);
  const id = ids.includes(given) || given.length < SHORTEST_PART ? given : pickShortId(given, ids);
  const [only, ...others] = known.filter(({ fact }) => fact.id === id);
  if (!only) throw new CliError(`No fact ${given}, or none that this key may know. List them: crumb memory list`);
  if (others.length > 0) {
    const agents = [only, ...others].map(({ memory }) => memory.agent).join(', ');
    throw new CliError(`Several memories hold a fact ${only.fact.id} (of ${agents}). Name the agent with --agent.`);
  }
  return only;
}
