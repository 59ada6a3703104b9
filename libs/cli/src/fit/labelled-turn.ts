import {
  FEATURES,
  isSearchingSource,
  unpackAccount,
  type AccountItem,
  type AgentContextV1,
  type AnswerGroundingV1,
  type Feature,
  type FeatureWeights,
  type SourcePlan,
} from '@crumbtrail/contracts';

/** A text that a search offered, as the ranking saw it. */
export interface LabelledCandidate {
  readonly tokens: number;
  /** What each feature added to its score, with the weights of the turn; without `length` and `author`. */
  readonly shares: Readonly<Partial<Record<Feature, number>>>;
  /** The factor of its score for the length of the text; at most 1. */
  readonly length: number;
  /** The factor of its score for how long its author's texts are; at most 1. */
  readonly author: number;
  /** Whether the reply rests on it. */
  readonly grounded: boolean;
}

/** A recorded turn whose reply rests on at least one text that a search found. */
export interface LabelledTurn {
  readonly context: string;
  /** When its context was built. */
  readonly at: string;
  /** Tokens of the whole context. */
  readonly tokens: number;
  /** The weights that its texts were ranked by. */
  readonly features: FeatureWeights;
  /** The share of the best score below which the search drops a text. */
  readonly floor: number;
  /** Tokens of the texts that the search put into the context. */
  readonly searched: number;
  readonly candidates: readonly LabelledCandidate[];
}

/** Decisions after a ranking that leaves a text in the competition for the budget. */
const RANKED: ReadonlySet<AccountItem['decision']> = new Set(['kept', 'over_budget', 'below_floor']);

function readShares(scores: AccountItem['scores']): Partial<Record<Feature, number>> {
  const shares: Partial<Record<Feature, number>> = {};
  for (const name of FEATURES) if (scores[name]) shares[name] = scores[name];
  return shares;
}

/** A row as the ranking saw it; null for one that no search found, and for one whose place an order of events decided. */
function toCandidate({ tokens, scores }: AccountItem, grounded: boolean): LabelledCandidate | null {
  const { length = 0, author = 0, ...shares } = readShares(scores);
  const values = Object.values(shares);
  const base = values.reduce((sum, share) => sum + share, 0);
  if (base <= 0 || base + length <= 0 || values.some((share) => share < 0)) return null;
  return {
    tokens,
    shares,
    length: (base + length) / base,
    author: (base + length + author) / (base + length),
    grounded,
  };
}

/** What a build records of its plan. */
interface RecordedPlan {
  readonly features?: FeatureWeights;
  readonly sources: readonly SourcePlan[];
}

// The schema leaves the plan open, so that a build may record settings that older readers do not know.
const readPlan = ({ plan }: AgentContextV1): RecordedPlan => plan as unknown as RecordedPlan;

/** The lowest floor of its searches: a text stays if one of them has it above its floor. */
const lowestFloor = ({ sources }: RecordedPlan): number =>
  Math.min(...sources.filter(({ type }) => isSearchingSource(type)).map(({ floor }) => floor));

/** What a recorded turn says about the weights; null where its reply rests on no text that a search found. The last exchanges say nothing: they are always kept. */
export function readLabelledTurn(
  id: string,
  context: AgentContextV1,
  grounding: AnswerGroundingV1,
): LabelledTurn | null {
  const plan = readPlan(context);
  const { features } = plan;
  const isCited = (row: AccountItem): boolean =>
    grounding.sources.some(
      (one) => one.id === row.id && one.version === row.version && (one.chunk ?? 0) === (row.chunk ?? 0),
    );
  const rows = unpackAccount(context.account).filter(({ decision, pinned }) => RANKED.has(decision) && !pinned);
  const ranked = rows.flatMap((row) => {
    const candidate = toCandidate(row, row.decision === 'kept' && isCited(row));
    return candidate ? [{ row, candidate }] : [];
  });
  if (!features || !ranked.some(({ candidate }) => candidate.grounded)) return null;
  const kept = ranked.filter(({ row }) => row.decision === 'kept');
  return {
    context: id,
    at: context.now,
    tokens: context.tokens.total,
    features,
    floor: lowestFloor(plan),
    searched: kept.reduce((sum, { row }) => sum + row.tokens, 0),
    candidates: ranked.map(({ candidate }) => candidate),
  };
}
