const config = require('./jest.config.cjs');

/**
 * The tests of `npm run mutation`. Each mutant runs those that import the changed file, so
 * they must be quick: they call a decision directly, without a site.
 */
module.exports = {
  ...config,
  // Each mutant needs the modules that it changes for itself.
  testEnvironment: 'node',
  // scripts/mutation.mjs builds the OpenAPI document: a mutant must not change it.
  globalSetup: undefined,
  // The way from a test to what it imports is looked for in these.
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: [
    '<rootDir>/test/access/order-of-denials.test.ts',
    '<rootDir>/test/audit/cursor.test.ts',
    '<rootDir>/test/classification/{default-levels,page-correction}.test.ts',
    '<rootDir>/test/findings/{freshness,identify,reconcile-scan}.test.ts',
    '<rootDir>/test/keys/{expiry-notices,key-format,key-lifetime,key-vectors,key-widening,rotation,verification}.test.ts',
    '<rootDir>/test/quota/{background-points,counters,host-points,policies,settle-charge,shares}.test.ts',
    '<rootDir>/test/redaction/cut.test.ts',
    '<rootDir>/test/rest/{admin-of-all,cursor}.test.ts',
    '<rootDir>/test/runs/line.test.ts',
  ],
};
