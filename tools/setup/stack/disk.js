/** The disk of a stack: whether there is room to start, and when there is space again after it was full. */
const { existsSync, statfsSync } = require('node:fs');
const { join } = require('node:path');
const { ActionableError } = require('../terminal/output.js');

const MIB = 1024 ** 2;
/** What the store keeps free of the disk, in MiB; its variable DISK_RESERVE_MB sets it. */
const RESERVE_MIB = 64;
/** What a new embedded database, and the write-ahead log of an existing one, take at start. */
const NEW_DATABASE_MIB = 96;
const EXISTING_MIB = 24;
const FULL_MIB = 1;
const LOOK_EVERY_MS = 500;

/** How many MiB are free on the disk of a folder. */
function readFree(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / MIB);
}

const reserveOf = ({ DISK_RESERVE_MB }) => Number(DISK_RESERVE_MB ?? RESERVE_MIB);

/** Throws one sentence if a stack cannot start on the disk of its home. An existing one starts on a disk that is nearly full, to be read. */
function requireSpace(home, env, free = readFree(home)) {
  const isNew = !env.DATABASE_URL && !existsSync(join(home, 'pglite'));
  const needed = isNew ? NEW_DATABASE_MIB + reserveOf(env) : EXISTING_MIB;
  if (free >= needed) return;
  throw new ActionableError(
    `The disk of ${home} has ${free} MiB free, and Crumbtrail needs ${needed} MiB to start: free some, or set CRUMBTRAIL_HOME to a folder on another disk.`,
  );
}

/** A line for the start if the store refuses writes now, because too little of the disk is free. */
function spaceLines(home, env, free = readFree(home)) {
  const reserve = reserveOf(env);
  if (env.DATABASE_URL || free >= reserve) return [];
  return [`disk         ${free} MiB are free: writes are refused until there are ${reserve} (DISK_RESERVE_MB)`];
}

/** Returns a function that takes the free MiB of a disk, and calls `onSpace` each time there is space again after it was full. */
function spaceNotifier(onSpace) {
  let wasFull = false;
  return (free) => {
    if (free < FULL_MIB) wasFull = true;
    if (!wasFull || free < EXISTING_MIB) return;
    wasFull = false;
    onSpace();
  };
}

/** Watches the disk of a folder; returns a function that ends that. */
function watchDisk(folder, onSpace) {
  const look = spaceNotifier(onSpace);
  const timer = setInterval(() => look(readFree(folder)), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

module.exports = { readFree, requireSpace, spaceLines, spaceNotifier, watchDisk };
