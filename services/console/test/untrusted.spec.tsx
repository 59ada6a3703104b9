import { ApiError } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { renderToStaticMarkup } from 'react-dom/server';
import { ClientProvider } from '../src/api/client';
import { JsonBlock } from '../src/components/json-block';
import { ErrorNotice } from '../src/components/error-notice';
import { Message } from '../src/views/chat/message';

const NASTY = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'`</li></pre>';
const crumb = {
  id: 'a',
  version: 1,
  position: 1,
  schema_name: WIRE.agentResponse,
  title: NASTY,
  session: 'demo',
  occurred_at: '2026-01-01T00:00:00Z',
  author: { kind: 'user', id: NASTY, name: NASTY },
  trail_id: NASTY,
  tags: [NASTY],
  audience: [NASTY],
  context: { action: 'error', content: NASTY, error: { code: NASTY, message: NASTY } },
} as unknown as Envelope;
const refusal = new ApiError({
  type: 'x',
  title: NASTY,
  status: 422,
  detail: NASTY,
  code: 'invalid_payload',
  issues: [{ path: NASTY, rule: 'x', message: NASTY }],
});

const user = {
  credential: { key: 'key' },
  identity: { workspace: 'default', participant: { kind: 'user', id: NASTY }, role: 'reader', key_id: 'a' },
} as const;

// The console asks the gateway that served its page.
beforeAll(() => void Object.assign(globalThis, { location: new URL('http://127.0.0.1:7070') }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'location'));

test.each([
  [
    'a message',
    <ClientProvider key="" user={user} onUnauthorized={() => undefined}>
      <Message crumb={crumb} />
    </ClientProvider>,
  ],
  ['data', <JsonBlock key="" value={crumb} />],
  ['a problem', <ErrorNotice key="" error={refusal} />],
])('%s shows untrusted markup as text', (_, element) => {
  const html = renderToStaticMarkup(element);
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<script|<img/i);
});
