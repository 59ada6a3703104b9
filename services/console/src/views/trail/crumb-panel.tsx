import type { Envelope, TrailNode } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { formatDuration, nodeApproval, nodeProblems, schemaFamily } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Badge } from '../../components/badge';
import { Loading } from '../../components/loading';
import { JsonBlock } from '../../components/json-block';
import { AddToSet } from '../../components/add-to-set';
import { Author, useParticipantName } from '../../components/author';
import { EraseButton } from '../../components/erase-button';
import { ErrorNotice } from '../../components/error-notice';
import { ReplyFeedback } from '../../components/reply-feedback';
import { ReplySources } from '../../components/reply-sources';
import { Time } from '../../components/time';
import { findContext } from './find-context';
import { Versions } from './versions';
import { authorService } from './node-labels';
import { WorkflowGraph } from './workflow/workflow-graph';

const isContext = ({ schema_name }: TrailNode): boolean => schema_name === WIRE.agentContext;

const isWorkflow = ({ schema_name, tool }: TrailNode): boolean =>
  schema_name === WIRE.toolRequest && tool === 'workflow';

/** Who may read a breadcrumb: people by their names, with their ids. */
function useAudienceText({ audience }: Envelope): string {
  const nameOf = useParticipantName();
  if (audience === 'all') return 'everyone in the workspace';
  if (audience === 'agents') return 'agents and operators';
  const named = audience.map((one) => (nameOf(one) === one ? one : `${nameOf(one)} (${one})`));
  return [...named, 'operators'].join(', ');
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Facts({ crumb, node }: { readonly crumb: Envelope; readonly node: TrailNode }): ReactNode {
  const { cause } = node;
  const service = authorService(crumb.author);
  return (
    <dl className="facts">
      <Field name="Author">
        <Author author={crumb.author} />
      </Field>
      {service !== undefined && <Field name="Service">{service}</Field>}
      <Field name="Created">
        <Time at={crumb.occurred_at} />{' '}
        <span className="soft">{formatDuration(node.at_ms)} after the start of the trail</span>
      </Field>
      <Field name="Cause">
        {cause ? (
          <a href={hrefTo('trails', [crumb.trail_id], { crumb: cause.id })}>
            <code>
              {cause.id} version {cause.version}
            </code>
          </a>
        ) : (
          'None (this event started the trail)'
        )}
      </Field>
      <Field name="Visible to">{useAudienceText(crumb)}</Field>
      {crumb.session !== undefined && (
        <Field name="Session">
          <a href={hrefTo('chat', [crumb.session])}>{crumb.session}</a>
        </Field>
      )}
      <Field name="ID">
        <code className="anywhere">{crumb.id}</code>
      </Field>
    </dl>
  );
}

function Links({ id, nodes }: { readonly id: string; readonly nodes: readonly TrailNode[] }): ReactNode {
  const context = findContext(nodes, id, isContext);
  return (
    <p className="row">
      {context !== undefined && <a href={hrefTo('contexts', [context])}>View the context behind this</a>}
      {context !== id && <a href={hrefTo('contexts', [], { crumb: id })}>Used in these contexts</a>}
    </p>
  );
}

/** Pins the context behind an answer, or the context itself. */
function AddToSetOf({ id, nodes }: { readonly id: string; readonly nodes: readonly TrailNode[] }): ReactNode {
  const context = findContext(nodes, id, isContext);
  return context !== undefined && <AddToSet context={context} />;
}

/** Why a turn or a tool failed, the text of a message or tool result as it is, and the whole payload below. */
function Payload({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { content, text, error } = crumb.context as {
    content?: unknown;
    text?: unknown;
    error?: { message?: unknown };
  };
  const plainText = content ?? text;
  return (
    <>
      {typeof error?.message === 'string' && <p className="bad">{error.message}</p>}
      {typeof plainText === 'string' && (
        <pre className="said" dir="auto" tabIndex={0}>
          {plainText}
        </pre>
      )}
      <JsonBlock value={crumb.context} />
    </>
  );
}

interface TrailPlace {
  readonly node: TrailNode;
  readonly nodes: readonly TrailNode[];
}

function BreadcrumbDetails({ node, nodes }: TrailPlace): ReactNode {
  const client = useClient();
  const { id, erased = false } = node;
  const { data, error } = useQuery({ queryKey: ['crumb', id], queryFn: () => client.get(id), enabled: !erased });
  return (
    <>
      {erased ? (
        <p>This breadcrumb was erased. Only its ID and time remain.</p>
      ) : (
        <Content node={node} nodes={nodes} data={data} error={error} />
      )}
      {data && <EraseButton crumb={data} erased={erased} />}
    </>
  );
}

interface ReadContent extends TrailPlace {
  readonly data: Envelope | undefined;
  readonly error: unknown;
}

function Content({ node, nodes, data, error }: ReadContent): ReactNode {
  const { id } = node;
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Loading label="Loading the breadcrumb" />;
  return (
    <>
      <Facts crumb={data} node={node} />
      <Links id={id} nodes={nodes} />
      <Payload crumb={data} />
      {data.schema_name === WIRE.agentResponse && (
        <>
          <ReplySources id={id} />
          <ReplyFeedback id={id} />
        </>
      )}
      <AddToSetOf id={id} nodes={nodes} />
      <Versions crumb={data} />
    </>
  );
}

/** The breadcrumbs of a row that has several: of a tool call the request, the decision and the result. */
function Parts({ id, parts }: { readonly id: string; readonly parts: readonly TrailNode[] }): ReactNode {
  const { path, query } = useRoute();
  if (parts.length < 2) return null;
  return (
    <nav className="parts" aria-label="Parts of this call">
      {parts.map((part) => (
        <a
          key={part.id}
          href={hrefTo('trails', path, { ...Object.fromEntries(query), crumb: part.id })}
          aria-current={part.id === id ? 'page' : undefined}
        >
          {schemaFamily(part).split('.').at(-1)}
        </a>
      ))}
    </nav>
  );
}

const APPROVAL_KINDS = { waiting: 'warn', approved: 'good', answered: 'good', denied: 'warn', ended: 'plain' } as const;

/** The details of a breadcrumb, beside its trail. */
export function CrumbPanel(props: {
  readonly id: string;
  readonly nodes: readonly TrailNode[];
  /** The breadcrumbs of its row. */
  readonly parts: readonly TrailNode[];
  readonly onClose: () => void;
}): ReactNode {
  const { id, nodes, parts, onClose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const node = nodes.find((one) => one.id === id);
  useEffect(() => {
    // Braces, because newer browsers return a promise here, which an effect must not return.
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (!node) return null;
  const approval = nodeApproval(node);
  const workflow = parts.find(isWorkflow);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <aside className="trail-crumb" aria-label="Breadcrumb" onKeyDown={onKeyDown}>
      <div className="row">
        <h2 ref={heading}>{node.schema_name}</h2>
        {approval !== undefined && (
          <Badge kind={APPROVAL_KINDS[approval]}>{approval === 'waiting' ? 'waits for a person' : approval}</Badge>
        )}
        {nodeProblems(node).map((issue) => (
          <Badge key={issue} kind="bad">
            {issue}
          </Badge>
        ))}
        <button type="button" className="push" onClick={onClose}>
          Close
        </button>
      </div>
      <Parts id={id} parts={parts} />
      {workflow && <WorkflowGraph request={workflow.id} nodes={nodes} />}
      <BreadcrumbDetails node={node} nodes={nodes} />
    </aside>
  );
}
