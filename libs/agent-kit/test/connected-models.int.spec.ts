import { OfflineModel } from '@crumbtrail/models';
import { scriptedModel, type ScriptedModel } from '@crumbtrail/testing';
import { ConnectedModels } from '../src/service/connected-models';
import { SILENT } from '../src/service/measured-model';

describe('a model that an operator has connected', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel();
    server.otherwise({ say: 'from inside' });
  });
  afterEach(() => server.close());

  const ask = async (workspace: string, privateWorkspaces: readonly string[]): Promise<object> => {
    const seen = { openai_key: false, openrouter_key: false };
    const models = new ConnectedModels(new OfflineModel(), {
      recipient: 'pool',
      claimTtlMs: 1,
      seen,
      connections: { privateWorkspaces },
    });
    const connection = { name: 'model' as const, base_url: server.base_url, model: 'small' };
    const { model } = models.forTrial(workspace, connection, 5_000);
    return model.generate({ messages: [{ role: 'user', content: 'hi' }] }, SILENT, new AbortController().signal);
  };

  it.each([
    ['default', ['default']],
    ['team', ['default', 'team']],
    ['team', ['*']],
  ])('may be inside the network for the workspace %s where the installation allows %j', async (workspace, allowed) => {
    expect(await ask(workspace, allowed)).toMatchObject({ content: 'from inside' });
  });

  it.each([[['default']], [[]]])('is not reached inside the network for other workspaces than %j', async (allowed) => {
    const failure = { code: 'unreachable', message: expect.stringContaining('is not a public address') as string };
    expect(await ask('team', allowed)).toMatchObject({ content: '', failure });
    expect(server.calls).toEqual([]);
  });
});
