/** The names in a list of tools that no tool has; a name that ends with `*` stands for all that begin like it. */
export function unknownTools(granted: readonly string[], known: readonly string[]): readonly string[] {
  const isKnown = (name: string): boolean =>
    name.endsWith('*') ? known.some((tool) => tool.startsWith(name.slice(0, -1))) : known.includes(name);
  return granted.filter((name) => !isKnown(name));
}

/** The list with a tool added or, if it is there, removed; undefined for no tool. */
export function toggleTool(granted: readonly string[], tool: string): readonly string[] | undefined {
  const left = granted.filter((name) => name !== tool);
  const next = left.length === granted.length ? [...granted, tool] : left;
  return next.length === 0 ? undefined : next;
}

/** A value of the form as a list of names; what is not one counts as empty. */
export const toolNames = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
