const { runsAll, slowTests } = require('./scripts/slow-tests.cjs');

/** @param tsx whether the files may contain JSX, in which `<T>` begins an element */
const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript', tsx }, target: 'es2022', transform: { react: { runtime: 'automatic' } } },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** Tests run through the real @forge packages over the local host; nothing of @forge is ever mocked. */
module.exports = {
  // Test files share the modules they load; see docs/tests.md.
  runtime: '<rootDir>/test/runtime/shared-runtime.cjs',
  testEnvironment: '<rootDir>/test/runtime/shared-environment.cjs',
  roots: ['<rootDir>/test', '<rootDir>/static/admin/test', '<rootDir>/static/surfaces/test'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', ...(runsAll ? [] : slowTests)],
  // Builds the OpenAPI document when its sources have changed: every response in the tests is checked against it. When the
  // document has changed, it also packs the clients.
  globalSetup: '<rootDir>/scripts/pack-clients.mjs',
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  // Tests that choose some of their cases use this seed.
  showSeed: true,
  // Ends a test that hangs. No test may depend on how busy the machine is, so it is far above what any of them takes.
  testTimeout: 300_000,
  // Jest keeps some of what each file has loaded, and gigabytes of it make every test slow: a new process is quicker.
  workerIdleMemoryLimit: '500MB',
};
