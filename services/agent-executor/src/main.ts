/** agent-executor: runs agents as data. */
export const station = 'agent-executor';
