import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The size of the files that the browser loads before the page can be used. */

const dist = join(__dirname, '../../static/admin/dist');
const index = readFileSync(join(dist, 'index.html'), 'utf8');
const MAX_SCRIPT_KB = 250;
const MAX_SWAGGER_UI_KB = 440;

const referencedBy = (pattern: RegExp) => [...index.matchAll(pattern)].map(([, path = '']) => path);

it('loads at most 250 KB of script, compressed, at first', () => {
  const scripts = referencedBy(/(?:src|href)="([^"]+[.]js)"/g);
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.map((path) => gzipSync(readFileSync(join(dist, path))).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MAX_SCRIPT_KB * 1024);
});

it('refers to its files by relative URLs, because their location on Forge is unknown', () => {
  const all = referencedBy(/(?:src|href)="([^"]+)"/g);
  expect(all.filter((path) => !path.startsWith('./'))).toEqual([]);
});

it('has no script or style in the page itself, which the policy would refuse', () => {
  expect(index).not.toMatch(/<style|style=|<script(?![^>]* src=)/);
});

it('leaves Swagger UI, which is most of the script, to the page that shows it', () => {
  const [name = '', ...others] = readdirSync(join(dist, 'assets')).filter((file) => file.startsWith('swagger-ui'));
  expect(others).toEqual([]);
  expect(index).not.toContain(name);
  expect(gzipSync(readFileSync(join(dist, 'assets', name))).length).toBeLessThanOrEqual(MAX_SWAGGER_UI_KB * 1024);
});
