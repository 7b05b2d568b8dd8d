import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { fail, root } from './install.mjs';
import { runChild } from './run-child.mjs';
import { writeWheel } from './wheel.mjs';
import { pythonModules } from './write-python-client.mjs';
import { typescriptModules } from './write-typescript-client.mjs';

/** Writes a folder with each client and its package: dist/clients (scripts/pack-clients.mjs), or the folder in the argument. */
const source = join(root, 'clients');
const target = process.argv[2] ?? join(root, 'dist', 'clients');
const document = JSON.parse(readFileSync(join(root, 'dist', 'openapi.json'), 'utf8'));
const { version } = document.info;

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await writeTypescript(join(target, 'typescript'));
writePython(join(target, 'python'));

async function writeTypescript(folder) {
  cpSync(join(source, 'typescript'), folder, { recursive: true });
  writeModules(join(folder, 'src'), await typescriptModules(document));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  compile(folder);
  const args = ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', target];
  const { code } = await runChild('npm', args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (code !== 0) fail('npm pack failed.');
}

function compile(folder) {
  const { options } = ts.getParsedCommandLineOfConfigFile(
    join(source, 'typescript', 'tsconfig.json'),
    { rootDir: join(folder, 'src'), outDir: join(folder, 'dist'), rootDirs: undefined },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => fail(messageText) },
  );
  const files = readdirSync(join(folder, 'src')).map((name) => join(folder, 'src', name));
  const program = ts.createProgram(files, options);
  const diagnostics = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  const host = { getCanonicalFileName: (file) => file, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  if (diagnostics.length > 0) fail(ts.formatDiagnostics(diagnostics, host));
}

function writePython(folder) {
  cpSync(join(source, 'python'), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('__pycache__'),
  });
  const code = join(folder, 'page_classification');
  writeModules(code, pythonModules(document));
  const files = readdirSync(code).map((name) => ({
    name: relative(folder, join(code, name)).replaceAll('\\', '/'),
    content: readFileSync(join(code, name)),
  }));
  writeWheel(target, {
    name: 'page_classification_client',
    version,
    summary: 'A client of the Page Classification REST API for Confluence Cloud.',
    readme: readFileSync(join(folder, 'README.md'), 'utf8'),
    files,
  });
}

function writeModules(folder, modules) {
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text);
}
