import type { CrumbEvent } from '@crumbtrail/contracts';

/** An event in the JSON format of CloudEvents 1.0. */
export interface CloudEvent {
  readonly specversion: '1.0';
  /** The same whenever the event is sent: receivers recognise what they have. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly time?: string;
  /** The breadcrumb that the event is about. */
  readonly subject?: string;
  /** The position in the log, with zeros before it: the extension `sequence` asks for texts whose order is that of the events. */
  readonly sequence?: string;
  readonly traceparent?: string;
  readonly datacontenttype: 'application/json';
  readonly data: object;
}

/** The media type of a {@link CloudEvent} as the body of a request. */
export const CLOUD_EVENT_TYPE = 'application/cloudevents+json; charset=utf-8';

/** Of the highest position. */
const SEQUENCE_DIGITS = String(Number.MAX_SAFE_INTEGER).length;

const sourceOf = (workspace: string): string => `/crumbtrail/workspaces/${workspace}`;

/** The event of the log without the text of its breadcrumb, which a reader fetches with a key of its own. */
export function toCloudEvent({ traceparent, workspace, ...data }: CrumbEvent): CloudEvent {
  const { id, position, schema_name, kind, at } = data;
  return {
    specversion: '1.0',
    id: `${id}.${position}`,
    source: sourceOf(workspace),
    type: `crumbtrail.${schema_name}.${kind}`,
    ...(at !== undefined && { time: at }),
    subject: id,
    sequence: String(position).padStart(SEQUENCE_DIGITS, '0'),
    ...(traceparent !== undefined && { traceparent }),
    datacontenttype: 'application/json',
    data,
  };
}

/** What an operator sends to see whether a receiver answers. */
export const testEvent = (workspace: string, webhook: string, id: string): CloudEvent => ({
  specversion: '1.0',
  id,
  source: sourceOf(workspace),
  type: 'crumbtrail.webhook.test',
  datacontenttype: 'application/json',
  data: { webhook },
});
