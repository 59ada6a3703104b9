import { toJsonObject } from '@crumbtrail/contracts/payload';
import type { ToolDefV1 } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { hrefTo } from '../../routing/route';
import { Loading } from '../../components/loading';
import { NotFound } from '../../components/not-found';
import type { FieldSpec } from '../../components/editing/field-spec';
import { JsonBlock } from '../../components/json-block';
import { type ToolEntry, toolSettings } from './tool-entries';
import { existingToolFields } from './tool-form';
import { AvailabilityBadge } from './availability-badge';
import { TryTool } from './try-tool';

const PayloadEditor = lazy(() => import('../../components/editing/payload-editor'));

function fieldsOf({ timeout_ms = 30_000, effect = 'repeatable', persistence = 'turn' }: ToolDefV1): FieldSpec[] {
  return [
    {
      pointer: '/enabled',
      label: 'Enabled',
      kind: 'yes-no',
      defaultText: 'yes',
      hint: 'When disabled, agents aren’t offered this tool and can’t call it.',
    },
    { pointer: '/timeout_ms', label: 'Timeout (ms)', kind: 'number', defaultText: String(timeout_ms) },
    {
      pointer: '/effect',
      label: 'Effect',
      kind: 'choice',
      choices: ['repeatable', 'at_most_once'],
      defaultText: effect,
    },
    {
      pointer: '/persistence',
      label: 'Results kept',
      kind: 'choice',
      choices: ['turn', 'day', 'session', 'permanent'],
      defaultText: persistence,
    },
  ];
}

function GrantedTo({ granted }: { readonly granted: readonly string[] }): ReactNode {
  if (granted.length === 0) return <>no agents</>;
  return granted.map((agent, at) => (
    <Fragment key={agent}>
      {at > 0 && ', '}
      <a href={hrefTo('agents', [agent])}>{agent}</a>
    </Fragment>
  ));
}

function About({ tool }: { readonly tool: ToolEntry }): ReactNode {
  const { source = 'unknown', permissions = [], unavailable } = tool.crumb.context;
  const { runner, effect, persistence, timeout_ms } = toolSettings(tool);
  const pairs: readonly (readonly [string, ReactNode])[] = [
    ['Status', <AvailabilityBadge key="standing" tool={tool} />],
    ...(unavailable === undefined ? [] : [['Unavailable', unavailable] as const]),
    ['Source', source],
    ['Runner', runner],
    [
      'Effect',
      effect === 'at_most_once'
        ? 'at most once: never retried, even after a crash'
        : 'repeatable: may be retried after a crash',
    ],
    ['Results kept', persistence],
    ['Timeout', `${timeout_ms} ms`],
    ['Log permissions', permissions.length === 0 ? 'none' : permissions.join(', ')],
    ['Granted to', <GrantedTo key="granted" granted={tool.granted} />],
  ];
  return (
    <dl className="about-tool">
      {pairs.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Schemas({ definition: { input, output, examples = [] } }: { readonly definition: ToolDefV1 }): ReactNode {
  return (
    <>
      <h2>Input schema</h2>
      <JsonBlock value={input} />
      <h2>Output schema</h2>
      {output ? <JsonBlock value={output} /> : <p className="soft">No output schema declared.</p>}
      {examples.length > 0 && <h2>Examples</h2>}
      {examples.map((example, at) => (
        <JsonBlock key={at} value={example} />
      ))}
    </>
  );
}

/** The definition of a tool with code, for its authors. */
function Definition({ tool: { crumb } }: { readonly tool: ToolEntry }): ReactNode {
  return (
    <>
      <h2>Definition</h2>
      <p className="soft">A change is a new version. Turns run the version that they were offered.</p>
      <Suspense fallback={<Loading label="Loading the editor" />}>
        <PayloadEditor
          schemaName={WIRE.toolDef}
          value={toJsonObject(crumb.context)}
          crumb={crumb}
          fields={existingToolFields}
        />
      </Suspense>
    </>
  );
}

/** One tool: its settings and grants, a form to try it, operator settings and schemas.*/
export function ToolPage({ name, tools }: { readonly name: string; readonly tools: readonly ToolEntry[] }): ReactNode {
  const tool = tools.find(({ crumb }) => crumb.context.name === name);
  if (!tool) return <NotFound>Tool “{name}” not found.</NotFound>;
  const { crumb, config } = tool;
  const value = toJsonObject(config?.context ?? { tool: name });
  return (
    <>
      <p>
        <a href={hrefTo('tools')}>All tools</a>
      </p>
      <h1>{name}</h1>
      <p className="description">{crumb.context.description}</p>
      <About tool={tool} />
      <h2>Try it</h2>
      <TryTool tool={tool} />
      {crumb.context.code !== undefined && <Definition tool={tool} />}
      <h2>Operator settings</h2>
      <p className="soft">Override the tool’s definition. Changes apply immediately to all agents.</p>
      <Suspense fallback={<Loading label="Loading the editor" />}>
        <PayloadEditor
          schemaName={WIRE.toolConfig}
          value={value}
          crumb={config}
          createLabel="Save"
          fields={fieldsOf(crumb.context)}
        />
      </Suspense>
      <Schemas definition={crumb.context} />
    </>
  );
}
