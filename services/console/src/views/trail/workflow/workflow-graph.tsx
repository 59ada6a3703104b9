import type { TrailNode } from '@crumbtrail/contracts';
import { formatDuration } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo } from 'react';
import { useClient } from '../../../api/client';
import { hrefTo } from '../../../routing/route';
import { useRoute } from '../../../routing/use-route';
import { BOX, layoutSteps, type PlacedStep } from './layout';
import { drawnSteps, type DrawnStep, type DrawnState } from './workflow-steps';
import './workflow.css';

const KINDS: Readonly<Record<DrawnState, 'good' | 'bad' | 'warn' | 'plain'>> = {
  done: 'good',
  failed: 'bad',
  'waits for a person': 'warn',
  'is tried again': 'warn',
  runs: 'plain',
  waits: 'plain',
  'not run': 'plain',
};

/** What is known of a step, in words. */
function factsOf({ state, took_ms, attempts, error }: DrawnStep): string {
  return [
    error === undefined ? state : `${state}: ${error}`,
    ...(took_ms === undefined ? [] : [formatDuration(took_ms)]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ].join(', ');
}

/** A step as a box; one that was requested links to its request. */
function Step({ placed: { step, x, y }, trail }: { readonly placed: PlacedStep; readonly trail: string }): ReactNode {
  const { query } = useRoute();
  const { id, tool, needs, request, state } = step;
  const text = (
    <>
      <span className="step-name">
        <bdi>{id}</bdi> <span className="soft">{tool}</span>
      </span>{' '}
      <span className={KINDS[state]}>{factsOf(step)}</span>
      {needs.length > 0 && <span className="unseen"> after {needs.join(', ')}</span>}
    </>
  );
  return (
    <li
      className={`workflow-step ${KINDS[state]}`}
      style={{ left: x, top: y, width: BOX.width, height: BOX.height }}
      data-step={id}
      data-state={state}
      title={`${id}: ${factsOf(step)}`}
    >
      {request === undefined ? (
        <span>{text}</span>
      ) : (
        <a href={hrefTo('trails', [trail], { ...Object.fromEntries(query), crumb: request })}>{text}</a>
      )}
    </li>
  );
}

/** The steps of a workflow as a graph: a box for each, a line to each that waits for it. For screen readers it is a list in order, which says what each step waits for. */
export function WorkflowGraph(props: {
  /** The request of the workflow. */
  readonly request: string;
  readonly nodes: readonly TrailNode[];
}): ReactNode {
  const { request, nodes } = props;
  const client = useClient();
  const { path } = useRoute();
  const arrow = useId();
  const { data } = useQuery({ queryKey: ['crumb', request], queryFn: () => client.get(request) });
  const input = data?.context['input'];
  const drawing = useMemo(() => layoutSteps(drawnSteps(request, nodes, input)), [request, nodes, input]);
  if (drawing.steps.length === 0) return null;
  const { width, height, steps, edges } = drawing;
  return (
    <section className="workflow-graph" aria-label="Steps of the workflow" tabIndex={0}>
      <div className="workflow-drawing" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true">
          <defs>
            <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path d="M0 0L8 4L0 8z" className="arrow" />
            </marker>
          </defs>
          {edges.map(({ from, to, path: d }) => (
            <path key={`${from} ${to}`} d={d} data-edge={`${from} ${to}`} markerEnd={`url(#${arrow})`} />
          ))}
        </svg>
        <ol>
          {steps.map((placed) => (
            <Step key={placed.step.id} placed={placed} trail={path[0] ?? ''} />
          ))}
        </ol>
      </div>
    </section>
  );
}
