import { SAMPLE_QUESTIONS } from '@crumbtrail/client';
import { FakeGateway } from './fake-gateway';

describe('crumb sample', () => {
  const gateway = new FakeGateway();
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  const BATCH = 'POST /v1/breadcrumbs/batch';

  test('loads the sample as history, once, and prints three questions as commands that ask them', async () => {
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [] }];
    gateway.replies[BATCH] = [201, { breadcrumbs: Array.from({ length: 13 }, () => ({ id: 'x' })) }];
    const { code, out, err } = await gateway.crumb(['sample']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Loaded 13 messages /);
    expect(gateway.sent(BATCH)).toMatchObject({ imported: true, breadcrumbs: expect.any(Array) as unknown[] });
    const asked = [...out.matchAll(/^ {2}crumb send "(.+)" -s sample$/gm)].map(([, question]) => question);
    expect(asked).toEqual(SAMPLE_QUESTIONS);
    expect(asked).toHaveLength(3);
  });

  test('refuses a session that is not empty, says so, and stores nothing', async () => {
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [{ id: 'mine' }] }];
    const { code, out, err } = await gateway.crumb(['sample']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^crumb: The session sample is not empty, so nothing was loaded\./);
    expect(gateway.requests.map(({ line }) => line)).not.toContain(BATCH);
  });
});
