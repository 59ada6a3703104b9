const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const MAX_WORDS = 48;

/** Is the text the name of a session? */
export const isSessionName = (text: string): boolean => NAME.test(text);

/** A name for a session with this title: the title's letters and digits, and a suffix of a random number, so that no other has it. */
export function nameForTitle(title: string, random: number): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_WORDS)
    .replace(/-+$/, '');
  return `${words || 'session'}-${random.toString(36)}`;
}
