import { type ReactNode, useEffect, useState } from 'react';
import { ErrorNotice } from '../components/error-notice';
import { Loading } from '../components/loading';

/** A page younger than this that lacks a file is broken, not outdated; reloading it by itself would never end. */
const MIN_AGE_MS = 5_000;
const POLL_MS = 2_000;

/** Errors of files that could not be loaded: because the gateway does not answer, or because a newer console has replaced them. */
const loadErrors = new WeakMap<Error, { readonly mayReload: boolean }>();

/** Remembers which errors are those of files that could not be loaded. Call it once, before the first view is loaded. */
export function watchLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    loadErrors.set(payload, { mayReload: performance.now() > MIN_AGE_MS });
  });
}

/** Is it the error of a file that could not be loaded? */
export const isLoadError = (error: unknown): error is Error => error instanceof Error && loadErrors.has(error);

async function doesGatewayAnswer(): Promise<boolean> {
  try {
    return (await fetch(location.origin, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Reloads the page as soon as the gateway answers; true once it did not. The address keeps the place. */
function useReloadWhenAnswered(isActive: boolean): boolean {
  const [isUnreachable, setUnreachable] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const unmounting = new AbortController();
    const poll = async (): Promise<void> => {
      const answers = await doesGatewayAnswer();
      if (unmounting.signal.aborted) return;
      if (answers) return location.reload();
      setUnreachable(true);
      setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => unmounting.abort();
  }, [isActive]);
  return isUnreachable;
}

/** In place of a view whose files could not be loaded: the page around it stays, and is reloaded as soon as the gateway answers. */
export function ViewNotLoaded({ error }: { readonly error: Error }): ReactNode {
  const mayReload = loadErrors.get(error)?.mayReload ?? false;
  const isUnreachable = useReloadWhenAnswered(mayReload);
  if (!mayReload) return <ErrorNotice error={error} onRetry={() => location.reload()} />;
  if (!isUnreachable) return <Loading label="Loading the view" />;
  return (
    <p className="problem" role="alert">
      This view could not be loaded: nothing answers at {location.origin}. It opens as soon as the gateway answers.
    </p>
  );
}
