const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

/** Runs TypeScript without loading its compiler, with which a search through the memory takes minutes. */
require.extensions['.ts'] = (module, filename) => {
  const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' };
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, jsc, module: { type: 'commonjs' } });
  module._compile(code, filename);
};
