import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readManifest } from '../../local/forge/manifest';

/** The size of the files that the browser loads before the page can be used. */

const root = join(__dirname, '../..');
const dist = join(root, 'static/admin/dist');
const frames = join(root, 'static/surfaces/dist');
const index = readFileSync(join(dist, 'index.html'), 'utf8');
const MAX_SCRIPT_KB = 250;
/** Every page of Confluence may load these. */
const MAX_FRAME_SCRIPT_KB = 70;
const MAX_SWAGGER_UI_KB = 440;

const referencedBy = (pattern: RegExp, html = index) => [...html.matchAll(pattern)].map(([, path = '']) => path);

/** The size of the scripts that a page loads at first, compressed. */
function scriptBytes(folder: string, html: string): number {
  const scripts = referencedBy(/(?:src|href)="([^"]+[.]js)"/g, html);
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.map((path) => gzipSync(readFileSync(join(folder, path))).length);
  return bytes.reduce((sum, each) => sum + each, 0);
}

it('the admin area loads at most 250 KB of script, compressed, at first', () => {
  expect(scriptBytes(dist, index)).toBeLessThanOrEqual(MAX_SCRIPT_KB * 1024);
});

it.each(readdirSync(frames))(
  '%s loads at most 70 KB of script, compressed, by relative URLs and without inline code',
  (name) => {
    const folder = join(frames, name);
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(scriptBytes(folder, html)).toBeLessThanOrEqual(MAX_FRAME_SCRIPT_KB * 1024);
    expect(referencedBy(/(?:src|href)="([^"]+)"/g, html).filter((path) => !path.startsWith('./'))).toEqual([]);
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)/);
  },
);

it('each frame is one index.html, because Forge adds the bridge to no other document', () => {
  for (const { path } of readManifest().resources.filter((one) => one.path.startsWith('static/surfaces/'))) {
    const files = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' });
    expect([path, files.filter((file) => file.endsWith('.html'))]).toEqual([path, ['index.html']]);
  }
});

it('the admin area refers to its files by relative URLs, because their location on Forge is unknown', () => {
  const all = referencedBy(/(?:src|href)="([^"]+)"/g);
  expect(all.filter((path) => !path.startsWith('./'))).toEqual([]);
});

it('the admin area has no script or style in the page itself, which the policy would refuse', () => {
  expect(index).not.toMatch(/<style|style=|<script(?![^>]* src=)/);
});

it('the admin area leaves Swagger UI, which is most of the script, to the page that shows it', () => {
  const [name = '', ...others] = readdirSync(join(dist, 'assets')).filter((file) => file.startsWith('swagger-ui'));
  expect(others).toEqual([]);
  expect(index).not.toContain(name);
  expect(gzipSync(readFileSync(join(dist, 'assets', name))).length).toBeLessThanOrEqual(MAX_SWAGGER_UI_KB * 1024);
});
