import { spawnSync } from 'node:child_process';

/** Tests of examples that are run with other programs than Node. */

type Interpreter = 'bash' | 'curl' | 'python3' | 'groovy';

const known = new Map<Interpreter, boolean>();

/** A command may be there and not run: Debian's groovy does not without a Java runtime. */
function runs(name: Interpreter): boolean {
  const isKnown = known.get(name) ?? spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  known.set(name, isKnown);
  return isKnown;
}

/**
 * Where one of these programs is missing, its examples are skipped and counted as such; `npm test` says what to install.
 * Under CI=true they run all the same, and fail, because an example that is not run is not known to work.
 */
function canRun(programs: readonly Interpreter[]): boolean {
  return process.env.CI === 'true' || programs.every(runs);
}

/** `it` for an example that needs these programs. */
export function itWith(...programs: readonly Interpreter[]): jest.It {
  return canRun(programs) ? it : it.skip;
}

/** `describe` for examples that all need these programs. */
export function describeWith(...programs: readonly Interpreter[]): jest.Describe {
  return canRun(programs) ? describe : describe.skip;
}
