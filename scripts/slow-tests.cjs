/** True in `npm run test:slow`, which also runs every case of the tests that choose some (test/support/sample.ts). */
const runsAll = process.env.TEST_ALL === '1';

/** Test files that take long and guard what rarely changes. `npm test` leaves them to `npm run test:slow` (docs/tests.md). */
const slowTests = [
  // Opens every frame from the files that Forge's command line interface packs.
  'test/browser/packed-frames.test.ts',
  // The rules of Spectral and Redocly for the OpenAPI document.
  'test/contract/openapi-rules.test.ts',
  // Forge's bundler takes half a minute. The parts of the bundle and their sizes are proven with it.
  'test/deploy/bundle.test.ts',
  // Installs Forge's command line interface, which takes a minute and 310 MB.
  'test/deploy/forge-cli.test.ts',
  // Forge's linter reads the whole app once for each scope.
  'test/deploy/forge-checks.test.ts',
  // The commands of the README start the host and wait for it.
  'test/docs/readme.test.ts',
  // Lives 90 days of a company.
  'test/local/replayed-company.test.ts',
  // Start, stop and restart programs of their own.
  'test/process/dev.test.ts',
  // Reads the largest files that the limits allow.
  'test/process/hostile-files.test.ts',
  'test/process/job-crash.test.ts',
  // Reads lists of 100 MB, until the process has no memory left.
  'test/process/large-pages.test.ts',
  'test/process/lifecycle.test.ts',
  'test/scripts/build-openapi.test.ts',
  'test/scripts/detect.test.ts',
  'test/scripts/key.test.ts',
  'test/scripts/run-typescript.test.ts',
  'test/scripts/sbom.test.ts',
  'test/scripts/vulnerabilities.test.ts',
  // Copies sites with thousands of rows.
  'test/scale/number-of-pages.test.ts',
];

module.exports = { runsAll, slowTests };
