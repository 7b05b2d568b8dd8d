import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

/** The compiler keeps events without words out of the audit log. */

const ROOT = resolve(__dirname, '../..');
const path = (name: string) => join(ROOT, name);

const DECLARATIONS = `
import { auditDetails } from './details';
import type { AuditSubject } from './event';
declare const known: { readonly levelId: string; readonly subLevelId?: string | undefined };
declare const unknown: { readonly levelId: string; readonly secret: string };
declare const severity: 'low' | 'critical';
declare const otherSeverity: 'low' | 'extreme';
declare const fields: Record<string, string>;
declare const id: string;
`;

const ACCEPTED = [
  'auditDetails(known);',
  'auditDetails({ ...known, name: id, severity, levelIds: [id], pages: 3, state: "failed", delegated: ["off"] });',
  'auditDetails({ ...(id === "" ? {} : { name: id }), pages: "search", level: undefined });',
  'export const subjects: AuditSubject[] = [`page:${id}`, `mirror-walk:${id}`, "levels"];',
];

/** An unknown member, also in a variable or a spread, an unknown word, a word of a member without words, and other subjects. */
const REFUSED = [
  'auditDetails({ secret: id });',
  'auditDetails(unknown);',
  'auditDetails({ name: id, ...unknown });',
  'auditDetails({ severity: otherSeverity });',
  'auditDetails({ state: "lost" });',
  'auditDetails({ delegated: ["everything"] });',
  'auditDetails({ description: severity });',
  'auditDetails(fields);',
  'export const free: AuditSubject = id;',
  'export const other: AuditSubject = `secret:${id}`;',
];

/** The texts of a subject, a field and a value, and the words of a kind of subject. The value has no table of its own. */
const REMOVED = [
  ['static/admin/src/texts/audit.ts', /^ {6}counts: 'Numbers .*\n/m],
  ['static/admin/src/texts/audit.ts', /^ {6}guideline: .*\n/m],
  ['static/admin/src/texts/detectors.ts', /weekly: 'Every week' /],
  ['static/admin/src/audit/value-words.ts', /$/],
  ['static/admin/src/audit/event-words.ts', /^ {4}space: \(names.*\n/m],
] as const;

/** The numbers of the lines with an error, or of the errors in a file, when these texts take the place of the files. */
function errorsIn(config: string, texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly number[]> {
  const { config: read } = ts.readConfigFile(path(config), (name) => ts.sys.readFile(name)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(
    { ...read, include: [], files: [] },
    ts.sys,
    join(path(config), '..'),
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  const program = ts.createProgram([...texts.keys()], { ...options, noEmit: true, incremental: false }, host);
  return new Map(
    [...texts.keys()].map((name) => {
      const file = program.getSourceFile(name);
      const lines = program
        .getSemanticDiagnostics(file)
        .map(({ start = 0 }) => file?.getLineAndCharacterOfPosition(start).line);
      return [name, [...new Set(lines)].flatMap((line) => line ?? [])];
    }),
  );
}

it('a subject, a member or a word that the audit log does not know does not compile, also in a variable', () => {
  const name = path('src/audit/compiled.ts');
  const lines = [...DECLARATIONS.split('\n'), ...ACCEPTED, ...REFUSED];
  const errors = errorsIn('tsconfig.json', new Map([[name, lines.join('\n')]])).get(name);
  expect(errors?.map((line) => lines[line])).toEqual(REFUSED);
});

it('a subject, a member or a word without a text in the admin area does not compile', () => {
  const texts = new Map<string, string>();
  for (const [file, words] of REMOVED) {
    const before = texts.get(path(file)) ?? readFileSync(path(file), 'utf8');
    expect([file, words, words.test(before)]).toEqual([file, words, true]);
    texts.set(path(file), before.replace(words, ''));
  }
  const errors = errorsIn('static/tsconfig.json', texts);
  const counts = [...errors].map(([file, lines]) => [file.slice(ROOT.length + 1), lines.length]);
  expect(counts).toEqual([
    ['static/admin/src/texts/audit.ts', 2],
    ['static/admin/src/texts/detectors.ts', 0],
    ['static/admin/src/audit/value-words.ts', 1],
    ['static/admin/src/audit/event-words.ts', 1],
  ]);
});
