/** agent-kit: what an agent service is made of. */
export const library = 'agent-kit';
