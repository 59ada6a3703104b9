import { aCall } from '../../test/tool-call-fixture';
import { dice } from './dice';

describe('dice', () => {
  it('rolls the same for the same request, and states its id as the seed', async () => {
    const call = aCall();
    const rolled = await dice.run({ notation: '20d100' }, call);
    expect(await dice.run({ notation: '20d100' }, call)).toEqual(rolled);
    expect(rolled).toMatchObject({ seed: call.request.id });
  });

  it('rolls otherwise for another request', async () => {
    const roll = async () => ((await dice.run({ notation: '20d100' }, aCall())) as { groups: object }).groups;
    expect(await roll()).not.toEqual(await roll());
  });
});
