import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import document from '../../dist/openapi.json';
import { type ApiDocument, documentAt } from '../../static/admin/src/reference/api-document';
import { toCurl } from '../../static/admin/src/reference/curl';
import { exampleRequests } from '../../static/admin/src/reference/example-requests';
import { type ServedSite, serveSite } from '../support/browser';
import { describeWith } from '../support/interpreters';

/** The commands that the API reference offers to copy, run by a real shell against a site. */

const run = promisify(execFile);

/** The levels, jobs, detectors and findings of the examples do not exist on this site. */
const EXPECTED_CODES = [
  'LEVEL_NOT_FOUND',
  'PAGE_NOT_CLASSIFIED',
  'CONFIGURATION_NOT_FOUND',
  'INVALID_SETTINGS',
  'INCOMPLETE_ORDER',
  'JOB_NOT_FOUND',
  'NAME_TAKEN',
  'DETECTOR_NOT_FOUND',
  'SCAN_NOT_FOUND',
  'DETECTION_NOT_FOUND',
  'REDACTION_NOT_FOUND',
  'EXCLUSION_NOT_FOUND',
];

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method, path })),
);

describeWith('bash', 'curl')('an example command', () => {
  let site: ServedSite;
  let key: string;
  beforeAll(async () => {
    site = await serveSite();
    ({ key } = await site.createKey({ detectionScope: 'manage' }));
  });
  afterAll(() => site.stop());

  it.each(operations)('an example command reaches its operation: $method $path', async ({ method, path }) => {
    const baseUrl = `${site.url}/public/local/compliance/api`;
    const examples = exampleRequests(documentAt(baseUrl, document as ApiDocument), baseUrl, path, method);
    expect(examples).not.toEqual([]);
    for (const { request } of examples) {
      const command = toCurl(request);
      expect(command.includes('$API_KEY')).toBe(!['/v1/openapi.json', '/v1/leak-report'].includes(path));
      const silent = `curl() { command curl --silent --write-out '\\n%{http_code}' "$@"; }`;
      const { stdout } = await run('bash', ['-c', `${silent}\n${command}`], { env: { ...process.env, API_KEY: key } });
      const [, body = '', status] = /^([^]*)\n(\d+)$/.exec(stdout) ?? [];
      const code = Number(status) < 300 ? 'success' : JSON.parse(body).code;
      expect(['success', ...EXPECTED_CODES]).toContain(code);
    }
  });
});
