import { useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'crumbtrail.theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

const readTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system';

/** Applies a theme; `system` follows the operating system. */
function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Applies the stored theme; called before the first render. */
export const showTheme = (): void => applyTheme(readTheme());

/** The theme, the next one, and a function that switches to it. */
export function useTheme(): { readonly theme: Theme; readonly next: Theme; readonly switchTheme: () => void } {
  const [theme, setTheme] = useState(readTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] as Theme;
  const switchTheme = (): void => {
    localStorage.setItem(STORAGE_KEY, next);
    applyTheme(next);
    setTheme(next);
  };
  return { theme, next, switchTheme };
}
