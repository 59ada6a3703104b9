import { AgentResponse, MemoryLong } from '@crumbtrail/contracts';
import { Readable } from 'node:stream';
import { Interrupts, run } from '../src';
import { FakeGateway, Screen } from './fake-gateway';

const ID = '0190a000-0000-7000-8000-000000000001';
const ANSWER = '0190a000-0000-7000-8000-000000000002';
const MEMORY = '0190a000-0000-7000-8000-000000000003';

describe('crumb erase', () => {
  const gateway = new FakeGateway();
  const erased = (id: string): [string, [number, object]] => [
    `DELETE /v1/breadcrumbs/${id}`,
    [200, { id, version: 1, position: 9, derived: [] }],
  ];

  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    for (const id of [ID, ANSWER]) gateway.replies[`GET /v1/breadcrumbs/${id}`] = [200, { id, version: 1 }];
    const derived = [
      { id: ANSWER, version: 1, schema_name: AgentResponse.name },
      { id: MEMORY, version: 4, schema_name: MemoryLong.name },
    ];
    const [line, [status, body]] = erased(ID);
    gateway.replies[line] = [status, { ...body, derived }];
    const [other, reply] = erased(ANSWER);
    gateway.replies[other] = reply;
  });
  afterAll(() => gateway.close());

  test('tells answers that may still quote it from memories that are made again without it', async () => {
    const { out } = await gateway.crumb(['erase', ID]);
    expect(out.split('\n')).toEqual([
      `Erased ${ID}.`,
      `${MEMORY} rests on it and is made again without it.`,
      `${ANSWER} may still quote it.`,
      'Erase these too with --derived, or one by one.',
      '',
    ]);
  });

  test('with --derived erases the answers, and leaves memories to the service that makes them again', async () => {
    const { code, out } = await gateway.crumb(['erase', ID, '--derived', '--json']);
    expect([code, JSON.parse(out)]).toEqual([0, { erased: [ID, ANSWER], quoting: [ANSWER], rebuilt: [MEMORY] }]);
    const deleted = gateway.requests.flatMap(({ line }) => (line.startsWith('DELETE') ? [line] : []));
    expect(deleted).toEqual([ID, ANSWER].map((id) => `DELETE /v1/breadcrumbs/${id}`));
  });

  test.each([
    ['n', 1, []],
    ['y', 0, [`DELETE /v1/breadcrumbs/${ID}`]],
  ])('asks first on a terminal: %s', async (answer, code, deleted) => {
    const input = Object.assign(Readable.from([`${answer}\n`]), { isTTY: true });
    const [output, errors] = [Object.assign(new Screen(), { isTTY: true, columns: 80 }), new Screen()];
    const args = ['erase', ID, '--url', gateway.address, '--key', 'k'];
    expect(await run(args, { input, output, errors }, new Interrupts())).toBe(code);
    expect(errors.text).toContain(`Erase ${ID} in all versions? This cannot be undone. [y/N]`);
    expect(gateway.requests.flatMap(({ line }) => (line.startsWith('DELETE') ? [line] : []))).toEqual(deleted);
  });

  test('asks nobody with --yes', async () => {
    const input = Object.assign(Readable.from([]), { isTTY: true });
    const output = Object.assign(new Screen(), { isTTY: true, columns: 80 });
    const args = ['erase', ID, '--yes', '--url', gateway.address, '--key', 'k'];
    expect(await run(args, { input, output, errors: new Screen() }, new Interrupts())).toBe(0);
    expect(output.text).toContain(`Erased ${ID}.`);
  });

  test('--dry-run lists what would be erased, made again and left without its text, and erases nothing', async () => {
    const preview = (id: string, more: object) => [
      200,
      { id, version: 1, derived: [], erased_too: [], texts: [], ...more },
    ];
    const derived = [
      { id: ANSWER, version: 1, schema_name: AgentResponse.name },
      { id: MEMORY, version: 4, schema_name: MemoryLong.name },
    ];
    const texts = [{ id: 'c1', version: 1, schema_name: 'agent.context.v1' }];
    const said = [{ id: 'f1', version: 1, schema_name: 'answer.feedback.v1' }];
    gateway.replies[`GET /v1/breadcrumbs/${ID}/erasure`] = preview(ID, { derived, texts }) as [number, object];
    gateway.replies[`GET /v1/breadcrumbs/${ANSWER}/erasure`] = preview(ANSWER, { erased_too: said }) as [
      number,
      object,
    ];
    expect((await gateway.crumb(['erase', ID, '--dry-run'])).out.split('\n')).toEqual([
      'Nothing was erased. This would be erased, in all versions:',
      `  ${ID}`,
      'This rests on it and would be made again without it:',
      `  ${MEMORY}  memory.long.v1`,
      'These contexts would lose their text:',
      '  c1  agent.context.v1',
      'This would stay and may still quote it; --derived erases it too:',
      `  ${ANSWER}  agent.response.v1`,
      '',
    ]);
    const { out } = await gateway.crumb(['erase', ID, '--derived', '--dry-run']);
    expect(out).toContain(`  ${ID}\n  ${ANSWER}\n  f1  answer.feedback.v1\nThis rests`);
    expect(out).not.toContain('This would stay');
    expect(gateway.requests.filter(({ line }) => line.startsWith('DELETE'))).toEqual([]);
  });
});
