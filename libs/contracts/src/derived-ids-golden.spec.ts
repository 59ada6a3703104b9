import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts } from './published-contracts';
import { derivedId } from './derived-ids';

/** Derived ids of the valid examples in schemas/, as existing databases have them. They never change. */
const GOLDEN: readonly (readonly [example: string, id: string | null])[] = [
  ['session/v1 demo', 'b2c5cd09-de68-5be6-905d-450bb4317514'],
  ['agent.def/v1 assistant', 'beb674bb-66c6-57ea-8082-fddac418d18b'],
  ['agent.def/v1 picky', '0659e408-c14b-54ac-a44d-56d75bc38dcb'],
  ['agent.turn/v1 open', 'e3e990d4-bd55-5b58-965c-548a3f572097'],
  ['agent.context/v1 packed', '7d4b82ff-820c-5c2b-bb53-c94f062faad6'],
  ['agent.context/v1 small', '7d4b82ff-820c-5c2b-bb53-c94f062faad6'],
  ['agent.response/v1 error', '078d9dea-8d96-5414-9e54-ce9814b73685'],
  ['agent.response/v1 speak', null],
  ['context.config/v1 lmml', '3bcae62a-c541-51a4-b92c-ee7b97b6b248'],
  ['context.config/v1 messages', 'eabf1cd1-230c-59a6-9380-9fff20744cd1'],
  ['context.config/v1 small', 'eabf1cd1-230c-59a6-9380-9fff20744cd1'],
  ['context.config/v1 turn', '8d7fdfbe-5f49-59c7-9b7d-601f09fe6e95'],
  ['tool.catalog/v1 two', '89f51e71-00ff-513a-8930-deb73ebeaafb'],
  ['dead.letter/v1 poison', 'b566c6db-2cf7-5585-a9d4-1c66de07b6d8'],
  ['dead.letter.replay/v1 once-more', 'a9378224-f1cc-53ea-a65f-97fb75c20556'],
  ['dead.letter.discard/v1 outdated', 'acde98b8-cb33-57ce-bbdc-8205fa879608'],
  ['schema.def/v1 note', 'ecf04d3f-bc47-5009-8660-ef367568f3e5'],
  ['schema.def/v1 recipe', '769adaca-bba1-51a4-8184-edc2a3cf30e7'],
  ['tool.def/v1 calculator', '2d6adabd-1cfa-51c6-abc1-fc0430eafb99'],
  ['tool.def/v1 mail', 'ad610665-23e6-51d0-b61c-30b7c40fefd0'],
  ['tool.config/v1 off', '62f2c57e-0d8b-5f50-b756-a05b395f5537'],
  ['agent.step/v1 calls', 'f48a9b72-9e98-54cb-a3f3-3b102f7298cd'],
  ['tool.request/v1 part', '2caddb6b-0027-587f-ac78-6db5cc8ef995'],
  ['tool.request/v1 plain', '62f2b9b1-0936-55d4-89e9-e9d59777e00b'],
  ['tool.start/v1 plain', '70806105-e91f-5176-b3f9-1cfb7c5bc3ec'],
  ['tool.response/v1 error', '951b09e5-d8be-5fb1-9f76-9e1191027aca'],
  ['tool.response/v1 ok', '951b09e5-d8be-5fb1-9f76-9e1191027aca'],
  ['tool.try/v1 plain', null],
  ['tool.tried/v1 plain', '4c6de044-ca2c-5515-b881-2db6b533d074'],
  ['answer.grounding/v1 two-sentences', '2b4683fe-c370-5b27-9a86-2786c77024b0'],
  ['guard.fired/v1 rounds', '4cd9e620-29b2-5178-8622-8a1142e842cc'],
  ['model.prices/v1 two', 'c9aec3ef-c5e0-54d3-8122-83fb504ba769'],
  ['mcp.connection/v1 http', '90069aa2-956a-522a-8fdd-6092bf04bca1'],
  ['mcp.connection/v1 removed', '90069aa2-956a-522a-8fdd-6092bf04bca1'],
  ['mcp.connection/v1 command', '26dc7e25-1307-57bf-a5d1-9d97efaddfcf'],
  ['tool.secret/v1 removed', '76676049-6c24-58cc-a852-ecc9dd96a57b'],
  ['tool.secret/v1 weather', '76676049-6c24-58cc-a852-ecc9dd96a57b'],
  ['model.connection/v1 openai', '3ccd61d2-0433-56ab-84ef-eb8e177b2dce'],
  ['workspace.retention/v1 two-classes', 'b03dcb2f-e66d-53f7-aee3-1411956759ea'],
  ['timer.fired/v1 tea', '0c782842-5dd8-5b41-91fd-6704fccfd5a4'],
  ['schedule/v1 morning', 'cc6e2c75-b68c-5e3d-841e-097b18763724'],
  ['schedule.tick/v1 morning', '8318994a-f9b7-5195-b105-98b8fccfcdd0'],
  ['session.round/v1 auto', '6a3643c4-d623-5eb4-ab8d-b653d2755760'],
  ['session.round/v1 asked', null],
  ['agent.plan/v1 story', '21947e48-ab92-5d58-a2c0-875dba851600'],
  ['lore.book/v1 everywhere', 'f1ca5e73-d138-5d68-91d2-52f406b12b74'],
  ['lore.entry/v1 counted', 'df1e8538-1b43-5c61-95aa-3cdd9b43b903'],
  ['agent.card/v1 lola', 'c6573c3c-b211-57a0-a897-502d002231e7'],
  ['session.override/v1 all-verbs', '6a321576-5b84-5230-8b18-0e774b61fc49'],
  ['session.summary/v1 day', '67e5e23c-f000-57b0-b748-9178b02df1c1'],
  ['session.summary/v1 written', null],
  ['memory.short/v1 kitchen', 'b3446a66-304b-5477-80f0-b5e7782515bf'],
  ['memory.long/v1 ann', '4dd50266-f7e6-51d4-bbe7-8ff74087ce67'],
  ['approval.decision/v1 edited', '8abc58d4-fcd4-5139-a056-f5dc7612e62f'],
  ['agent.draft/v1 open', 'db12e844-6533-5396-b072-96613a42a0f7'],
  ['turn.retry/v1 once-more', 'b1ef2a60-7b8a-5e2c-8714-e927a616d422'],
  ['context.shadow/v1 half-the-budget', 'c9744f3d-d8c7-521b-b813-ff2f0b5e6408'],
  ['context.shadow.build/v1 loses-one', '95e8fcbb-cdaf-5cd7-966b-aa5aa077ced2'],
  ['subquery.def/v1 both', '79982b26-e039-571b-bf56-45066bbaec5d'],
  ['scene/v1 one-agent', 'c04da3a7-46ab-5dba-af52-741c8fa78684'],
];

const schemasFolder = join(__dirname, '../../../schemas');

function readExample(example: string): { name: string; context: Record<string, unknown> } {
  const [schema = '', file = ''] = example.split(' ');
  const path = join(schemasFolder, `${schema}.examples/valid/${file}.json`);
  return { name: schema.replace('/', '.'), context: JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown> };
}

describe('derivedId', () => {
  it.each(GOLDEN)('still gives the example %s the id %s', (example, id) => {
    const { name, context } = readExample(example);
    expect(derivedId('default', contracts.get(name)?.rules.identity ?? '', { context })).toBe(id);
  });

  it('has a golden id for every kind of crumb that names an identity', () => {
    const covered = new Set(GOLDEN.map(([example]) => readExample(example).name));
    const named = [...contracts.values()].filter(({ rules }) => rules.identity !== undefined).map(({ name }) => name);
    expect(named.filter((name) => !covered.has(name))).toEqual([]);
  });
});
