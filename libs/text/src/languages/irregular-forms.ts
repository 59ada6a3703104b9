import { fold } from '../fold';
import { foldedStem } from './folded-stem';
import type { Language } from './language';

/** Each form, folded, with the words that it is of; `fui` is of `ir` and of `ser`. */
function readForms(groups: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const group of groups.trim().split(/[|\n]/)) {
    const forms = group.split(' ');
    for (const form of forms) found.set(fold(form), [...(found.get(fold(form)) ?? []), ...forms]);
  }
  return found;
}

const read = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** The other forms of a word that no stemmer knows; none for most words. One whose stem is a form, as that of `moms`, has the others of it. The words of a language are read with the first question in it. */
export function irregularForms(language: Language, word: string): readonly string[] {
  const { code, irregular } = language;
  if (irregular === undefined) return [];
  const forms = read.get(code) ?? readForms(irregular);
  read.set(code, forms);
  const plain = fold(word);
  return (forms.get(plain) ?? forms.get(foldedStem(language, word)) ?? []).filter((form) => fold(form) !== plain);
}
