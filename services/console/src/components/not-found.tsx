import type { ReactNode } from 'react';
import { hrefTo } from '../routing/route';

/** Ways on from a page or a record that does not exist: back, and the search. */
export function WaysOn(): ReactNode {
  return (
    <p className="row">
      <button type="button" onClick={() => window.history.back()}>
        Go back
      </button>
      <a className="button" href={hrefTo('search')}>
        Search
      </a>
    </p>
  );
}

/** Says that something does not exist, and the ways on. */
export function NotFound({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div role="alert">
      <p>{children}</p>
      <WaysOn />
    </div>
  );
}
