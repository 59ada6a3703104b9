import { AgentDef, contentHash, ToolDef, type Envelope, type Erased } from '@crumbtrail/contracts';
import { aDefinition, aTool } from '@crumbtrail/prompting/test';
import { listDefinitions, definitionWrite } from './definition-writes';

const tool = { definition: aTool('forecast').def, run: async () => 'sun' };
const own = { definition: aDefinition({ agent: 'weather', tools: ['forecast'] }), tools: [tool] };
const [forecast, weather] = listDefinitions('w', own);
if (!forecast || !weather) throw new Error('A tool and an agent are two definitions');

const standing = (context: object, version = 3) =>
  ({
    id: weather.id,
    version,
    content_hash: contentHash(context),
    author: { kind: 'agent', id: 'weather' },
  }) as Envelope;

describe('the definitions of an agent that is a service', () => {
  it('list its tools first, all with the service as runner', () => {
    expect([forecast.contract.name, weather.contract.name]).toEqual([ToolDef.name, AgentDef.name]);
    expect(forecast.context).toMatchObject({ name: 'forecast', runner: 'weather', source: 'service:weather' });
    expect(weather.context).toMatchObject({ agent: 'weather', runner: 'service', tools: ['forecast'] });
  });

  it('are created once, updated when they differ, and otherwise left alone', () => {
    expect(definitionWrite('weather', weather, null)).toMatchObject({
      op: 'create',
      draft: { schema_name: AgentDef.name },
    });
    expect(definitionWrite('weather', weather, standing(weather.context))).toBeUndefined();
    expect(definitionWrite('weather', weather, standing({ ...weather.context, prompt: 'Old.' }))).toMatchObject({
      op: 'update',
      id: weather.id,
      if_match: 3,
      patch: { context: weather.context },
    });
  });

  it('are rejected with a hint to choose another name when theirs was erased or has another author', () => {
    const gone = { id: weather.id, erased: true } as Erased;
    expect(() => definitionWrite('weather', weather, gone)).toThrow('the agent weather was erased');
    const theirs = { ...standing(weather.context), author: { kind: 'operator' as const, id: 'root' } };
    expect(() => definitionWrite('weather', weather, theirs)).toThrow('created by operator root: choose another name');
    expect(() => definitionWrite('weather', forecast, theirs)).toThrow('the tool forecast already exists');
  });
});
