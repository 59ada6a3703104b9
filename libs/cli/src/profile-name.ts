/** What may name a profile. */
export const PROFILE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
