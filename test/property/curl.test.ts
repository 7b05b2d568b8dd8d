import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { toCurl } from '../../static/admin/src/reference/curl';
import { type HttpRequest, KEY_PLACEHOLDER } from '../../static/admin/src/reference/http-request';

/** The commands that the API reference offers to copy, parsed by a real shell in place of curl. */

const KEY = `pclsk_0123456789_it's "$HOME" \`id\``;

/** The arguments that curl would get for each of the commands. */
function argumentsOf(commands: readonly string[]): string[][] {
  const script = [`curl() { printf '%s\\0' "$@" END; }`, ...commands].join('\n');
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, API_KEY: KEY },
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout
    .split('END\0')
    .slice(0, -1)
    .map((each) => each.split('\0').slice(0, -1));
}

/** A shell cannot hold a zero byte; the other difficult characters are likely here. */
const text = fc
  .array(
    fc.oneof(fc.constantFrom("'", '"', '$', '`', '\\', '\n', '\r', '!', '@', ' ', 'ü', '🙂', '$API_KEY'), fc.string()),
  )
  .map((parts) => parts.join('').replaceAll('\0', '').replaceAll('END', ''));
const line = text.map((value) => value.replace(/[\r\n]/g, ''));

const request: fc.Arbitrary<HttpRequest> = fc.record(
  {
    method: fc.constantFrom('get', 'post', 'PUT', 'delete'),
    url: line.map((path) => `https://example.com/v1/${encodeURIComponent(path)}`),
    headers: fc
      .tuple(line, fc.boolean())
      .map(([value, hasKey]) => ({ 'If-Match': value, ...(hasKey ? { 'x-api-key': KEY_PLACEHOLDER } : {}) })),
    body: text,
  },
  { requiredKeys: ['method', 'url', 'headers'] },
);

it('a shell passes every header, body and URL to curl unchanged, and reads the key from its variable', () => {
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 30 }), (requests) => {
      const expected = requests.map(({ method, url, headers, body }) => [
        ...(method.toUpperCase() === (body === undefined ? 'GET' : 'POST') ? [] : ['--request', method.toUpperCase()]),
        ...Object.entries(headers).flatMap(([name, value]) => [
          '--header',
          `${name}: ${name === 'x-api-key' ? KEY : value}`,
        ]),
        ...(body === undefined ? [] : ['--data-raw', body]),
        url,
      ]);
      expect(argumentsOf(requests.map(toCurl))).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});
