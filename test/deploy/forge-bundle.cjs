const { cpSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { getEntryPoints, getNodeBundler } = require('@forge/bundler');
const { TSConfigInteractor } = require('@forge/bundler/out/tsconfig-interactor');

/**
 * Bundles the app in the working folder with Forge's own bundler, as `forge deploy` does, into the folder given as
 * argument. A separate process, because the bundler reads the working folder; CommonJS, because it needs
 * `require.main`.
 */
const [, , to] = process.argv;
const print = (message) => console.error(message);
const logger = { info: print, warn: print, error: print, debug: () => undefined, trace: () => undefined };
// Forge downloads its wrapper of a bundle at deploy time; it is not part of the app.
const noWrapper = async () => ({ script: '', version: '0' });
const wrappers = { getNodeRuntimeWrapper: noWrapper, getNodeRuntimeLoader: noWrapper };

// A separate check covers the types (bundle.test.ts: no unbundled file adds any), because it takes most of the time and
// the files are the same without it.
const withoutChecks = join(to, 'tsconfig.json');
TSConfigInteractor.prototype.getTSConfigPath = () => withoutChecks;

async function bundle() {
  const config = { extends: join(process.cwd(), 'tsconfig.json'), compilerOptions: { noCheck: true, types: [] } };
  writeFileSync(withoutChecks, JSON.stringify(config));
  const bundler = getNodeBundler(logger, wrappers, { readConfig: async () => ({ app: {} }) });
  const entryPoints = getEntryPoints([{ module: 'index' }]);
  const { outputDir } = await bundler.bundle({ entryPoints, appDirectory: process.cwd() });
  cpSync(outputDir, to, { recursive: true });
  rmSync(outputDir, { recursive: true });
}

bundle().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
