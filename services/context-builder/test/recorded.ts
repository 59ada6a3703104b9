import { BuildCaches } from '../src/build-caches';
import {
  AgentContext,
  type AgentContextV1,
  type AgentTurnV1,
  type Candidate,
  type Envelope,
} from '@crumbtrail/contracts';
import { buildContext } from '../src/pipeline';
import type { BuiltContext } from '../src/explain/account';
import { gatherTurn } from '../src/gather/gather-turn';
import { loadRecordedSources, loadRecordedContext } from '../src/explain/load-recorded';
import { toContextPayload } from '../src/explain/context-payload';
import { restoreBuild, type RestoredBuild } from '../src/explain/restore';
import type { RecordedContext } from '../src/explain/recorded-context';
import { at, id } from './crumbs';
import { DEFINITION, envelope, InMemoryReader, TRIGGER } from './in-memory-reader';

/** Id of the one context that a spec records. */
export const CONTEXT = id(7000);

const turn: AgentTurnV1 = {
  agent: 'assistant',
  definition: { id: DEFINITION.id, version: DEFINITION.version },
  trigger: { id: TRIGGER.id, version: TRIGGER.version },
  generation: 0,
  lane: 'session:demo',
  runner: 'pool',
  as_of: 60,
  now: at(30),
  deadline_at: at(31),
};

/** A context as it was left, and the build behind it. */
export interface Left {
  readonly built: BuiltContext;
  readonly crumb: Envelope;
}

/** Builds a turn on these crumbs and candidates, and records it as JSON does. */
export async function leave(
  crumbs: readonly Envelope[],
  candidates: readonly Candidate[],
  over: Partial<AgentTurnV1> = {},
): Promise<Left> {
  const reader = new InMemoryReader(crumbs, candidates);
  const context = { ...turn, ...over };
  const built = await buildContext(await gatherTurn(context, 'demo', reader), {
    ports: reader,
    caches: new BuildCaches(),
    contextWindow: 32_768,
  });
  const left = JSON.parse(JSON.stringify(toContextPayload(built, { id: id(3000), context }, 12))) as AgentContextV1;
  return { built, crumb: envelope(AgentContext, left, { id: CONTEXT, session: 'demo', audience: ['assistant'] }) };
}

/** The record read again, with what the store says now of the rows wanted. */
export async function remember(
  reader: InMemoryReader,
  wanted: (row: RecordedContext['items'][number]) => boolean = ({ decision }) => decision === 'kept',
): Promise<{ readonly recorded: RecordedContext; readonly recollection: RestoredBuild }> {
  const recorded = await loadRecordedContext(CONTEXT, reader);
  const material = await loadRecordedSources(recorded, recorded.items.filter(wanted), reader);
  return { recorded, recollection: restoreBuild(recorded, material, new BuildCaches()) };
}
