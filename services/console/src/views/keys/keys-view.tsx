import type { ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import { QueryResult } from '../../components/query-result';
import { ApiKeyTable } from './api-key-table';
import './keys.css';
import { NewKeyForm } from './new-key';
import { useKeys } from './use-keys';

function Keys(): ReactNode {
  const keys = useKeys();
  return (
    <>
      <NewKeyForm />
      <QueryResult query={keys}>{(data) => <ApiKeyTable keys={data} />}</QueryResult>
    </>
  );
}

/** The keys view: who may use the API and this console, for operators. */
export default function KeysView(): ReactNode {
  const { role } = useIdentity();
  return (
    <div className="view">
      <h1>Keys</h1>
      <p className="soft">A key lets a person, agent or program sign in to the console and the API.</p>
      {role === 'operator' ? <Keys /> : <p>Only operators see and create keys.</p>}
    </div>
  );
}
