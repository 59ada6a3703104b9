/** The variables that would point tests at real data, a real broker or a real model. */
const withheld = [
  /^DATABASE_/,
  /^MODEL_/,
  /^EMBEDDINGS/,
  /^NATS_/,
  /^CRUMBTRAIL_HOME$/,
  /^PORT$/,
  /^HOST$/,
  /^LOG_LEVEL$/,
];

/** The environment that tests see: this machine's without the withheld variables, and `more`. */
const testEnvironment = (env, more) => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.some((pattern) => pattern.test(name)))),
  NX_DAEMON: 'false',
  ...more,
});

module.exports = { testEnvironment };
