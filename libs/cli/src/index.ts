/** cli: the crumb command. */
export const library = 'cli';
