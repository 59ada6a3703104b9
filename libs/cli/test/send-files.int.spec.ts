import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGateway } from './fake-gateway';

const message = { id: 'm', trail_id: 'm', context: { content: 'hello' } };
const response = { author: { kind: 'agent', id: 'assistant' }, context: { action: 'speak', content: 'hi there' } };

describe('crumb send --file', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  test('uploads files and attaches them, and names one that cannot be read before anything is sent', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crumb-send-'));
    const cat = join(folder, 'cat.txt');
    writeFileSync(cat, 'Grüße: a cat');
    gateway.replies['POST /v1/attachments'] = [201, { hash: 'sha256:a', type: 'text/plain', bytes: 14 }];
    gateway.replies['POST /v1/sessions/demo/messages'] = [200, { message, trail_id: 'm', responses: [response] }];
    expect((await crumb(['send', '--file', cat, 'what is this?'])).code).toBe(0);
    const [upload, sent] = gateway.requests.map(({ body }) => JSON.parse(body) as { data?: string; name?: string });
    expect([upload?.name, Buffer.from(upload?.data ?? '', 'base64').toString()]).toEqual(['cat.txt', 'Grüße: a cat']);
    expect(sent).toMatchObject({ content: 'what is this?', files: [{ hash: 'sha256:a', name: 'cat.txt' }] });
    const lost = join(folder, 'dog.txt');
    expect(await crumb(['send', '--file', lost, 'and this?'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`The file ${lost} could not be read`) as string,
    });
    // The message is sent, and then once more by the same key to wait for replies.
    expect(gateway.requests).toHaveLength(3);
    rmSync(folder, { recursive: true });
  });
});
