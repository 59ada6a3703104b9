import { useCallback, useState } from 'react';

const PREFIX = 'crumbtrail.draft ';

/** Deletes what was written in this tab and not sent. */
export function clearDrafts(): void {
  for (const place of Object.keys(sessionStorage)) if (place.startsWith(PREFIX)) sessionStorage.removeItem(place);
}

/** A text that stays in this tab, under a name, until it is empty: a person who leaves the view finds it again. */
export function useDraft(name: string): readonly [text: string, change: (text: string) => void] {
  const place = `${PREFIX}${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(place) ?? '');
  const change = useCallback(
    (next: string) => {
      setText(next);
      if (next === '') sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, next);
    },
    [place],
  );
  return [text, change];
}
