const { testEnvironment } = require('./test-environment.js');

test('tests do not see the variables that would point them at real data, brokers or models', () => {
  const env = { PATH: '/bin', DATABASE_URL: 'd', MODEL_API_KEY: 'k', EMBEDDINGS: 'openai', NATS_URL: 'n', PORT: '1' };
  expect(testEnvironment(env, {})).toEqual({ PATH: '/bin', NX_DAEMON: 'false' });
});

test('variables that set-up adds override those of this machine', () => {
  const env = testEnvironment({ NATS_SERVER_BIN: '/old' }, { NATS_SERVER_BIN: '/new' });
  expect(env).toMatchObject({ NATS_SERVER_BIN: '/new' });
});
