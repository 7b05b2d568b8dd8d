import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import document from '../../dist/openapi.json';

/**
 * Every request of the guides and of the OpenAPI document compiles against the types that `openapi-typescript` generates, and so do the
 * example responses of the document and the examples of the client for TypeScript.
 */

const root = join(__dirname, '../..');
const client = join(root, 'dist/clients/typescript');

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const operations = Object.entries(document.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      pattern: new RegExp(
        `/v1${path
          .slice(3)
          .replaceAll('.', '\\.')
          .replace(/\{\w+\}/g, '[^/]+')}$`,
      ),
      path,
    })),
);

/** A piece of TypeScript, and where it comes from. */
interface Piece {
  readonly from: string;
  readonly code: string;
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const blocksOf = (file: string, language: string) => blocksIn(textOf(file), language);
const blocksIn = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'))].map(([, block = '']) => block);

/** The guides whose requests are right. errors.md has requests that are refused. */
const guides = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'errors.md')
    .map((name) => `docs/${name}`),
];

/** The commands of a shell script as lists of words. Variables stay as their names. */
function commandsOf(script: string): readonly (readonly string[])[] {
  const word = String.raw`(?:'[^']*'|"(?:\\.|[^"\\])*"|\\[^\n]|[^\s'"\\;|&()])+`;
  const tokens = script.matchAll(new RegExp(String.raw`(${word})|(\\\n)|([\n;|&()])`, 'g'));
  const commands: string[][] = [[]];
  for (const [, text, , end] of tokens) {
    if (end !== undefined) commands.push([]);
    else if (text !== undefined) commands.at(-1)?.push(unquoted(text));
  }
  return commands;
}

const unquoted = (word: string) =>
  word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, (_all, single?: string, double = '') =>
    single === undefined ? double.replace(/\\(["\\$`])/g, '$1').replace(/\$\{(\w+)\}|\$(\w+)/g, '$1$2') : single,
  );

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** The request of a command of curl, or of a function of docs/scripts.md, if it shows a body. */
function requestOf(words: readonly string[]): Request | undefined {
  const after = (...names: readonly string[]) => words.find((_word, place) => names.includes(words[place - 1] ?? ''));
  const body = after('--data', '-d', '<<<');
  const path = words.find((word) => /^(?:BASE_URL|\$BASE_URL)?\/v1\//.test(word));
  if (body === undefined || path === undefined || !body.startsWith('{')) return undefined;
  return { method: after('--request', '-X') ?? 'POST', path: path.split('?')[0] ?? '', body };
}

/** The request of a block in the notation of docs/automation.md. */
function httpRequestOf(block: string): readonly Request[] {
  const [, method, path, body] = /^(\w+) (\S+)\n[\s\S]*?\n\n([\s\S]+)$/.exec(block) ?? [];
  return method !== undefined && path !== undefined && body !== undefined ? [{ method, path, body }] : [];
}

function requestsIn(file: string): readonly Request[] {
  const commands = blocksOf(file, 'sh').flatMap(commandsOf);
  return [...commands.flatMap((words) => requestOf(words) ?? []), ...blocksOf(file, 'http').flatMap(httpRequestOf)];
}

function pieceOf(file: string, { method, path, body }: Request): Piece {
  const operation = operations.find((one) => one.method === method && one.pattern.test(path));
  if (operation === undefined) throw new Error(`${file}: no operation ${method} ${path}`);
  return {
    from: `${file}: ${method} ${path} ${body}`,
    code: `const request: Body<'${operation.operationId}'> = ${JSON.stringify(JSON.parse(body))};`,
  };
}

const HEAD = `
import type { operations } from './dist/schema.d.ts';
type Body<Id extends keyof operations> = operations[Id] extends { requestBody: { content: { 'application/json': infer Sent } } } ? Sent : never;
type Answer<Id extends keyof operations, Status extends keyof operations[Id]['responses']> =
  operations[Id]['responses'][Status] extends { content: { 'application/json': infer Sent } } ? Sent : never;
`;

/** @returns for each piece the errors of the compiler under \`--strict\`, without the pieces that compile */
function errorsIn(pieces: readonly Piece[]): readonly string[] {
  const names = new Map(
    pieces.map(({ code }, index) => [join(client, `piece-${index}.ts`), `${HEAD}${code}\nexport {};`]),
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: {
      'page-classification-client': [join(client, 'dist/index.d.ts')],
      'page-classification-client/*': [join(client, 'dist/*.d.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  const real = { fileExists: host.fileExists, getSourceFile: host.getSourceFile };
  host.fileExists = (name) => names.has(name) || real.fileExists(name);
  host.getSourceFile = (name, target) => {
    const text = names.get(name);
    return text === undefined ? real.getSourceFile(name, target) : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...names.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file: place, messageText }) => {
    const piece = pieces[[...names.keys()].indexOf(place?.fileName ?? '')];
    return `${piece?.from ?? place?.fileName ?? 'the compiler'}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

const jsonOf = (content?: Readonly<Record<string, Content>>) => content?.['application/json'];

/** The request and the response that the document shows for each operation. */
const examples = operations.flatMap(({ operationId, requestBody, responses }): readonly Piece[] => {
  const body = jsonOf(requestBody?.content);
  const sent = body && {
    from: `the request of ${operationId}`,
    code: `const body: Body<'${operationId}'> = ${JSON.stringify(body.example)};`,
  };
  const received = Object.entries(responses).flatMap(([status, { content }]) => {
    const { example } = jsonOf(content) ?? {};
    if (example === undefined) return [];
    const type = `Answer<'${operationId}', ${status}>`;
    return [{ from: `the ${status} of ${operationId}`, code: `const answer: ${type} = ${JSON.stringify(example)};` }];
  });
  return [...(sent ? [sent] : []), ...received];
});

it('every request of the guides and of the document compiles, and every response that the document shows', () => {
  const requests = guides.flatMap((file) => requestsIn(file).map((request) => [file, request] as const));
  // One script of docs/scripts.md computes its body. Its own test runs it.
  const fixed = requests.filter(([, { body }]) => !body.includes('${'));
  expect(requests.length - fixed.length).toBe(1);
  expect(fixed.length).toBeGreaterThan(25);
  expect(examples.length).toBeGreaterThan(80);
  const readme = blocksOf('clients/typescript/README.md', 'ts').join('');
  const pieces = [
    ...fixed.map(([file, request]) => pieceOf(file, request)),
    ...examples,
    { from: 'clients/typescript/README.md', code: readme },
  ];
  expect(errorsIn(pieces)).toEqual([]);
});

it('a request with a missing or an unknown member does not compile', () => {
  const pieces = ['MISSING_FIELD', 'UNKNOWN_FIELD'].flatMap((code) => {
    const [, section = ''] = textOf('docs/errors.md').split(`\n### ${code}\n`);
    const [block = ''] = blocksIn(section, 'sh');
    return commandsOf(block).flatMap((words) => requestOf(words) ?? []);
  });
  expect(pieces).toHaveLength(2);
  const [missing, unknown, ...others] = errorsIn(pieces.map((request) => pieceOf('docs/errors.md', request)));
  expect([missing, unknown, others]).toEqual([
    expect.stringContaining("Property 'levelId' is missing"),
    expect.stringContaining(`'"levelname"' does not exist`),
    [],
  ]);
});

/** The schemas of a value, without the alternative null. */
function resolve(schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return (document.components.schemas as unknown as Record<string, Schema>)[name];
  }
  if (schema?.items !== undefined) return resolve(schema.items);
  const choice = schema?.anyOf?.find((one) => one.$ref !== undefined || one.properties !== undefined);
  return choice === undefined ? schema : resolve(choice);
}

/** The members that a request can omit and the response has, but not always. */
function sometimesMissing(request: Schema | undefined, response: Schema | undefined): readonly string[] {
  const [sent, received] = [resolve(request), resolve(response)];
  return Object.entries(sent?.properties ?? {}).flatMap(([name, member]) => {
    const answered = received?.properties?.[name];
    if (answered === undefined) return [];
    const isMissing =
      member.description?.includes('Omitted = ') === true && received?.required?.includes(name) !== true;
    return [...(isMissing ? [name] : []), ...sometimesMissing(member, answered)];
  });
}

it('a member that a request can omit is optional there, and required in the response', () => {
  const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
  expect(withBody.length).toBeGreaterThan(20);
  for (const { operationId, requestBody, responses } of withBody) {
    const request = jsonOf(requestBody?.content)?.schema;
    const [, success] = Object.entries(responses).find(([status]) => Number(status) < 300) ?? [];
    expect([operationId, sometimesMissing(request, jsonOf(success?.content)?.schema)]).toEqual([operationId, []]);
    const { properties = {}, required = [] } = resolve(request) ?? {};
    const omitted = Object.keys(properties).filter((name) => properties[name]?.description?.includes('Omitted = '));
    expect([operationId, required.filter((name) => omitted.includes(name))]).toEqual([operationId, []]);
  }
});
