// npm run test:postgres: the store's and the e2e tests on a real Postgres with pgvector. Keep the syntax plain here too.
'use strict';

require('./node-version.js').requireNode();
require('./say.js').run(require('./postgres-checks.js').runPostgresChecks);
