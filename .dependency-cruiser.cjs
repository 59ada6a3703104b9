/** Layers inside a package, and which package may use which technology. Each rule says what to do instead. */
const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
const npm = (...names) => ({ path: `(^|/)node_modules/(?:${names.join('|')})/` });
const specs = '\\.spec\\.[jt]sx?$|/test/|^libs/testing/|^e2e/|^tools/';
const vague =
  '(^|/)(shared|common|core|utils?|helpers?|types|interfaces?|dto)(/|\\.[jt]s$)|\\.(service|helper|util|interface|dto)\\.ts$';
const pureFolders = '(?:text|plan|gather|select|format|fit|explain|ground)/';
const pureRooms = `^services/[^/]+/src/(?:${pureFolders}.+|(?:turn|append|pipeline|decide|decision|selector)[^/]*\\.ts$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Files that import each other can only be understood together: move what both need into a third file.',
      {},
      { circular: true },
    ),
    forbid(
      'no-orphans',
      'Nothing imports this file and it imports nothing: wire it in or delete it.',
      { orphan: true, path: '^(libs|services)/[^/]+/src/', pathNot: '(^|/)(main|index)\\.ts$|\\.d\\.ts$' },
      {},
    ),
    forbid(
      'no-vague-rooms',
      'Shared, common, core, utils and helpers are vague: name the folder after its content.',
      {},
      { path: vague, pathNot: 'node_modules|/generated/|^(node:)?[a-z_/]+$' },
    ),
    forbid(
      'no-vague-files',
      'Shared, common, core, utils and helpers are vague: name the file after its content.',
      { path: vague, pathNot: 'node_modules|/generated/' },
      {},
    ),
    forbid(
      'only-main-knows-the-app',
      'app.module.ts depends on everything, so only main.ts may import it: inject the one thing you need.',
      { path: '^services/([^/]+)/src/', pathNot: `/main\\.ts$|${specs}` },
      { path: '/app\\.module\\.ts$' },
    ),
    forbid(
      'pure-rooms-know-no-nest',
      'Pipeline steps and decisions are plain functions: use Nest only in modules, controllers and handlers.',
      { path: pureRooms, pathNot: specs },
      npm('@nestjs'),
    ),
    forbid(
      'pure-rooms-know-no-adapter',
      'Pipeline steps and decisions use ports.ts: take a port, and let app.module.ts choose the adapter.',
      { path: pureRooms, pathNot: specs },
      { path: '/adapters/' },
    ),
    forbid(
      'pure-rooms-touch-no-world',
      'Pipeline steps and decisions use no disk, network or process: put that behind a port.',
      { path: pureRooms, pathNot: specs },
      { dependencyTypes: ['core'], path: '^(node:)?(fs|net|http|https|child_process|worker_threads|timers|os|dns)' },
    ),
    forbid(
      'only-the-bus-speaks-nats',
      'Subjects, acks and headers live in libs/bus: use what it exports, or add the missing verb there.',
      { path: '^(libs|services|tools|e2e)/', pathNot: '^libs/(bus|testing)/|^e2e/|^tools/' },
      npm('nats', '@nats-io'),
    ),
    forbid(
      'only-the-store-holds-drivers',
      'Only breadcrumb-store accesses the database: send it a request over the bus.',
      { path: '^(libs|services)/', pathNot: '^services/breadcrumb-store/|^libs/testing/' },
      npm('pg', 'pgvector', 'typeorm', '@nestjs/typeorm', '@electric-sql'),
    ),
    forbid(
      'only-models-holds-model-sdks',
      'Language models are called through libs/models: add what is missing there.',
      { path: '^(libs|services)/', pathNot: '^libs/(models|testing)/' },
      npm('openai'),
    ),
    forbid(
      'through-the-front-door',
      'Another package is imported by its name, through its index.ts, never by a path into it.',
      { path: '^(libs|services|tools|e2e)/([^/]+)/' },
      {
        path: '^(libs|services)/[^/]+/src/',
        pathNot:
          '^(libs|services)/$2/|^libs/[^/]+/src/index\\.ts$|^libs/platform/src/decode-text\\.ts$|^libs/platform/src/event-loop/held-message\\.ts$|^libs/text/src/particles\\.ts$|^libs/platform/src/net/public-fetch\\.ts$|^libs/contracts/src/(?:wire-names|audience|find-unfaithful|foreign-agent|json-safety|participant-name|grants|nearest-names|payload|schema-name|session-members|session-overrides|shadows|definition-changes|definition-diff|(?:http|operations)/[a-z0-9-]+)\\.ts$',
      },
    ),
    forbid(
      'services-never-meet',
      'Services do not import each other: publish a crumb, or send a request through a contract.',
      { path: '^services/([^/]+)/' },
      { path: '^services/', pathNot: '^services/$1/' },
    ),
    forbid(
      'specs-are-not-sources',
      'Production code imports no specs and not libs/testing: move what it needs into src.',
      { path: '^(libs|services)/[^/]+/src/', pathNot: specs },
      { path: '\\.spec\\.ts$|^libs/testing/' },
    ),
    forbid(
      'no-unresolved',
      'This import cannot be resolved: correct the path or add the dependency.',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // LangChain.js, which is measured for comparison, has its own package and lock file.
    exclude: { path: '(^|/)(dist|out-tsc)/|^tools/[^/]+/(?:fixtures|peers)/' },
    tsConfig: { fileName: `${__dirname}/tsconfig.base.json` },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@crumbtrail/source', 'types', 'node', 'require', 'import', 'default'],
      mainFields: ['main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.d.ts'],
    },
  },
};
