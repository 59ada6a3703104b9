/** testing: what the specs stand on. */
export const library = 'testing';
