import {
  ToolCatalog,
  type AgentName,
  type CalibrationReply,
  type CalibrationRequest,
  type Candidate,
  type PreviousPackingReply,
  type Ref,
  type RetrieveReply,
  type RetrieveRequest,
  type SessionActivityReply,
  type SessionActivityRequest,
  type SourcePlan,
} from '@crumbtrail/contracts';
import { words } from '@crumbtrail/hints';
import type { Calibrator, LearnedCalibration, PackingSource, Retriever, ToolSource } from '../src/ports';
import type { DefinedTool } from '../src/plan/tool-selection';

const STOP = new Set(
  'a an the is was were are it that this what how do does did i you we to of in on for and or my'.split(' '),
);
const terms = (text: string): string[] =>
  words(text)
    .filter((word) => !STOP.has(word))
    .map((word) => word.replace(/s$/, ''));

/** Finds candidates by the words they share with the query, weighted by rarity: a fake port for specs of the pipeline, not the store's ranking. */
export class InMemoryRetriever implements Retriever, Calibrator, ToolSource, PackingSource {
  readonly requests: RetrieveRequest[] = [];
  /** The calibration that is returned. */
  learned: CalibrationReply = { samples: 0, factor: 1, margin: 0 };
  readonly calibrationRequests: CalibrationRequest[] = [];
  /** The defined tools. */
  defined: readonly DefinedTool[] = [];

  /** How the turn before was packed. */
  previous: PreviousPackingReply = {};

  /** The names in the definitions of agents. */
  names: readonly AgentName[] = [];

  agentNames(agents: readonly string[]): Promise<readonly AgentName[]> {
    return Promise.resolve(this.names.filter(({ id }) => agents.includes(id)));
  }

  previousPacking(): Promise<PreviousPackingReply> {
    return Promise.resolve(this.previous);
  }

  /** How much has been said. */
  activity: SessionActivityReply = { user_messages: 0, agent_messages: 0, answers_since: [] };
  readonly activityRequests: SessionActivityRequest[] = [];

  sessionActivity(request: SessionActivityRequest): Promise<SessionActivityReply> {
    this.activityRequests.push(request);
    return Promise.resolve(this.activity);
  }

  constructor(private readonly crumbs: readonly Candidate[]) {}

  retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    this.requests.push(request);
    const seen = this.crumbs.filter(({ id }) => !request.exclude.some((ref) => ref.id === id));
    const sources = request.sources.map((source) => ({
      name: source.name,
      candidates: this.find(source, request, seen),
    }));
    const query = {
      terms: terms(request.query).map((term) => [term, 1] as const),
      leans_on: this.dependsOnEarlier(request.query),
    };
    return Promise.resolve({
      sources,
      beyond: 0,
      hidden: 0,
      index_position: request.as_of,
      embedder: null,
      queries: sources.length,
      query,
    });
  }

  calibration(request: CalibrationRequest, room: number): Promise<LearnedCalibration> {
    this.calibrationRequests.push(request);
    return Promise.resolve({ learned: this.learned, queries: room });
  }

  tools(): ReturnType<ToolSource['tools']> {
    return Promise.resolve({ defined: this.defined, queries: 1 });
  }

  private find(source: SourcePlan, request: RetrieveRequest, all: readonly Candidate[]): Candidate[] {
    const inScope = all.filter(({ session }) => source.scope !== 'session' || session === request.session);
    const ofSchema = inScope.filter(({ schema_name }) => source.schemas.includes(schema_name));
    const ordered = source.type === 'hybrid' ? this.byWords(request.query, ofSchema) : [...ofSchema].reverse();
    return ordered.slice(0, source.limit).map((one, index) => ({ ...one, rank: index + 1 }));
  }

  /** A query of one or two words depends on the last message. */
  private dependsOnEarlier(query: string): Ref[] {
    const last = this.crumbs.at(-1);
    return last && terms(query).length <= 2 ? [{ id: last.id, version: last.version }] : [];
  }

  private byWords(query: string, all: readonly Candidate[]): Candidate[] {
    const asked = new Set(terms(query));
    const frequency = (term: string): number => all.filter(({ text }) => terms(text).includes(term)).length;
    const weights = new Map([...asked].map((term) => [term, Math.log(1 + all.length / (1 + frequency(term)))]));
    return all
      .map((one) => ({
        ...one,
        score: [...new Set(terms(one.text))].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0),
      }))
      .filter(({ score }) => score > 0)
      .map((one) => ({ ...one, scores: { text: one.score } }))
      .sort((a, b) => b.score - a.score || b.position - a.position);
  }
}

export const CATALOG = ToolCatalog.name;
