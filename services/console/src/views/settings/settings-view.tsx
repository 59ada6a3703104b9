import { lazy, type ReactNode, Suspense } from 'react';
import { useIdentity } from '../../api/client';
import { Loading } from '../../components/loading';
import { QueryResult } from '../../components/query-result';
import { useRoute } from '../../routing/use-route';
import { EmbedderSection } from './embedder/embedder-section';
import { useEmbeddings } from './embedder/use-embeddings';
import { ServerSection } from './mcp/server-section';
import { useMcpServers } from './mcp/use-mcp-servers';
import { ModelSettings } from './model-settings';
import { SecretsSection } from './secrets-section';
import './settings.css';
import { SubqueryList } from './subqueries/subquery-list';
import { useModel } from './use-model';
import { useSecrets } from './use-secrets';

const SubqueryPage = lazy(() => import('./subqueries/subquery-page'));

function Models(): ReactNode {
  const model = useModel();
  const secrets = useSecrets();
  const servers = useMcpServers();
  const embeddings = useEmbeddings();
  return (
    <>
      <QueryResult query={model}>{(state) => <ModelSettings state={state} />}</QueryResult>
      <QueryResult query={secrets}>{(state) => <SecretsSection state={state} />}</QueryResult>
      <QueryResult query={servers}>{(state) => <ServerSection state={state} />}</QueryResult>
      <QueryResult query={embeddings}>{(state) => <EmbedderSection state={state} />}</QueryResult>
    </>
  );
}

function Settings(): ReactNode {
  const [section, type] = useRoute().path;
  if (section === 'subqueries' && type !== undefined)
    return (
      <Suspense fallback={<Loading label="Loading the template" />}>
        <SubqueryPage key={type} type={type} />
      </Suspense>
    );
  return (
    <>
      <h1>Settings</h1>
      <Models />
      <SubqueryList />
    </>
  );
}

/** The settings of the workspace, for operators. */
export default function SettingsView(): ReactNode {
  const { role } = useIdentity();
  if (role === 'operator')
    return (
      <div className="view">
        <Settings />
      </div>
    );
  return (
    <div className="view">
      <h1>Settings</h1>
      <p>Only operators see and change settings.</p>
    </div>
  );
}
