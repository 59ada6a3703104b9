const TURN = 'turn:';
const TOOL = 'tool:';
const MEMORY = 'memory:';

/** The key of the claim on a turn: its holder runs the turn. */
export function turnClaimKey(turn: string): string {
  return `${TURN}${turn}`;
}

/** The turn that a claim's key is for; null for any other key. */
export function parseTurnClaimKey(key: string): string | null {
  return key.startsWith(TURN) ? key.slice(TURN.length) : null;
}

/** The key of the claim on a tool request or on a tool trial: its holder runs the tool. */
export function toolClaimKey(request: string): string {
  return `${TOOL}${request}`;
}

/** The tool request that a claim's key is for; null for any other key. */
export function parseToolClaimKey(key: string): string | null {
  return key.startsWith(TOOL) ? key.slice(TOOL.length) : null;
}

/** The key of the claim on the memory of an agent in a session for one set of readers; only its holder compacts that memory. */
export function memoryClaimKey(memory: {
  readonly agent: string;
  readonly session: string;
  readonly readers: string;
}): string {
  return `${MEMORY}${memory.agent}/${memory.session}/${memory.readers}`;
}
