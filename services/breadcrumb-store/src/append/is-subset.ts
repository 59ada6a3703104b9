/** Is everybody in the inner audience also in the outer one? `known` are names that are known to belong to it. Both are stored tokens. */
export function isSubset(inner: readonly string[], outer: readonly string[], known: readonly string[]): boolean {
  if (outer.includes('*')) return true;
  if (inner.includes('*')) return false;
  if (inner.includes('@agents')) return outer.includes('@agents');
  const hasAgents = outer.includes('@agents');
  return inner.every(
    (name) => outer.includes(name) || known.includes(name) || (hasAgents && name.startsWith('agent:')),
  );
}
