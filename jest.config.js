module.exports = {
  projects: ['<rootDir>/libs/*', '<rootDir>/services/*', '<rootDir>/tools/*', '<rootDir>/e2e'],
};
