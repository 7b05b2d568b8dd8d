const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

/** Runs TypeScript without loading the compiler of TypeScript, which makes a look through the memory take minutes. */
require.extensions['.ts'] = (module, filename) => {
  const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' };
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, jsc, module: { type: 'commonjs' } });
  module._compile(code, filename);
};
