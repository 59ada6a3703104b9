import type { ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import { QueryResult } from '../../components/query-result';
import { ModelSettings } from './model-settings';
import { SecretsSection } from './secrets-section';
import './settings.css';
import { useModel } from './use-model';
import { useSecrets } from './use-secrets';

function Settings(): ReactNode {
  const model = useModel();
  const secrets = useSecrets();
  return (
    <>
      <QueryResult query={model}>{(state) => <ModelSettings state={state} />}</QueryResult>
      <QueryResult query={secrets}>{(state) => <SecretsSection state={state} />}</QueryResult>
    </>
  );
}

/** The settings of the workspace, for operators. */
export default function SettingsView(): ReactNode {
  const { role } = useIdentity();
  return (
    <div className="view">
      <h1>Settings</h1>
      {role === 'operator' ? <Settings /> : <p>Only operators see and change settings.</p>}
    </div>
  );
}
