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

/** Id of the context that a spec records. */
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

/** A published context and the build behind it. */
export interface RecordedBuild {
  readonly built: BuiltContext;
  readonly crumb: Envelope;
}

/** Builds a turn from these crumbs and candidates, and records it through JSON as the store does. */
export async function recordContext(
  crumbs: readonly Envelope[],
  candidates: readonly Candidate[],
  over: Partial<AgentTurnV1> = {},
  Reader = InMemoryReader,
): Promise<RecordedBuild> {
  const reader = new Reader(crumbs, candidates);
  const context = { ...turn, ...over };
  const built = await buildContext(await gatherTurn(context, 'demo', reader), {
    ports: reader,
    caches: new BuildCaches(),
    contextWindow: 32_768,
  });
  const payload = JSON.parse(JSON.stringify(toContextPayload(built, { id: id(3000), context }, 12))) as AgentContextV1;
  return {
    built,
    crumb: envelope(AgentContext, payload, { id: CONTEXT, session: 'demo', audience: ['agent:assistant'] }),
  };
}

/** Loads the recorded context and restores these rows of it (by default the kept ones). */
export async function restoreRecorded(
  reader: InMemoryReader,
  selects: (row: RecordedContext['items'][number]) => boolean = ({ decision }) => decision === 'kept',
): Promise<{ readonly recorded: RecordedContext; readonly restored: RestoredBuild }> {
  const recorded = await loadRecordedContext(CONTEXT, reader);
  const sources = await loadRecordedSources(recorded, recorded.items.filter(selects), reader);
  return { recorded, restored: restoreBuild(recorded, sources, new BuildCaches()) };
}
