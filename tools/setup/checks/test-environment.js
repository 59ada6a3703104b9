/** The environment that tests see: this machine's, without what would point them at somebody's data, broker or model. */
const pointing = [
  /^DATABASE_/,
  /^MODEL_/,
  /^EMBEDDINGS/,
  /^NATS_/,
  /^CRUMBTRAIL_HOME$/,
  /^PORT$/,
  /^HOST$/,
  /^LOG_LEVEL$/,
];

const testEnv = (env, own) => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !pointing.some((pattern) => pattern.test(name)))),
  NX_DAEMON: 'false',
  ...own,
});

module.exports = { testEnv };
