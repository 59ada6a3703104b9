import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRoute } from '../../app/use-route';
import { useClient } from '../../data/client';
import { Asked } from '../../parts/asked';
import { readTools } from './known-tools';
import { ToolList } from './tool-list';
import { ToolPage } from './tool-page';
import './tools.css';

/** Tools: the catalogue, or one of them. */
export default function ToolsView(): ReactNode {
  const client = useClient();
  const [name] = useRoute().path;
  const tools = useQuery({ queryKey: ['tools'], queryFn: () => readTools(client) });
  return (
    <div className="view">
      <Asked query={tools}>
        {(all) => (name === undefined ? <ToolList tools={all} /> : <ToolPage key={name} name={name} tools={all} />)}
      </Asked>
    </div>
  );
}
