/**
 * The rules for imports. test/architecture/ proves that they find violations. Imports of types count as well, because a
 * type of an upper layer ties a room to a door as much as a value does.
 */
const doors = '^src/(rest|admin|events|surfaces|actions)/';
/** The rooms in layers, the highest first. A room uses its own layer and those below (docs/architecture.md). */
const layers = [
  ['jobs', 'redaction', 'upkeep', 'privacy', 'site-check', 'alerts', 'review', 'policy'],
  ['findings', 'counts', 'exposure', 'page-use'],
  ['classification', 'detection', 'files', 'mirror', 'native-levels'],
  ['keys', 'quota', 'runs', 'walks'],
  ['access', 'audit', 'configuration', 'capabilities', 'people'],
];
const rooms = `^src/(${layers.flat().join('|')})/`;
const platform = '^src/platform/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'room-imports-door',
      comment: 'A room does not depend on its caller. It returns a union, and the door makes a response of it.',
      severity: 'error',
      from: { path: rooms },
      to: { path: doors },
    },
    ...layers.slice(1).map((layer, index) => ({
      name: 'room-imports-upper-room',
      comment: 'A room uses its own layer and those below.',
      severity: 'error',
      from: { path: `^src/(${layer.join('|')})/` },
      to: {
        path: `^src/(${layers
          .slice(0, index + 1)
          .flat()
          .join('|')})/`,
      },
    })),
    {
      name: 'door-imports-door',
      comment:
        'A function that two doors need is in a room. The admin area sends requests to the API through its entrance.',
      severity: 'error',
      from: { path: doors },
      to: { path: doors, pathNot: ['^src/$1/', '^src/rest/app[.]ts$'] },
    },
    {
      name: 'platform-imports-upstairs',
      comment: 'Everything may import the platform, which imports nothing of the app.',
      severity: 'error',
      from: { path: platform },
      to: { path: '^src/', pathNot: platform },
    },
    {
      name: 'index-imports-inside',
      comment: 'src/index.ts exports the handlers of the doors, and nothing else.',
      severity: 'error',
      from: { path: '^src/index[.]ts$' },
      to: { pathNot: doors },
    },
    {
      name: 'outside-the-map',
      comment: 'Every module of src belongs to a door, a room or the platform.',
      severity: 'error',
      from: { path: '^src/', pathNot: [doors, rooms, platform, '^src/index[.]ts$'] },
      to: {},
    },
    {
      name: 'access-imports-platform',
      comment: 'Access decides from the facts of its caller, and reads nothing.',
      severity: 'error',
      from: { path: '^src/access/' },
      to: { path: platform },
    },
    {
      name: 'forge-outside-platform',
      comment: 'Only src/platform imports @forge/*.',
      severity: 'error',
      from: { path: '^src/', pathNot: platform },
      to: { path: ['(^|/)node_modules/@forge/', '^@forge/'] },
    },
    {
      name: 'src-imports-outside',
      comment: 'Deployed code imports nothing of the local host, the tests or the UI.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(local|test|bench|scripts|static)/' },
    },
    {
      name: 'src-imports-devDependency',
      comment: 'Forge bundles the packages that src imports, so they must be in `dependencies`.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'local-imports-test',
      comment: 'The local host serves people as well as tests.',
      severity: 'error',
      from: { path: '^local/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'ui-imports-code-of-src',
      comment:
        'The admin UI shares types with the backend, never code. The guide to problems is data (docs/adr/0039), and so are the contracts (docs/adr/0092). The protection of CSV files, the sum of counts, the prefix of names, the conditions of alerts, and the verdicts and words of exposure exist once.',
      severity: 'error',
      from: { path: '^static/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(rest/problem-guide|capabilities/effects|(admin|surfaces)/contract|platform/(csv|add-up)|mirror/prefix|alerts/conditions|exposure/(audience|words)|page-use/words|findings/preview/change-count)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contract-imports-code',
      comment: 'The UI imports the contracts, so they have types and effects, and no code of the backend.',
      severity: 'error',
      from: { path: '^src/.+/contract[.]ts$' },
      to: {
        path: '^(src|node_modules)/',
        pathNot: ['^src/capabilities/effects[.]ts$', '/contract[.]ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'route-made-too-early',
      comment: 'A part of the API is loaded with the first request for one of its operations (docs/adr/0020).',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/rest/(routes|parts)/[^/]+$' },
      to: { path: '^src/rest/(routes/|parts/(?!index[.]))' },
    },
    {
      name: 'circular',
      comment: 'If two modules need each other, join them, or move the common part to a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'orphan',
      comment:
        'No module imports this file, and it imports nothing. Files that a browser loads by their address are exempt.',
      severity: 'error',
      from: { orphan: true, pathNot: ['[.]test[.]ts$', '^local/ui/browser/', '[.]d[.]ts$', '[.]json$'] },
      to: {},
    },
    {
      name: 'unresolvable',
      comment: 'An imported module must exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules'] },
    // Programs that a benchmark compares with have packages of their own, which are installed when it runs. Programs that use the
    // clients import their packages, which the tests install.
    exclude: { path: '^(bench/(better-auth|detection-peers|file-peers)|test/clients/programs)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
