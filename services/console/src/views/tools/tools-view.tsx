import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRoute } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { QueryResult } from '../../components/query-result';
import { loadTools } from './tool-entries';
import { NewTool } from './new-tool';
import { ToolList } from './tool-list';
import { ToolPage } from './tool-page';
import './tools.css';

/** The tools view: the list, or one tool. */
export default function ToolsView(): ReactNode {
  const client = useClient();
  const { path, query } = useRoute();
  const [name] = path;
  const tools = useQuery({ queryKey: ['tools'], queryFn: () => loadTools(client) });
  if (name === undefined && query.has('new'))
    return (
      <div className="view">
        <NewTool />
      </div>
    );
  return (
    <div className="view">
      <QueryResult query={tools}>
        {(all) => (name === undefined ? <ToolList tools={all} /> : <ToolPage key={name} name={name} tools={all} />)}
      </QueryResult>
    </div>
  );
}
