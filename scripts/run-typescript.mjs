import { join } from 'node:path';
import { root } from './install.mjs';
import { runChild } from './run-child.mjs';

/**
 * Runs a TypeScript file as a Node process of its own, without a build, and ends with its exit code. Through the channel
 * between them the process hears when this one is killed.
 */
export async function runTypeScript(file, args) {
  const node = ['--enable-source-maps', '-r', '@swc-node/register', join(root, file), ...args];
  const env = { ...process.env, TS_NODE_PROJECT: join(root, 'tsconfig.json') };
  const { code } = await runChild(process.execPath, node, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  });
  process.exit(code);
}
