/** client: the TypeScript client of the HTTP doors. */
export const library = 'client';
