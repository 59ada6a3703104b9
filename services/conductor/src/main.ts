/** conductor: who speaks. */
export const station = 'conductor';
