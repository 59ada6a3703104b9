/** gateway: the door. */
export const station = 'gateway';
