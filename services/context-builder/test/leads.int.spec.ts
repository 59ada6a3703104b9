import { AgentResponse, Chunks, unpackKept } from '@crumbtrail/contracts';
import { Replay } from '@crumbtrail/contracts/operations/recorded-contexts';
import { ASSISTANT } from './crumbs';
import { useBuilder } from './use-builder';

const running = useBuilder();

const numbers = Array.from({ length: 80 }, (_, nth) => nth);
const reply = { author: ASSISTANT, schema_name: AgentResponse.name };
const fenced = (language: string, lines: readonly string[]): string =>
  ['Look at this:', '', `\`\`\`${language}`, ...lines, '```', '', 'That is all.'].join('\n');

const customer = (nth: number): string => (nth === 66 ? 'Zephyr Boats' : `Customer ${nth}`);
const TABLE = [
  'The customers and their halls:',
  '',
  '| id | name | port | hall |',
  '|----|------|------|------|',
  ...numbers.map((nth) => `| ${nth} | ${customer(nth)} | ${8000 + nth} | ${nth % 7} |`),
].join('\n');
const CSV = fenced('csv', [
  'id,name,port,hall',
  ...numbers.map((nth) => `${nth},${customer(nth)},${8000 + nth},${nth % 7}`),
]);
const CODE = fenced('ts', [
  'export class HarbourRegister {',
  ...numbers.flatMap((nth) => [
    `  ${nth === 60 ? 'computeMooringFee' : `step${nth}`}(boat: Boat): number {`,
    `    return boat.length * ${nth};`,
    '  }',
  ]),
  '}',
]);
const SERVERS = numbers.slice(0, 24).map((nth) => ({
  host: `h${nth}.example.org`,
  tls: { certificate: nth === 19 ? 'zephyr.pem' : `c${nth}.pem`, min: 1.3 },
}));
const JSON_TEXT = JSON.stringify({ name: 'demo', config: { servers: SERVERS } }, null, 2);
const LOG = fenced('log', [
  'harbour-service 4.2 started as node-7',
  ...numbers.map(
    (nth) =>
      `09:${10 + (nth % 50)} worker ${nth} ${nth === 70 ? 'could not open the zephyr gate' : 'finished its round'}`,
  ),
]);

/** Records a context for a question, after some other messages about a text; returns its text. */
async function ask(text: string, question: string, count = 12): Promise<string> {
  const others = numbers.slice(0, count).map((nth) => ({ text: `The weather of day ${nth} was fine.` }));
  await running.scene.import([{ text, ...reply }, ...others]);
  await running.scene.configure({ budget: { max_tokens: 1_200 } });
  const turn = await running.scene.openTurn(await running.scene.say(question));
  const context = await running.scene.contextFor(turn);
  const shown = await running.scene.textBeside(context);
  const gateway = await running.store.bus('gateway');
  const key = running.store.operatorKey(running.scene.workspace);
  const replayed = await gateway.request(Replay, running.scene.workspace, { context: context.id }, { key });
  expect(replayed).toMatchObject({ identical: true, formatted_context: shown, differs: [] });
  expect(unpackKept(context.context.account).some(({ lead = 0 }) => lead > 0)).toBe(true);
  expect(context.context.tokens.total).toBeLessThanOrEqual(1_200);
  return shown.replace(/^ {2}/gm, '');
}

describe('the passage that answers, of a text in several pieces', () => {
  it('in a table has the heading row', async () => {
    const text = await ask(TABLE, 'Which port has Zephyr Boats?');
    expect(text).toMatch(/\| id \| name \| port \| hall \|\n[^]*\[…\]\n[^]*\| 66 \| Zephyr Boats \| 8066 \|/);
    expect(running.store.requests(Chunks, running.scene.workspace).length).toBeGreaterThan(0);
  });

  it('in a table that a search found has the heading row', async () => {
    const text = await ask(TABLE, 'Which port has Zephyr Boats?', 80);
    expect(text).toMatch(/\| id \| name \| port \| hall \|\n[^]*\| 66 \| Zephyr Boats \| 8066 \|/);
    expect(text).toContain('## Earlier');
  });

  it('in CSV has the fence and the names of the columns', async () => {
    const text = await ask(CSV, 'Which port has Zephyr Boats?');
    expect(text).toMatch(/```csv\nid,name,port,hall\n\[…\]\n[^]*66,Zephyr Boats,8066,3\n[^]*```/);
  });

  it('in code has the fence and the first line', async () => {
    const text = await ask(CODE, 'What does computeMooringFee return?');
    expect(text).toMatch(/```ts\nexport class HarbourRegister \{\n\[…\]\n[^]*computeMooringFee\(boat: Boat\)[^]*\n```/);
  });

  it.each([
    ['alone', JSON_TEXT, /\[…\] config\.servers\[19\]:\n"tls": \{\n\s*"certificate": "zephyr\.pem"/],
    [
      'in a fence',
      fenced('json', JSON_TEXT.split('\n')),
      /```json\n\[…\] config\.servers\[\d+\][^\n]*:\n[^]*"certificate": "zephyr\.pem"/,
    ],
  ])('in JSON %s has the path', async (_place, document, expected) => {
    expect(await ask(document, 'Which server has the certificate zephyr?')).toMatch(expected);
  });

  it('in a log has the fence and the first line', async () => {
    const text = await ask(LOG, 'What happened at the zephyr gate?');
    expect(text).toMatch(
      /```log\nharbour-service 4\.2 started as node-7\n\[…\]\n[^]*could not open the zephyr gate[^]*\n```/,
    );
  });
});
