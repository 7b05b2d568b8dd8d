import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { parser } from 'typescript-eslint';
import buildOpenApi from './build-openapi.mjs';
import { fail, root } from './install.mjs';

/**
 * `node scripts/check-code.mjs app|admin [--all]`: runs `tsc --noEmit` for one tsconfig.json, then ESLint for its
 * files. Both use one program, because the rules of the linter need the types anyway. The two halves together are the
 * whole repository, with a process each. `--all` checks every file, because the cache of ESLint notices a change of a
 * file but not of the types that it imports. The cache suffices for the next run, but not for a verdict.
 */
const halves = {
  app: { folder: '.', files: '.', ignorePatterns: ['static/'] },
  admin: { folder: 'static', files: 'static', ignorePatterns: [] },
};

const [name, option] = process.argv.slice(2);
const half = halves[name] ?? fail(`Which half? ${Object.keys(halves).join(' or ')}.`);
// Modules of the app and of the tests import its output.
await buildOpenApi();
const { ok, program } = checkTypes();
process.exitCode = ok && (await lint()) ? 0 : 1;

function checkTypes() {
  const { fileNames, options, errors, projectReferences } = ts.getParsedCommandLineOfConfigFile(
    join(root, half.folder, 'tsconfig.json'),
    { noEmit: true, incremental: true, tsBuildInfoFile: join(root, `.cache/types-of-${name}.tsbuildinfo`) },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) =>
        fail(ts.flattenDiagnosticMessageText(messageText, '\n')),
    },
  );
  const builder = ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    configFileParsingDiagnostics: errors,
    projectReferences,
  });
  const diagnostics = [...ts.getPreEmitDiagnostics(builder), ...builder.emit().diagnostics];
  const host = { getCanonicalFileName: (file) => file, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  if (diagnostics.length > 0) console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
  return { ok: diagnostics.length === 0, program: builder.getProgram() };
}

async function lint() {
  const eslint = new ESLint({
    cwd: root,
    cache: option !== '--all',
    cacheLocation: join(root, `.cache/eslint-of-${name}`),
    ignorePatterns: half.ignorePatterns,
    overrideConfig: {
      // The others are linted without types (eslint.config.mjs).
      files: process.env.TEST_ALL === '1' ? ['**/*.{ts,tsx}'] : ['src/**/*.ts', 'static/*/src/**/*.{ts,tsx}'],
      ignores: ['clients/**'],
      languageOptions: {
        parser: {
          ...parser,
          parseForESLint: (code, options) =>
            parser.parseForESLint(code, { ...options, projectService: false, programs: [program] }),
        },
      },
    },
  });
  const results = await eslint.lintFiles(half.files);
  const formatter = await eslint.loadFormatter();
  process.stdout.write(await formatter.format(results));
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
}
