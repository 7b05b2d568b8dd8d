import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * Runs a TypeScript file as a Node process of its own, without a build, and ends as it ends:
 * with its exit code, or by the same signal. A signal to this process reaches the file's process.
 */
export function runTypeScript(file, args) {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '-r', '@swc-node/register', join(root, file), ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TS_NODE_PROJECT: join(root, 'tsconfig.json') },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal goes to both processes already; twice would look like impatience.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
