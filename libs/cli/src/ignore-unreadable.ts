import { isApiError } from '@crumbtrail/client';

/** Handles the error of a breadcrumb that is hidden from this key or was erased: undefined. Throws other errors. */
export function ignoreUnreadable(error: unknown): undefined {
  if (!isApiError(error, 404) && !isApiError(error, 410)) throw error;
}
