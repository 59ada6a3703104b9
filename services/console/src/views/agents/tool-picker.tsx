import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client';
import { loadTools } from '../tools/tool-entries';
import { toggleTool, toolNames, unknownTools } from './granted-tools';

/** Below the field of an agent's tools: names that no tool has, and the tools that there are, to choose from. */
export function ToolPicker(props: { readonly value: unknown; readonly onValue: (value: unknown) => void }): ReactNode {
  const client = useClient();
  const { data: tools } = useQuery({ queryKey: ['tools'], queryFn: () => loadTools(client), staleTime: 60_000 });
  const granted = toolNames(props.value);
  if (tools === undefined || tools.length === 0) return null;
  const names = tools.map(({ crumb }) => crumb.context.name);
  const unknown = unknownTools(granted, names);
  return (
    <>
      {unknown.length > 0 && <p className="hint warn">No tool is called {unknown.join(', ')} yet.</p>}
      <details>
        <summary>Choose from {names.length} tools</summary>
        <ul className="tool-choices">
          {tools.map(({ crumb: { context }, available }) => (
            <li key={context.name}>
              <label title={context.description}>
                <input
                  type="checkbox"
                  checked={granted.includes(context.name)}
                  onChange={() => props.onValue(toggleTool(granted, context.name))}
                />{' '}
                {context.name}
                {available === false && ' (not available)'}
              </label>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
