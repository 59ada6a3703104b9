import type { ReactNode } from 'react';
import { EmbedderForm } from './embedder-form';
import { isCatchingUp, type ShownEmbeddings } from './use-embeddings';

const count = (one: number): string => one.toLocaleString('en-US');

/** How far the chosen embedder is. */
function Progress({ state }: { readonly state: ShownEmbeddings }): ReactNode {
  const { serving, chosen, backlog, embedded } = state;
  if (embedded === undefined) return <p>It computes vectors in memory when they are compared: no text waits for it.</p>;
  const all = embedded + backlog;
  return (
    <div role="status">
      {isCatchingUp(state) && <progress aria-label="Texts embedded" max={Math.max(1, all)} value={embedded} />}{' '}
      {count(embedded)} of {count(all)} texts are embedded by {chosen}
      {serving === chosen ? '.' : `; ${serving} serves until all are.`}
    </div>
  );
}

/** The embedder of the installation: which one serves, how far it is, and the form that tests and changes it. */
export function EmbedderSection({ state }: { readonly state: ShownEmbeddings }): ReactNode {
  const { serving, chosen, configured, trouble, may_change: mayChange } = state;
  return (
    <section aria-label="Embedder">
      <h2>Embedder</h2>
      <p className="answering">
        <strong>{serving}</strong> embeds texts, by which searches and contexts find what means the same.
      </p>
      <Progress state={state} />
      {trouble !== undefined && (
        <p className="anywhere">
          Problem: <bdi>{trouble}</bdi>
        </p>
      )}
      {configured !== undefined && (
        <p className="soft">
          The environment names {configured} (EMBEDDINGS)
          {configured === chosen ? '' : ', and another one was chosen here'}. It takes precedence at the next start
          after it has changed. Address, key and model of a server are set there.
        </p>
      )}
      {mayChange ? (
        <EmbedderForm state={state} />
      ) : (
        <p>All workspaces share it: only operators of the workspace default test and change it.</p>
      )}
    </section>
  );
}
