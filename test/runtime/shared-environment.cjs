const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Node's default. Jest's 100 frames make each of the many refusals of a run slow. */
const STACK_FRAMES = 10;

/**
 * The environment of test files that share modules, which is the realm of the process itself. Each file leaves the
 * process as it was before.
 */
module.exports = class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #before = { console, exit: process.exit, environment: { ...process.env }, folder: process.cwd() };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    Error.stackTraceLimit = STACK_FRAMES;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, exit, environment, folder } = this.#before;
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    process.chdir(folder);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
