/** A test drives the processes of a whole stack, so it has twice the time of others. With several projects, Jest reads the limit of its configuration only at the root. */
jest.setTimeout(120_000);
