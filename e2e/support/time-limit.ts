/** A test drives some seven processes, so it has twice the time of others. With several projects, Jest reads the limit of its configuration only at the root. */
jest.setTimeout(120_000);
