import { explainFailure, failureOf } from './failure';

const on = new AbortController().signal;
const error = (fields: object, cause?: unknown): Error => Object.assign(new Error('It broke.', { cause }), fields);

describe('the reason of a failure', () => {
  test('names the causes that the message leaves out, once each', () => {
    const refused = new Error('connect ECONNREFUSED 127.0.0.1:4');
    const several = new AggregateError([refused], '');
    expect(explainFailure(new TypeError('fetch failed', { cause: several }))).toBe(
      'fetch failed: connect ECONNREFUSED 127.0.0.1:4',
    );
    expect(explainFailure(new Error(`it failed: ${refused.message}`, { cause: refused }))).toBe(
      'it failed: connect ECONNREFUSED 127.0.0.1:4',
    );
    expect(explainFailure('gone')).toBe('gone');
  });
});

describe('a failed MCP call', () => {
  it.each([
    ['not-sent', error({ code: 'NOT_CONNECTED' })],
    ['not-sent', error({}, error({ code: 'ECONNREFUSED' }))],
    ['not-sent', error({}, new AggregateError([error({ code: 'ECONNREFUSED' })]))],
    ['not-sent', error({ status: 404, code: 'CLIENT_HTTP_FAILED' })],
    ['lost', error({ status: 408, code: 'CLIENT_HTTP_FAILED' })],
    ['lost', error({ status: 429, code: 'CLIENT_HTTP_FAILED' })],
    ['lost', error({ code: 'CONNECTION_CLOSED' })],
    ['lost', error({}, error({ code: 'ECONNRESET' }))],
    ['lost', error({ status: 502 })],
    ['lost', 'a text'],
    ['refused', error({ code: -32602 })],
    ['refused', error({ code: 'INVALID_RESULT' })],
  ])('%s', (kind, thrown) => {
    expect(failureOf(thrown, on).kind).toBe(kind);
  });

  it('has the server’s message', () => {
    expect(failureOf(error({ code: -32602 }), on)).toMatchObject({ code: 'invalid_input', message: 'It broke.' });
    expect(failureOf(error({ code: -32603 }), on)).toMatchObject({ code: 'failed' });
    expect(failureOf(error({ code: 'INVALID_RESULT' }), on)).toMatchObject({ code: 'invalid_output' });
  });

  it('counts as cancelled when our signal was aborted, for any thrown value', () => {
    expect(failureOf(error({ code: 'CONNECTION_CLOSED' }), AbortSignal.abort()).kind).toBe('called-off');
  });
});
