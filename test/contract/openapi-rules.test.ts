import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import document from '../../dist/openapi.json';

/** T22: third-party linters accept the OpenAPI document. */

const reports = z.array(z.object({ spectral: z.array(z.string()), redocly: z.array(z.string()) }));

const folder = mkdtempSync(join(tmpdir(), 'openapi-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

let ours: z.infer<typeof reports>[number] | undefined;
let broken: z.infer<typeof reports>[number] | undefined;

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(__dirname, 'lint-openapi.mjs'),
      write('ours', document),
      // The errors that each of them must detect, which are sequential ids and a missing reference.
      write('broken', { ...document, components: {}, paths: { '/v1/page/{pageId}': { get: brokenOperation } } }),
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  [ours, broken] = reports.parse(JSON.parse(stdout));
});

const brokenOperation = {
  operationId: 'getPage',
  parameters: [{ name: 'pageId', in: 'path', required: true, schema: { type: 'integer' } }],
  responses: { 200: { $ref: '#/components/responses/Nothing' } },
};

function write(name: string, content: object): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it('the OpenAPI document breaks no rule of Spectral, including the OWASP security rules', () => {
  // A person who finds a key can report it (docs/adr/0068), so this operation needs no key. Without a key there is no quota to report.
  const isMeant = (fault: string) =>
    fault.startsWith('owasp:api2:2023-write-restricted paths./v1/leak-report.post') ||
    /^owasp:api4:2023-rate-limit paths\.\/v1\/(?:leak-report\.post|openapi\.json\.get)\.responses\./.test(fault);
  expect(ours?.spectral.filter((fault) => !isMeant(fault)).slice(0, 20)).toEqual([]);
});

it('the OpenAPI document breaks no recommended rule of Redocly', () => {
  // No detection has the id `scan`, and no scan the id `ask-owner`.
  const isMeant = (fault: string) =>
    fault.startsWith('no-ambiguous-paths') &&
    fault.includes('`/v1/detection/scan/{scanId}` and `/v1/detection/{detectionId}/ask-owner`');
  expect(ours?.redocly.filter((fault) => !isMeant(fault)).slice(0, 20)).toEqual([]);
});

it('the OpenAPI document is checked by rules that detect errors', () => {
  expect(broken?.spectral.join('\n')).toContain('owasp:api1:2023-no-numeric-ids');
  expect(broken?.redocly.join('\n')).toContain('no-unresolved-refs');
});
