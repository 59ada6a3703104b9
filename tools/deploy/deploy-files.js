/** Reads the files of deploy/ that the specs here check against each other. */
'use strict';

const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parse, parseAllDocuments } = require('yaml');

const ROOT = join(__dirname, '../..');
const CHART = join(ROOT, 'deploy/helm/crumbtrail');

const readText = (...path) => readFileSync(join(ROOT, ...path), 'utf8');
const readYaml = (...path) => parse(readText(...path), { merge: true, logLevel: 'silent' });

/** Merges values as Helm does: maps are merged, everything else is replaced, null removes. */
function overlay(base, more) {
  const merged = { ...base };
  for (const [key, value] of Object.entries(more)) {
    const isMap = (one) => one !== null && typeof one === 'object' && !Array.isArray(one);
    if (value === null) delete merged[key];
    else merged[key] = isMap(value) && isMap(base[key]) ? overlay(base[key], value) : value;
  }
  return merged;
}

/** The hash of everything that the rendered example was made of, whatever its line ends. */
function hashChart() {
  const files = readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.parentPath.startsWith(join(CHART, 'templates')))
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !path.endsWith('.txt'))
    .sort();
  const hash = createHash('sha256');
  for (const path of files) hash.update(`${path.slice(CHART.length)}\n${readFileSync(path, 'utf8')}`);
  return hash.digest('hex');
}

const rendered = () =>
  parseAllDocuments(readText('deploy/helm/examples/production.rendered.yaml'))
    .map((document) => document.toJS())
    .filter((manifest) => manifest !== null);

module.exports = { hashChart, overlay, readText, readYaml, rendered, ROOT };
