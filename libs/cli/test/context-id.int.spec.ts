import { FakeGateway } from './fake-gateway';

const replayOf = (context: string) => ({
  context,
  identical: true,
  formatted_context: '# Message',
  recorded_hash: 'sha256:1',
  hash: 'sha256:1',
  erased: [],
  differs: [],
});

describe('the id of a context on the command line', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  afterAll(() => gateway.close());

  test('a reply stands for its own context, a message for the last one, and the others are named', async () => {
    const node = (id: string, schema_name: string, cause?: string) => ({
      id,
      schema_name,
      ...(cause && { cause: { id: cause } }),
    });
    const nodes = [
      node('m', 'user.message.v1'),
      node('c', 'agent.context.v1', 'm'),
      node('r', 'agent.response.v1', 'c'),
      node('d', 'agent.context.v1', 'm'),
    ];
    for (const id of ['m', 'r']) gateway.replies[`GET /v1/trails/${id}`] = [200, { nodes, tree: [] }];
    for (const id of ['c', 'd']) gateway.replies[`POST /v1/contexts/${id}/replay`] = [200, replayOf(id)];
    expect(await crumb(['context', 'replay', 'r'])).toMatchObject({
      out: expect.stringMatching(/^identical: c/),
      err: '',
    });
    expect(await crumb(['context', 'replay', 'm'])).toMatchObject({
      out: expect.stringMatching(/^identical: d/),
      err: 'This is the last context of the trail; the others are c.\n',
    });
  });
});
