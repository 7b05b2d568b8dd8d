import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { buildOpenApi } from '../src/rest/openapi';
import { openRoutes, routes } from '../src/rest/routes';
import { type ApiChange, compareContracts, contractOf } from './api-changes';

/**
 * `npm run api-changes`: compares the OpenAPI document with the last accepted one. Breaking changes end it with an error.
 * It accepts all other changes and writes them into docs/api-changes.md, under today's date or `-- 2026-12-01`.
 * `-- --first 2026-12-01` accepts the document as the first version.
 */

const ACCEPTED = join(__dirname, '../test/contract/accepted-api.json');
const CHANGELOG = join(__dirname, '../docs/api-changes.md');

const packed = z.strictObject({ gzip: z.string() });
const contract = z.record(z.string(), z.unknown());

/** The contract of the last accepted document. */
export function readAccepted(): z.infer<typeof contract> {
  const { gzip } = packed.parse(JSON.parse(readFileSync(ACCEPTED, 'utf8')));
  return contract.parse(JSON.parse(gunzipSync(Buffer.from(gzip, 'base64')).toString('utf8')));
}

/** The contract of the current routes. */
export function currentContract(): z.infer<typeof contract> {
  return contractOf(JSON.parse(JSON.stringify(buildOpenApi(routes, openRoutes))) as object);
}

/** One line for each change, with its operations. */
export function linesOf(changes: readonly ApiChange[]): readonly string[] {
  const texts = [...new Set(changes.map(({ text }) => text))];
  return texts.map((text) => {
    const operations = changes.filter((one) => one.text === text).map(({ operation }) => `\`${operation}\``);
    return `- ${operations.slice(0, MAX_NAMED).join(', ')}${operations.length > MAX_NAMED ? ` and ${operations.length - MAX_NAMED} more` : ''}: ${text}`;
  });
}

const MAX_NAMED = 5;

/** The changelog with the lines under a date, which is the newest section. */
export function withSection(changelog: string, date: string, lines: readonly string[]): string {
  const [head = '', ...sections] = changelog.split(/^(?=## )/m);
  const [newest = '', ...older] = sections;
  const isSameDay = newest.startsWith(`## ${date}\n`);
  const section = isSameDay ? `${newest.trimEnd()}\n${lines.join('\n')}\n` : `## ${date}\n\n${lines.join('\n')}\n`;
  const rest = isSameDay ? older : sections;
  return [`${head.trimEnd()}\n`, section, ...rest.map((one) => `${one.trimEnd()}\n`)].join('\n');
}

function accept(document: object): void {
  const gzip = gzipSync(JSON.stringify(document), { level: 9 }).toString('base64');
  writeFileSync(ACCEPTED, `${JSON.stringify({ gzip }, undefined, 2)}\n`);
}

function main([first, second]: readonly string[]): void {
  const isFirst = first === '--first';
  const date = z.iso.date().parse((isFirst ? second : first) ?? new Date().toISOString().slice(0, 'YYYY-MM-DD'.length));
  const current = currentContract();
  const changelog = readFileSync(CHANGELOG, 'utf8');
  if (isFirst) {
    const [head = ''] = changelog.split(/^(?=## )/m);
    writeFileSync(CHANGELOG, withSection(head, date, ['- First version, 1.0.0']));
    return accept(current);
  }
  const changes = compareContracts(readAccepted(), current);
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  if (breaking.length > 0) {
    console.error(`These changes break clients of /v1/. Nothing was accepted.\n${linesOf(breaking).join('\n')}`);
    process.exitCode = 1;
    return;
  }
  if (changes.length > 0) writeFileSync(CHANGELOG, withSection(changelog, date, linesOf(changes)));
  accept(current);
  console.log(changes.length === 0 ? 'No changes' : linesOf(changes).join('\n'));
}

if (require.main === module) main(process.argv.slice(2));
