/** context-builder: what an agent gets to see. */
export const station = 'context-builder';
