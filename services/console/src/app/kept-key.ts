const PLACE = 'crumbtrail.key';

/** The API key stays in this tab's storage: it is gone with the tab, and stands in no address and no log. */
export const keptKey = {
  read: (): string | null => sessionStorage.getItem(PLACE),
  keep: (key: string): void => sessionStorage.setItem(PLACE, key),
  forget: (): void => sessionStorage.removeItem(PLACE),
};
