import { useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'crumbtrail.theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

const readTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system';

/** Shows a theme; `system` follows the machine. */
function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Shows the theme that was chosen last, before anything is drawn. */
export const showTheme = (): void => applyTheme(readTheme());

/** The theme, and the choice of the next. */
export function useTheme(): { readonly theme: Theme; readonly next: Theme; readonly turn: () => void } {
  const [theme, setTheme] = useState(readTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] as Theme;
  const turn = (): void => {
    localStorage.setItem(STORAGE_KEY, next);
    applyTheme(next);
    setTheme(next);
  };
  return { theme, next, turn };
}
