import { aTool, aTurn } from '@crumbtrail/prompting/test';

const PLAYER = { type: 'object', properties: { player: { type: 'string' } }, required: ['player'] };
const checkWill = aTool('check_will', { description: 'The will of the dead.', input: PLAYER });
const getRole = aTool('get_role', { input: PLAYER });

/** A turn of a player in tags mode. */
export const game = aTurn({ definition: { tool_mode: 'tags' }, tools: [checkWill, getRole] });

/** What the tools of the game return. */
export const doings = { check_will: () => 'I am the Doctor.', get_role: () => 'Doctor' };

/** A reply that ends the turn. */
export const SAY = '<think>So he is.</think><speak>He is the Doctor.</speak>';
