import type { ModelCallRecord, SubqueryReply, SubqueryRequest } from '@crumbtrail/contracts';
import { add, aRequest, aTry } from '../../test/tool-request-fixture';
import type { ReceivedToolRequest } from '../ports';
import { PermittedModel } from './permitted-model';

const QUESTION = { kind: 'fork', type: 'question', request: 'Why?' } as const;
const CALL = { model: 'm', attempts: 1 };

function modelFor(
  received: ReceivedToolRequest,
  { reply = { answer: 'So.', model_calls: [CALL] }, permissions = ['model'] as const } = {},
) {
  const asked: SubqueryRequest[] = [];
  const model_calls: ModelCallRecord[] = [];
  const models = { ask: async (request: SubqueryRequest): Promise<SubqueryReply> => (asked.push(request), reply) };
  const definition = { ...add, permissions: [...permissions] };
  const signal = new AbortController().signal;
  const model = new PermittedModel(models, received, { definition, deadline: 0, signal, model_calls });
  return { model, asked, model_calls };
}

describe('the models of a tool', () => {
  it('are asked for the call of its turn, and each call is recorded', async () => {
    const { model, asked, model_calls } = modelFor(aRequest());
    expect(await model.ask(QUESTION)).toEqual({ answer: 'So.' });
    expect(asked).toEqual([
      { ...QUESTION, workspace: 'default', turn: aRequest().request.context.turn.id, step: 1, ordinal: 0, position: 7 },
    ]);
    expect(model_calls).toEqual([CALL]);
  });

  it('record the calls of an answer that failed', async () => {
    const reply = { error: { code: 'timeout', message: 'Too slow.' }, model_calls: [CALL] } as never;
    const { model, model_calls } = modelFor(aRequest(), { reply });
    await expect(model.ask(QUESTION)).rejects.toMatchObject({ code: 'timeout', message: 'Too slow.' });
    expect(model_calls).toEqual([CALL]);
  });

  it.each([
    ['without the permission', aRequest(), [], 'add lacks the permission `model`'],
    ['in a trial run', aTry(), ['model'], 'a trial run has no turn'],
    ['as a part of another tool', aRequest({ step: undefined, ordinal: undefined }), ['model'], 'cannot be a part'],
  ])('are not asked %s', async (_when, received, permissions, why) => {
    const { model, asked } = modelFor(received, { permissions: permissions as never });
    await expect(model.ask(QUESTION)).rejects.toThrow(why);
    expect(asked).toEqual([]);
  });
});
