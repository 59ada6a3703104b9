// npm run test:postgres: the store's and the e2e tests on a real Postgres with pgvector. Keep the syntax plain here too.
'use strict';

require('./install/node-version.js').requireNode();
require('./terminal/output.js').runMain(require('./checks/postgres-checks.js').runPostgresChecks);
