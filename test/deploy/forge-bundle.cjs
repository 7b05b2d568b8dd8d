const { cpSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { getEntryPoints, getNodeBundler } = require('@forge/bundler');
const { TSConfigInteractor } = require('@forge/bundler/out/tsconfig-interactor');

/**
 * Bundles the app in the working folder with Forge's own bundler, as `forge deploy` does, into the folder given as
 * argument. A process of its own, because the bundler reads the working folder; CommonJS, because it asks for
 * `require.main`.
 */
const [, , to] = process.argv;
const print = (message) => console.error(message);
const logger = { info: print, warn: print, error: print, debug: () => undefined, trace: () => undefined };
// What Forge wraps around a bundle is downloaded at deploy time and is no part of the app.
const noWrapper = async () => ({ script: '', version: '0' });
const wrappers = { getNodeRuntimeWrapper: noWrapper, getNodeRuntimeLoader: noWrapper };

// Types are a check of their own (bundle.test.ts: no file that is not bundled adds any), which takes most of the time: the
// files are the same without it.
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
