const { createRequire, Module } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');
const SharedEnvironment = require('./shared-environment.cjs');

/** The globals of jest-circus, which would pass its tests and event handlers on to the next test file. */
const STATE_OF_JEST = new Set([
  'EVENT_HANDLERS',
  'JEST_STATE_SYMBOL',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
]);

/** The path of the source map of each loaded file. */
const sourceMaps = new Map();

/** The runtime of the test file that runs. */
let current;

for (const extension of ['.ts', '.tsx'])
  Module._extensions[extension] = (module, path) => module._compile(current.transform(path), path);

/** A component imports its style sheet. Without a browser it has no effect. */
Module._extensions['.css'] = () => undefined;

/**
 * Loads a test file as Node loads a program. Node keeps what the file imports, so all test files of a process share one
 * copy of each module.
 */
class SharedRuntime extends JestRuntime {
  transform(path) {
    const code = this.transformCache.transform(path);
    const sourceMap = this.transformCache.getSourceMaps().get(path);
    if (sourceMap !== undefined) sourceMaps.set(path, sourceMap);
    return code;
  }

  getSourceMaps() {
    return sourceMaps;
  }

  /** Jest loads its own modules with this. They hold the state of one test file, part of it as globals. */
  requireInternalModule(path) {
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (STATE_OF_JEST.has(symbol.description)) delete globalThis[symbol];
    return requireFresh(path);
  }

  requireModule(from, name) {
    if (name !== undefined) return createRequire(from)(name);
    current = this;
    globalThis.jest = this.jestGlobals.jestObjectFor(from);
    return requireFresh(from);
  }

  setMock() {
    refuse();
  }

  setModuleMock() {
    refuse();
  }

  isolateModules() {
    refuse();
  }

  isolateModulesAsync() {
    refuse();
  }

  /** The original changes the process for the file that runs. */
  installGetBuiltinModule() {}
}

function requireFresh(path) {
  delete require.cache[path];
  try {
    return require(path);
  } finally {
    delete require.cache[path];
    module.children.length = 0;
  }
}

function refuse() {
  throw new Error(
    'Test files share their modules. A file that needs its own begins with /** @jest-environment node */.',
  );
}

/** The `runtime` of jest.config.cjs. A file with `@jest-environment node` gets Jest's own runtime and its own modules. */
module.exports = function Runtime(config, environment, ...others) {
  const Chosen = environment instanceof SharedEnvironment ? SharedRuntime : JestRuntime;
  return new Chosen(config, environment, ...others);
};
