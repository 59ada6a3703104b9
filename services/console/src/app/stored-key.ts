const PLACE = 'crumbtrail.key';

/** The API key in the session storage of this tab: closing the tab deletes it, and it is never in an address or a log. */
export const storedKey = {
  read: (): string | null => sessionStorage.getItem(PLACE),
  save: (key: string): void => sessionStorage.setItem(PLACE, key),
  clear: (): void => sessionStorage.removeItem(PLACE),
};
