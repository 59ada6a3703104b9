import type { CrumbEvent } from '@crumbtrail/contracts';
import { toCloudEvent } from './to-cloud-event';

const event: CrumbEvent = {
  position: 42,
  kind: 'created',
  workspace: 'shop',
  id: '0197f0c2-0000-7000-8000-000000000001',
  version: 1,
  schema_name: 'user.message.v1',
  session: 'demo',
  trail_id: '0197f0c2-0000-7000-8000-000000000002',
  hop: 0,
  author: { kind: 'user', id: 'ann' },
  imported: false,
  content_hash: 'sha256:1',
  at: '2026-11-29T10:00:00.000Z',
};

test('an event of the log is a CloudEvent whose id stays the same, and whose sequence is the position', () => {
  const { workspace, ...data } = event;
  expect(toCloudEvent(event)).toEqual({
    specversion: '1.0',
    id: `${event.id}.42`,
    source: `/crumbtrail/workspaces/${workspace}`,
    type: 'crumbtrail.user.message.v1.created',
    time: event.at,
    subject: event.id,
    sequence: '0000000000000042',
    datacontenttype: 'application/json',
    data,
  });
});

test('an event without a time has none, and the trace context is an attribute', () => {
  const { at: _, ...older } = event;
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const sent = toCloudEvent({ ...older, traceparent });
  expect(sent).toMatchObject({ traceparent });
  expect(sent).not.toHaveProperty('time');
  expect(sent.data).not.toHaveProperty('traceparent');
});

test('the sequence of a later event comes later as a text, too', () => {
  const [earlier = '', later = ''] = [9, 10].map((position) => toCloudEvent({ ...event, position }).sequence);
  expect(earlier < later).toBe(true);
});
