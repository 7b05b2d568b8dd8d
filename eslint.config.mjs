import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

/** Rules written as selectors. Flat config replaces a rule's options as a whole, so each scope lists all of its own. */
const mockingForge = {
  selector:
    "CallExpression[callee.object.name='jest'][callee.property.name=/[mM]ock/][arguments.0.value=/^@forge\\u002F/]",
  message: 'Tests run the real @forge packages against the local host, because a mock of them proves nothing.',
};
const leftOutTests = [
  {
    selector: 'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(only|skip|todo|failing)$/]',
    message: 'Run the test, or remove it.',
  },
  {
    selector: 'CallExpression[callee.name=/^(fit|fdescribe|xit|xdescribe|xtest)$/]',
    message: 'Run the test, or remove it.',
  },
];
const readingTheClock = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Take the time as a parameter.',
  },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take the time as a parameter.' },
  { selector: "CallExpression[callee.name='Date']", message: 'Take the time as a parameter.' },
];
const chance = {
  selector: "MemberExpression[object.name='Math'][property.name='random']",
  message: 'Take randomness as a parameter, and from node:crypto where an attacker could profit from guessing it.',
};
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/platform reads the configuration of the app.',
};

const outsideImports = [
  { group: ['@forge/*'], message: 'Only src/platform imports packages of Forge.' },
  {
    group: ['**/local/**', '**/test/**', '**/bench/**'],
    message: 'Deployed code imports nothing of local, test and bench.',
  },
];
const storageWithoutRegister = {
  group: ['**/platform/storage'],
  importNames: ['openStorage'],
  message: 'Import it from src/people/open-storage.ts, which registers the people whose ids are stored.',
};

/** The parts that do not ship are linted without types, which is quicker. `npm run test:slow` uses them. */
const withoutTypes =
  process.env.TEST_ALL === '1'
    ? []
    : [
        {
          files: ['local/**', 'test/**', 'bench/**', 'static/*/test/**'],
          extends: [ts.configs.disableTypeChecked],
          // The directives are for the rules with types.
          linterOptions: { reportUnusedDisableDirectives: 'off' },
        },
      ];

export default defineConfig(
  globalIgnores(['node_modules/', '.cache/', '.local/', 'dist/', 'coverage/', 'test-results/', '**/dist/']),
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none', ignoreRestSiblings: true },
      ],
      // `while (true)` around a read-decide-write that may lose a race says what it does.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // An async function without await is how an interface of promises is implemented in memory.
      '@typescript-eslint/require-await': 'off',
      // `() => stop()` is not confusing.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      'no-restricted-syntax': ['error', mockingForge],
    },
  },
  {
    // Configuration and scripts: plain Node, without types.
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: {
        console: 'readonly',
        fetch: 'writable',
        clearInterval: 'readonly',
        module: 'writable',
        performance: 'readonly',
        process: 'readonly',
        require: 'readonly',
        setInterval: 'readonly',
      },
    },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }] },
  },
  {
    // Scripts that run in a browser as they are.
    files: ['local/ui/browser/**'],
    languageOptions: { globals: { document: 'readonly', setTimeout: 'readonly', window: 'readonly' } },
  },
  {
    files: ['src/**'],
    rules: {
      'no-console': 'error',
      'no-restricted-imports': [
        'error',
        {
          patterns: [...outsideImports, storageWithoutRegister],
        },
      ],
      'no-restricted-syntax': ['error', mockingForge, ...readingTheClock, chance, environment],
    },
  },
  {
    files: ['src/people/open-storage.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: outsideImports }] },
  },
  {
    files: ['static/*/src/**'],
    rules: { 'max-lines-per-function': ['error', { max: 75 }] },
  },
  {
    files: ['src/platform/**'],
    rules: { 'no-console': 'off', 'no-restricted-imports': 'off', 'no-restricted-syntax': ['error', mockingForge] },
  },
  {
    files: ['test/**', 'static/*/test/**'],
    rules: {
      'no-restricted-syntax': ['error', mockingForge, chance, ...leftOutTests],
      // `expect(object.method)` never calls it.
      '@typescript-eslint/unbound-method': 'off',
      // Tests read JSON answers of any shape; their expectations check it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    // Skips the examples whose interpreter is missing, except under CI=true.
    files: ['test/support/interpreters.ts'],
    rules: { 'no-restricted-syntax': ['error', mockingForge, chance] },
  },
  {
    // Compiled under `strict` with the generated modules, which exist only after the build.
    files: ['clients/**'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false, programs: null } },
  },
  ...withoutTypes,
);
