/** Particles, and endings of the copula and of common verbs, longest first. */
const ENDING =
  /(?:에서부터|으로부터|이라고|에게서|한테서|에서는|에서도|까지는|입니다|습니다|했습니다|이에요|예요|에서|에게|한테|으로|이랑|하고|부터|까지|처럼|보다|마다|이나|이라|에는|에도|께서|들이|들은|들을|은|는|이|가|을|를|의|에|와|과|도|로|랑|나|만|께|들|요)$/;

/** A light stemmer of Korean: the word without its particle, where a syllable stays. */
export function stemKorean(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem === '' ? word : stem;
}
