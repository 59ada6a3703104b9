import type { TrailNode } from '@crumbtrail/contracts';
import { schemaFamily } from './trail-act';
import { nodeApproval } from './trail-node';

/** A row of a trail that is read as a story. */
export interface StoryRow {
  /** The breadcrumb that gives the row its name, with the times, costs and errors of all its parts. */
  readonly node: TrailNode;
  /** Its breadcrumbs in log order: of a tool call the request, the decision of a person, and the result. */
  readonly parts: readonly TrailNode[];
  /** 0: it began a trail, or its cause is unknown. 1: a turn, and what else followed. 2: what happened in a turn. */
  readonly depth: number;
  /** Number of rows directly below. */
  readonly children: number;
  /** Its cause is not among the nodes: it is hidden from the reader, or was not loaded. */
  readonly isOrphan: boolean;
}

/** The decision that denied the call of a row; undefined where it was not denied, or where the decision is not visible. */
export function findDenial({ node, parts }: Pick<StoryRow, 'node' | 'parts'>): TrailNode | undefined {
  if (nodeApproval(node) !== 'denied') return undefined;
  return parts.find((part) => schemaFamily(part) === 'approval.decision');
}

const CALLS: ReadonlySet<string> = new Set(['tool.request', 'tool.try']);
const PARTS_OF_CALLS: ReadonlySet<string> = new Set(['tool.start', 'tool.response', 'tool.tried', 'approval.decision']);

const isTurn = (node: TrailNode): boolean => schemaFamily(node) === 'agent.turn';

/** The known cause of a node; a breadcrumb cannot be caused by itself or by a later one. */
const causeOf = (node: TrailNode, byId: ReadonlyMap<string, TrailNode>): TrailNode | undefined => {
  const cause = node.cause && byId.get(node.cause.id);
  return cause && cause.position < node.position ? cause : undefined;
};

/** The call that a node is a part of. */
function callOf(node: TrailNode, byId: ReadonlyMap<string, TrailNode>): TrailNode | undefined {
  if (!PARTS_OF_CALLS.has(schemaFamily(node))) return undefined;
  const cause = causeOf(node, byId);
  if (!cause) return undefined;
  return CALLS.has(schemaFamily(cause)) ? cause : callOf(cause, byId);
}

const sumOf = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce((sum, each) => (each === undefined ? sum : (sum ?? 0) + each), undefined);

/** A call with the times, costs and errors of its result. */
function mergeParts(parts: readonly TrailNode[]): TrailNode {
  const [first, ...rest] = parts as readonly [TrailNode, ...TrailNode[]];
  const last = rest.at(-1);
  if (!last) return first;
  const [tokens, cost_usd] = [sumOf(parts.map((part) => part.tokens)), sumOf(parts.map((part) => part.cost_usd))];
  return {
    ...first,
    at_ms: last.at_ms,
    duration_ms: last.duration_ms ?? last.at_ms - first.at_ms,
    ...(tokens === undefined ? {} : { tokens }),
    ...(cost_usd === undefined ? {} : { cost_usd }),
    ...(last.error === undefined ? {} : { error: last.error }),
    ...(last.partial ? { partial: true } : {}),
  };
}

/** Where a node stands: below which root, and in which turn. */
interface StoryPlace {
  readonly root: string;
  readonly turn: string | undefined;
}

/** The nodes of a trail, each placed once: causes come before what they cause. */
class StoryBuilder {
  private readonly byId: ReadonlyMap<string, TrailNode>;
  private readonly places = new Map<string, StoryPlace>();
  private readonly parts = new Map<string, TrailNode[]>();
  private readonly below = new Map<string, TrailNode[]>();
  private readonly roots: TrailNode[] = [];

  constructor(nodes: readonly TrailNode[]) {
    const ordered = [...nodes].sort((a, b) => a.position - b.position);
    this.byId = new Map(ordered.map((node) => [node.id, node]));
    for (const node of this.byId.values()) this.place(node);
  }

  private add(list: Map<string, TrailNode[]>, key: string, node: TrailNode): void {
    if (!list.get(key)?.push(node)) list.set(key, [node]);
  }

  /** Under which node a row stands: a turn under what began the trail, all else under its turn. */
  private parentOf(node: TrailNode, { root, turn }: StoryPlace): string {
    return isTurn(node) ? root : (turn ?? root);
  }

  private place(node: TrailNode): void {
    const call = callOf(node, this.byId);
    const cause = causeOf(node, this.byId);
    const above = cause && this.places.get(cause.id);
    const { root, turn } = above ?? { root: node.id, turn: undefined };
    this.places.set(node.id, { root, turn: isTurn(node) ? node.id : turn });
    if (call) this.add(this.parts, call.id, node);
    else if (above) this.add(this.below, this.parentOf(node, above), node);
    else this.roots.push(node);
  }

  private row(node: TrailNode, depth: number): StoryRow {
    const parts = [node, ...(this.parts.get(node.id) ?? [])];
    return {
      node: mergeParts(parts),
      parts,
      depth,
      children: this.below.get(node.id)?.length ?? 0,
      isOrphan: node.cause !== undefined && !this.byId.has(node.cause.id),
    };
  }

  private rowsBelow(node: TrailNode, depth: number): StoryRow[] {
    const below = this.below.get(node.id) ?? [];
    return [this.row(node, depth), ...below.flatMap((each) => this.rowsBelow(each, depth + 1))];
  }

  build(): StoryRow[] {
    return this.roots.flatMap((root) => this.rowsBelow(root, 0));
  }
}

/**
 * A trail as a story, in log order: each turn below what began the trail, what happened in it flat below the turn, and a tool call with its result as one row.
 * Every node stands in exactly one row. A turn that an answer has woken follows the turn of that answer.
 */
export const buildStory = (nodes: readonly TrailNode[]): StoryRow[] => new StoryBuilder(nodes).build();
