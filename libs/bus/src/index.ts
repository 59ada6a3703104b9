/** bus: the road: JetStream, subjects, settlement. */
export const library = 'bus';
