import type { ReactNode } from 'react';
import { McpServerTable } from '../../components/mcp-server-table';
import { hrefTo } from '../../routing/route';
import { type ToolEntry, toolSettings } from './tool-entries';
import { AvailabilityBadge } from './availability-badge';

const RESULTS_KEPT = {
  turn: 'results kept for one turn',
  day: 'results kept for a day',
  session: 'results kept for the session',
  permanent: 'results kept for good',
} as const;

const titles = ['Tool', 'Status', 'Source', 'Effect', 'Granted to'];

function Row({ tool }: { readonly tool: ToolEntry }): ReactNode {
  const { name, source = '' } = tool.crumb.context;
  const { runner, effect, persistence } = toolSettings(tool);
  return (
    <tr>
      <th scope="row">
        <a href={hrefTo('tools', [name])}>{name}</a>
      </th>
      <td>
        <AvailabilityBadge tool={tool} />
      </td>
      <td>
        {source} <span className="soft tool-detail">{runner}</span>
      </td>
      <td>
        {effect === 'at_most_once' ? 'at most once' : 'safe to retry'}{' '}
        <span className="soft tool-detail">{RESULTS_KEPT[persistence]}</span>
      </td>
      <td>{tool.granted.length === 0 ? <span className="soft">no agents</span> : tool.granted.join(', ')}</td>
    </tr>
  );
}

/** The list of tools. */
export function ToolList({ tools }: { readonly tools: readonly ToolEntry[] }): ReactNode {
  return (
    <>
      <div className="row">
        <h1>Tools</h1>
        <a className="push" href={hrefTo('tools', [], { new: true })}>
          New tool
        </a>
      </div>
      {tools.length === 0 && <p>No tools are defined. Is the tool-runner running?</p>}
      <div className="wide" tabIndex={0} role="region" aria-label="Tools">
        <table>
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tools.map((tool) => (
              <Row key={tool.crumb.id} tool={tool} />
            ))}
          </tbody>
        </table>
      </div>
      <McpServerTable />
    </>
  );
}
