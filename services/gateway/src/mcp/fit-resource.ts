import type { TrailReply } from '@crumbtrail/contracts';
import type { Explanation } from '@crumbtrail/contracts/http/context-replies';
import { causalTree } from '../trails/causal-tree';

/** The most characters of a text of a resource, because a client adds it to a prompt as it is. */
export const MAX_RESOURCE_CHARACTERS = 200_000;

/** The first rows whose JSON has at most this many characters, and the number of the others. */
function fitRows<Row>(rows: readonly Row[], room: number): { readonly rows: Row[]; readonly leftOut: number } {
  let used = 0;
  const over = rows.findIndex((row) => (used += JSON.stringify(row).length + 1) > room);
  const fitting = over === -1 ? [...rows] : rows.slice(0, over);
  return { rows: fitting, leftOut: rows.length - fitting.length };
}

/** A trail as JSON: its first breadcrumbs and their causal tree, and in `left_out` how many later ones the reader may read. */
export function trailText({ trail_id, nodes, beyond = 0 }: TrailReply): string {
  // The tree names each breadcrumb a second time.
  const { rows, leftOut } = fitRows(nodes, MAX_RESOURCE_CHARACTERS * 0.75);
  return JSON.stringify({ trail_id, left_out: leftOut + beyond, nodes: rows, tree: causalTree(rows) });
}

/** The text that an agent saw; where it is cut, the last line says how much is left out. Null once it was erased. */
export function contextText({ formatted_context: text }: Explanation): string | null {
  if (text === null || text.length <= MAX_RESOURCE_CHARACTERS) return text;
  const shown = text.slice(0, MAX_RESOURCE_CHARACTERS).toWellFormed();
  return `${shown}\n[${text.length - MAX_RESOURCE_CHARACTERS} further characters are left out; explain_context returns them]`;
}

/** The account of a context as JSON: each candidate and why it is in or out, and in `left_out` how many do not fit. */
export function accountText(explanation: Explanation): string {
  const { id, version, trail_id, session, created_at, agent, kept, dropped, beyond } = explanation;
  const { hidden_from_readers, late, readers, tokens, budget, billed, items } = explanation;
  const head = { id, version, trail_id, session, created_at, agent, tokens, budget, billed, kept, dropped, beyond };
  const { rows, leftOut } = fitRows(items, MAX_RESOURCE_CHARACTERS * 0.75);
  return JSON.stringify({ ...head, hidden_from_readers, late, readers, left_out: leftOut, items: rows });
}
