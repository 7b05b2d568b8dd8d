/** The tests of `npm run mutation`: those of what is mutated that are quick, because every mutant meets them. */
const config = require('./jest.config.cjs');

module.exports = {
  ...config,
  testMatch: [
    '<rootDir>/test/access/decide.test.ts',
    '<rootDir>/test/keys/{key-vectors,pepper}.test.ts',
    '<rootDir>/test/quota/{counters,host-points,policies}.test.ts',
    '<rootDir>/test/rest/cursor.test.ts',
  ],
};
