const PLACE = 'crumbtrail.key';

/** The API key stays in this tab's storage: it is gone with the tab, and stands in no address and no log. */
export const storedKey = {
  read: (): string | null => sessionStorage.getItem(PLACE),
  save: (key: string): void => sessionStorage.setItem(PLACE, key),
  clear: (): void => sessionStorage.removeItem(PLACE),
};
