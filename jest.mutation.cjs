const config = require('./jest.config.cjs');

/**
 * The tests of `npm run mutation`. A mutant meets those of them that import what it changes, so they have to be quick:
 * what is decided is asked directly, and not of a whole site.
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
    '<rootDir>/test/classification/default-levels.test.ts',
    '<rootDir>/test/findings/{freshness,record-scan}.test.ts',
    '<rootDir>/test/keys/{expiry-notices,key-format,key-lifetime,key-vectors,key-widening,rotation,verification}.test.ts',
    '<rootDir>/test/quota/{counters,host-points,policies,settle-charge,shares}.test.ts',
    '<rootDir>/test/redaction/redact-parts.test.ts',
    '<rootDir>/test/rest/{admin-of-all,cursor}.test.ts',
    '<rootDir>/test/runs/line.test.ts',
  ],
};
