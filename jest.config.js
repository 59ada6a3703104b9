module.exports = {
  projects: ['libs', 'services', 'tools']
    .map((folder) => `<rootDir>/${folder}/*/jest.config.js`)
    .concat('<rootDir>/e2e'),
};
