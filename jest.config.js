// With several projects Jest reads the time limit only here; e2e/support/time-limit.ts sets a longer one.
module.exports = {
  testTimeout: 60_000,
  projects: ['libs', 'services', 'tools']
    .map((folder) => `<rootDir>/${folder}/*/jest.config.js`)
    .concat('<rootDir>/e2e'),
};
