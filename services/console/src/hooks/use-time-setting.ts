import { useSyncExternalStore } from 'react';

/** How times are shown: in UTC, in the time zone of this browser, or as what has passed since. */
export type TimeSetting = 'local' | 'UTC' | 'relative';

const STORAGE_KEY = 'crumbtrail.time';
const settings: readonly TimeSetting[] = ['local', 'UTC', 'relative'];
const USUAL: TimeSetting = 'local';
const listeners = new Set<() => void>();

const readSetting = (): TimeSetting => settings.find((one) => one === localStorage.getItem(STORAGE_KEY)) ?? USUAL;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The IANA name of the time zone of this browser. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The setting, the next one, and a function that switches to it everywhere on the page; it is kept in this browser. */
export function useTimeSetting(): {
  readonly setting: TimeSetting;
  readonly next: TimeSetting;
  readonly switchSetting: () => void;
} {
  const setting = useSyncExternalStore(subscribe, readSetting, () => USUAL);
  const next = settings[(settings.indexOf(setting) + 1) % settings.length] as TimeSetting;
  const switchSetting = (): void => {
    localStorage.setItem(STORAGE_KEY, next);
    for (const listener of listeners) listener();
  };
  return { setting, next, switchSetting };
}
