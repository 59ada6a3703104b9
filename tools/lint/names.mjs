/**
 * Checks the names of types, classes and functions over all packages. `node tools/lint/names.mjs [root]` prints every
 * violation with its remedy and exits with 1 if there is one. ESLint checks one file at a time and cannot compare packages.
 */
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Names that may repeat, each with its reason. */
const REPEATABLE = new Map([
  ['AppModule', 'the root module of every NestJS service has this name by convention'],
  ['toConfig', 'the function of every service that reads its settings from the environment'],
  ['appModule', 'the factory of a root module that takes options'],
]);

/** Single words that look like participles or gerunds and are plain verbs or nouns. */
const PLAIN_WORDS = new Set(
  `embed need feed seed shed speed exceed proceed succeed bind find send spend read spread ping ring bring string
  Embedding Ranking Rating Finding Timing Setting Heading Warning Listing Mapping Binding Encoding Pricing Spelling String`.split(
    /\s+/,
  ),
);
const IRREGULAR_PARTICIPLES = new Set(
  `begun told kept left heard said found made seen gone sent given taken known shown held stood been done written drawn
  grown meant led thrown worn hidden forgotten chosen broken spoken woken there anew own beside again these those whose`.split(
    /\s+/,
  ),
);
const MAX_FILES_PER_TYPE = 2;

const isParticiple = (name) =>
  !PLAIN_WORDS.has(name) && (/^[a-z]+(?:ed|ing)$/.test(name) || IRREGULAR_PARTICIPLES.has(name));
const isGerundNoun = (name) => !PLAIN_WORDS.has(name) && /^[A-Z][a-z]+ing$/.test(name);

function listSources(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'generated', 'fixtures'].includes(entry.name) ? [] : listSources(path);
    return /(?<!\.spec|\.d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Every src folder of the packages under libs/ and services/, as [package, files]. */
function listPackages(root) {
  return ['libs', 'services'].flatMap((group) => {
    const folder = join(root, group);
    if (!existsSync(folder)) return [];
    return readdirSync(folder).map((name) => [`${group}/${name}`, listSources(join(folder, name, 'src'))]);
  });
}

const isExported = (node) => ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** The functions that a `const` statement declares: `const read = () => …`. */
function declaredFunctions(statement) {
  return statement.declarationList.declarations
    .filter(({ name, initializer }) => {
      const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
      return isFunction && ts.isIdentifier(name);
    })
    .map(({ name }) => name.text);
}

/** The declarations of one statement as { kind: 'type' | 'class' | 'function', name, exported }. */
function declarationsOf(statement) {
  const exported = ts.canHaveModifiers(statement) && isExported(statement);
  if (ts.isVariableStatement(statement))
    return declaredFunctions(statement).map((name) => ({ kind: 'function', name, exported }));
  const name = statement.name?.text;
  if (name === undefined) return [];
  if (ts.isFunctionDeclaration(statement)) return [{ kind: 'function', name, exported }];
  if (ts.isClassDeclaration(statement)) return [{ kind: 'class', name, exported }];
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement))
    return [{ kind: 'type', name, exported }];
  return [];
}

function readDeclarations(root) {
  return listPackages(root).flatMap(([pkg, files]) =>
    files.flatMap((path) => {
      const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
      const file = relative(root, path);
      return source.statements.flatMap(declarationsOf).map((declaration) => ({ ...declaration, pkg, file }));
    }),
  );
}

function groupByName(declarations) {
  const groups = new Map();
  for (const one of declarations) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return [...groups].filter(([name]) => !REPEATABLE.has(name));
}

const distinct = (values) => [...new Set(values)];

function findRepeatedTypes(declarations) {
  const types = declarations.filter(({ kind }) => kind !== 'function');
  return groupByName(types)
    .map(([name, group]) => [name, distinct(group.map(({ file }) => file))])
    .filter(([, files]) => files.length > MAX_FILES_PER_TYPE)
    .map(([name, files]) => `type-in-three-files: ${name} is declared in ${files.join(', ')}: give each its own name`);
}

function findSharedExports(declarations) {
  return groupByName(declarations.filter(({ exported }) => exported))
    .filter(([, group]) => distinct(group.map(({ pkg }) => pkg)).length > 1)
    .map(([name, group]) => {
      const files = distinct(group.map(({ file }) => file));
      return `exported-in-two-packages: ${name} is exported by ${files.join(', ')}: one exported name has one meaning`;
    });
}

function findOddWords(declarations) {
  return declarations.flatMap(({ kind, name, file }) => {
    if (kind === 'function' && isParticiple(name))
      return [
        `participle-function: ${name} in ${file}: name the function with a verb, as in \`load\` or \`isExpired\``,
      ];
    if (kind !== 'function' && isGerundNoun(name))
      return [`gerund-type: ${name} in ${file}: name the thing and not the activity, as in \`MessageWriter\``];
    return [];
  });
}

/** Every violation under a root, as `<rule>: <name and files>: <remedy>`. */
export function findNameProblems(root) {
  const declarations = readDeclarations(root);
  return [...findRepeatedTypes(declarations), ...findSharedExports(declarations), ...findOddWords(declarations)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '../..'));
  const problems = findNameProblems(root);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
