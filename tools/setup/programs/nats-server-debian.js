/** Debian's and Ubuntu's nats-server package, unpacked into the cache: no root, no service, no change to the system. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { hasApt, openArchive, unpack } = require('./apt.js');
const { printStep } = require('../terminal/output.js');

/** Downloads and unpacks into `folder`; false when this is not Debian or its archive did not answer. */
function fromDebian(folder) {
  if (!hasApt()) return false;
  printStep(`fetching Debian's nats-server package into ${folder}: about 5 s and 11 MB`);
  const archive = openArchive(folder);
  const unpacked = archive.get('update') && archive.get('download', 'nats-server') && unpack(folder, folder);
  archive.close();
  return unpacked && existsSync(join(folder, 'usr/sbin/nats-server'));
}

module.exports = { fromDebian };
