import type { GrantedTool } from '../../turn/turn';

/** The number of choices that one digit distinguishes, besides 0 for no choice. */
export const NINE = 9;

/** Tools that share one number in the first choice. */
export interface ToolGroup {
  readonly title: string;
  readonly tools: readonly GrantedTool[];
}

function byCategory(tools: readonly GrantedTool[]): Map<string, GrantedTool[]> {
  const groups = new Map<string, GrantedTool[]>();
  for (const tool of tools) {
    const category = tool.def.category ?? 'other';
    groups.set(category, [...(groups.get(category) ?? []), tool]);
  }
  return groups;
}

const inParts = (tools: readonly GrantedTool[], size: number): GrantedTool[][] =>
  Array.from({ length: Math.ceil(tools.length / size) }, (_, at) => tools.slice(at * size, (at + 1) * size));

/** At most nine groups of nine: by category or, with too many categories, consecutive groups in order of relevance. */
export function groupsOf(tools: readonly GrantedTool[]): ToolGroup[] {
  const named = [...byCategory(tools)].flatMap(([category, all]) =>
    inParts(all, NINE).map((part) => ({ title: category, tools: part })),
  );
  if (named.length <= NINE) return named;
  const size = Math.min(NINE, Math.ceil(tools.length / NINE));
  return inParts(tools.slice(0, NINE * NINE), size).map((part) => ({ title: 'tools', tools: part }));
}
