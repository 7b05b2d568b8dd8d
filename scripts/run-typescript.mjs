import { join } from 'node:path';
import { root } from './install.mjs';
import { runChild } from './run-child.mjs';

/** The arguments and options with which Node runs a TypeScript file without a build. */
export function typeScriptCommand(file, args) {
  return {
    args: ['--enable-source-maps', '-r', '@swc-node/register', join(root, file), ...args],
    options: {
      cwd: root,
      // Through the channel the process detects that this one was killed.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, TS_NODE_PROJECT: join(root, 'tsconfig.json') },
    },
  };
}

/** Runs a TypeScript file as a separate Node process and ends this process with its exit code. */
export async function runTypeScript(file, args) {
  const command = typeScriptCommand(file, args);
  const { code } = await runChild(process.execPath, command.args, command.options);
  process.exit(code);
}
