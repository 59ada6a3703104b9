import type { ReactNode } from 'react';
import type { ModelState } from '../../api/model-states';
import { useModelStates } from '../../api/use-model-states';
import { Badge } from '../../components/badge';
import { Loading } from '../../components/loading';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { Time } from '../../components/time';
import { hrefTo } from '../../routing/route';

const TITLES = ['Agent', 'Model', 'State', 'Latest call', 'Last provider error'];
const NO_NUMBERS: ReadonlySet<string> = new Set();

function State({ failures }: Pick<ModelState, 'failures'>): ReactNode {
  if (failures === 0) return <Badge kind="good">answers</Badge>;
  return <Badge kind="bad">{failures === 1 ? 'the last call failed' : `the last ${failures} calls failed`}</Badge>;
}

function ModelRow({ state }: { readonly state: ModelState }): ReactNode {
  const { agent, model, failures, message, at, trail_id } = state;
  return (
    <tr>
      <th scope="row">
        <a href={hrefTo('agents', [agent])}>{agent}</a>
      </th>
      <td>{model}</td>
      <td>
        <State failures={failures} />
      </td>
      <td>
        <a href={hrefTo('trails', [trail_id])}>
          <Time at={at} />
        </a>
      </td>
      <td className="anywhere" dir="auto">
        {message}
      </td>
    </tr>
  );
}

/** How the latest calls of each agent's model ended. No model is called to find out. */
export function ModelTable(): ReactNode {
  const states = useModelStates();
  if (!states) return <Loading label="Loading the state of the models" />;
  if (states.length === 0) return <p className="soft">No agent has answered yet.</p>;
  return (
    <ScrollRegion label="Models">
      <table>
        <TableHead titles={TITLES} numeric={NO_NUMBERS} />
        <tbody>
          {states.map((state) => (
            <ModelRow key={state.agent} state={state} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
