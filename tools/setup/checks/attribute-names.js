'use strict';

const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Files that may set attributes of spans and resources. */
const TELEMETRY = /@opentelemetry\/|gen_ai\./;
/** A key of an object, or the name that is given to `setAttribute`. */
const NAME = /(?:setAttribute\(\s*|[{,(\s])'([a-z_]+(?:\.[a-z0-9_]+)+)'(?=\s*[:,])/g;
/** An attribute in the declarations of the conventions, with the comment before it. */
const DECLARED = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:export )?declare const ATTR_\w+: "([^"]+)"/g;

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.(?:spec|d)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file.includes('/src/') && !/\/(?:node_modules|dist|out-tsc|generated)\//.test(file));
}

/** The names of attributes in a source. */
const namesIn = (text) => (TELEMETRY.test(text) ? [...text.matchAll(NAME)].map(([, name]) => name) : []);

/** The names of all attributes of spans and resources that the sources below these folders set, sorted. */
function findAttributeNames(folders) {
  const names = folders.flatMap(sourcesIn).flatMap((file) => namesIn(readFileSync(file, 'utf8')));
  return [...new Set(names)].sort();
}

/** The attributes of the conventions in declarations of TypeScript: by name, why each is deprecated; null: it is not. */
function readConventions(declarations) {
  const found = [...declarations.matchAll(DECLARED)];
  return new Map(found.map(([, comment, name]) => [name, /@deprecated ([^\n]*)/.exec(comment)?.[1] ?? null]));
}

module.exports = { findAttributeNames, namesIn, readConventions };
