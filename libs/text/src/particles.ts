import { PARTICLES as KOREAN } from './languages/ko/particles';

// An entry of its own, which loads no more of the languages: who needs only this has no use for 30 MB of stemmers.
const PARTICLES = new RegExp(`^(?:${KOREAN.join('|')})+$`, 'u');
/** No chain of particles is longer. */
const MOST_CHARACTERS = 12;

/** Whether letters that stand right behind a name are its particles, as in Korean `앨리스가`, and no part of it. */
export const areParticles = (letters: string): boolean => letters.length <= MOST_CHARACTERS && PARTICLES.test(letters);
