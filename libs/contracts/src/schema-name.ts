/** `user.message.v2` → `{family: 'user.message', version: 2}`; null for anything else. */
export function parseSchemaName(name: string): { family: string; version: number } | null {
  const found = /^([a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*)\.v([1-9][0-9]*)$/.exec(name);
  return found ? { family: found[1] as string, version: Number(found[2]) } : null;
}

/** Whether a subscription to `wanted` matches a crumb of `actual`: the same family, and at least that version. */
export function satisfies(actual: string, wanted: string): boolean {
  const a = parseSchemaName(actual);
  const w = parseSchemaName(wanted);
  return a !== null && w !== null && a.family === w.family && a.version >= w.version;
}
