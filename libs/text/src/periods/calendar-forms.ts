import { fold } from '../fold';
import type { Language } from '../languages/language';
import { namesOf } from './date-names';

/** Each name of a month or a weekday, with the other names of it. */
type NameForms = ReadonlyMap<string, readonly string[]>;

function readForms(language: Language): NameForms {
  const forms = new Map<string, readonly string[]>();
  for (const kind of ['weekday', 'month'] as const) {
    const names = [...namesOf(language, kind)];
    for (const [name, number] of names) {
      const others = names.flatMap(([other, of]) => (of === number && other !== name ? [other] : []));
      forms.set(name, [...(forms.get(name) ?? []), ...others]);
    }
  }
  return forms;
}

const read = new Map<string, NameForms>();

/** The other names of a month or a weekday in a language, as `wednesday` for `Wed`; none for another word. */
export function calendarForms(language: Language, word: string): readonly string[] {
  const forms = read.get(language.code) ?? readForms(language);
  read.set(language.code, forms);
  return forms.get(fold(word)) ?? [];
}
