const { cpSync, rmSync } = require('node:fs');
const { getEntryPoints, getNodeBundler } = require('@forge/bundler');

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

async function bundle() {
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
