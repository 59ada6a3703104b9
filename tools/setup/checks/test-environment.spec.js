const { testEnv } = require('./test-environment.js');

test('tests do not see what would point them at real data, brokers or models', () => {
  const env = { PATH: '/bin', DATABASE_URL: 'd', MODEL_API_KEY: 'k', EMBEDDINGS: 'openai', NATS_URL: 'n', PORT: '1' };
  expect(testEnv(env, {})).toEqual({ PATH: '/bin', NX_DAEMON: 'false' });
});

test('what set-up gives them comes last', () => {
  expect(testEnv({ NATS_SERVER_BIN: '/old' }, { NATS_SERVER_BIN: '/new' })).toMatchObject({ NATS_SERVER_BIN: '/new' });
});
