/** A message of an export that keeps edited questions and regenerated answers as branches of a tree. */
export interface TreeNode {
  /** Unlike those of all other nodes. */
  readonly id: string;
  /** The id of the message that it follows; null: it begins the conversation; undefined: the export does not say. */
  readonly parent: string | null | undefined;
  /** When it was said, in milliseconds since 1970; undefined where the export does not say. */
  readonly at: number | undefined;
}

/** The nodes by time; a node without a time stays behind the one before it in the file. */
function sortByTime<Node extends TreeNode>(nodes: readonly Node[]): Node[] {
  let latest = -Infinity;
  const timed = nodes.map((node) => ({ node, at: (latest = node.at ?? latest) }));
  return timed.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ node }) => node);
}

/** A name for the parent that a node does not have in the export; siblings share it. */
const missingParent = ({ id, parent }: TreeNode): string =>
  parent === undefined ? `before ${id}` : `missing ${parent}`;

/** Does a node follow another one, by the parents that the export names? */
function follows(nodes: ReadonlyMap<string, TreeNode>, one: TreeNode, ancestor: string): boolean {
  const seen = new Set<string>();
  let node: TreeNode | undefined = one;
  while (node && !seen.has(node.id)) {
    if (node.id === ancestor) return true;
    seen.add(node.id);
    node = typeof node.parent === 'string' ? nodes.get(node.parent) : undefined;
  }
  return false;
}

/**
 * The parent of each node. Nodes whose parent is not in the export follow what was said before the first of them; those that share such a parent stay
 * branches.
 */
function linkNodes(sorted: readonly TreeNode[]): ReadonlyMap<string, string> {
  const nodes = new Map(sorted.map((node) => [node.id, node]));
  const found = new Map<string, string | undefined>();
  const linked = sorted.map((node, at) => {
    if (typeof node.parent === 'string' && nodes.has(node.parent)) return [node.id, node.parent] as const;
    if (node.parent === null) return [node.id, undefined] as const;
    const missing = missingParent(node);
    if (!found.has(missing))
      found.set(missing, sorted.slice(0, at).findLast((one) => !follows(nodes, one, node.id))?.id);
    return [node.id, found.get(missing)] as const;
  });
  return new Map(linked.filter((one): one is readonly [string, string] => one[1] !== undefined));
}

/** Follows a branch from a node to its end, at each fork to what was said last. Exports may name a message in the middle as the one that was shown last. */
function endOfBranch(sorted: readonly TreeNode[], parents: ReadonlyMap<string, string>, start: string): string {
  const latestChild = new Map(sorted.map(({ id }) => [parents.get(id), id]));
  const seen = new Set<string>();
  let end = start;
  for (let next: string | undefined = start; next !== undefined && !seen.has(next); next = latestChild.get(next)) {
    seen.add(next);
    end = next;
  }
  return end;
}

/** The node that nothing follows and that was said last; of a circle, the last. */
function lastLeaf(sorted: readonly TreeNode[], parents: ReadonlyMap<string, string>): string | undefined {
  const followed = new Set(parents.values());
  return (sorted.findLast(({ id }) => !followed.has(id)) ?? sorted.at(-1))?.id;
}

/**
 * One branch in the order of the talk: that of `current`, the message that was shown last; where the export does not name it, or does not hold it, that of
 * the last message that nothing follows.
 */
export function branchOf<Node extends TreeNode>(nodes: readonly Node[], current: unknown): Node[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const sorted = sortByTime([...byId.values()]);
  const parents = linkNodes(sorted);
  const isKnown = typeof current === 'string' && byId.has(current);
  const branch: Node[] = [];
  const seen = new Set<string>();
  let id = isKnown ? endOfBranch(sorted, parents, current) : lastLeaf(sorted, parents);
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    branch.push(byId.get(id) as Node);
    id = parents.get(id);
  }
  return branch.reverse();
}

/** A message of an export that says nothing about what follows what. */
export interface FlatMessage {
  readonly by: 'person' | 'agent';
  /** In milliseconds since 1970. */
  readonly at: number | undefined;
}

/** Questions and answers of one time in turn, the question first. */
function pairUp<Message extends FlatMessage>(messages: readonly Message[]): Message[] {
  const questions = messages.filter(({ by }) => by === 'person');
  const answers = messages.filter(({ by }) => by === 'agent');
  const most = Math.max(questions.length, answers.length);
  return Array.from({ length: most }, (_, at) => [questions[at], answers[at]])
    .flat()
    .filter((one) => one !== undefined);
}

/** The messages by time, where each has one; else as they are. A question and its answer may have one time. */
export function byTime<Message extends FlatMessage>(messages: readonly Message[]): Message[] {
  if (messages.some(({ at }) => at === undefined)) return [...messages];
  const groups = new Map<number, Message[]>();
  for (const message of messages)
    groups.set(message.at as number, [...(groups.get(message.at as number) ?? []), message]);
  return [...groups].sort(([a], [b]) => a - b).flatMap(([, group]) => pairUp(group));
}
