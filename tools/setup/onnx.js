/** transformers.js for the embedder `onnx`: optional, outside the root lock file, installed beside its own. */
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { installLocked } = require('./install/npm.js');
const { root } = require('./paths.js');
const { runMain, printStep } = require('./terminal/output.js');

const folder = join(root, 'optional/onnx');
const modules = join(folder, 'node_modules');
const stampFile = join(modules, '.crumbtrail.stamp');

function stamp() {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  return createHash('sha256').update(`${lock}${process.platform}${process.arch}`).digest('hex');
}

/**
 * The packages bring every system's libraries, and a second runtime for browsers that is part of transformers.js for Node
 * already: 380 MB that are never used here.
 */
function removeOthers() {
  rmSync(join(modules, 'onnxruntime-web'), { recursive: true, force: true });
  const binaries = join(modules, 'onnxruntime-node/bin/napi-v6');
  const systems = readdirSync(binaries).flatMap((system) =>
    readdirSync(join(binaries, system)).map((chip) => join(system, chip)),
  );
  const own = join(process.platform, process.arch);
  if (!systems.includes(own)) return;
  for (const one of systems.filter((name) => name !== own)) rmSync(join(binaries, one), { recursive: true });
}

/** Installs what the lock file says, if it is not installed; returns the folder. Install scripts are not run: one fetches CUDA. */
function ensureOnnx() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return folder;
  printStep('installing transformers.js under optional/onnx: about 10 s, 160 MB to fetch, 90 MB to keep');
  installLocked(folder, {
    more: ['--ignore-scripts'],
    sentence:
      'transformers.js could not be installed: check the network and the free disk space (500 MB), then run the same command again.',
  });
  removeOthers();
  writeFileSync(stampFile, stamp());
  printStep('the embedder onnx is ready: put a model under models/ of CRUMBTRAIL_HOME, or into EMBEDDINGS_CACHE');
  return folder;
}

module.exports = { ensureOnnx };

if (require.main === module) runMain(async () => void ensureOnnx());
