import { spawnSync } from 'node:child_process';

/** Tests of examples that run in programs other than Node. */

type Interpreter = 'bash' | 'curl' | 'python3' | 'groovy';

const known = new Map<Interpreter, boolean>();

/** An installed command may still fail to run: Debian's groovy needs a Java runtime. */
function runs(name: Interpreter): boolean {
  const isKnown = known.get(name) ?? spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  known.set(name, isKnown);
  return isKnown;
}

/**
 * If one of these programs is missing, its examples are skipped and counted as skipped; `npm test` reports what to
 * install. With CI=true they run anyway and fail, because an example that does not run is untested.
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
