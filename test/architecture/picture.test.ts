import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The picture in docs/architecture.md shows the doors and the layers that the import rules enforce. */

const root = join(__dirname, '../..');
const guide = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [, picture = ''] = /```mermaid\n([\s\S]*?)```/.exec(guide) ?? [];
/** Folders of each group, from top to bottom. */
const groups = [...picture.matchAll(/subgraph .*\n([\s\S]*?) {2}end/g)].map(([, names = '']) =>
  names.trim().split(/\s+/),
);

const config = z.object({
  forbidden: z.array(z.object({ name: z.string(), from: z.object({ path: z.string().optional() }) })),
});
const { forbidden } = config.parse(jest.requireActual(join(root, '.dependency-cruiser.cjs')));
const foldersOf = (rule: string) =>
  forbidden
    .filter(({ name }) => name === rule)
    .map(({ from }) => /\((.*)\)/.exec(from.path ?? '')?.[1]?.split('|') ?? []);

it('the picture of the architecture has the doors and the layers of the import rules, in order', () => {
  const [rooms = []] = foldersOf('room-imports-door');
  const lower = foldersOf('room-imports-upper-room');
  const top = rooms.filter((room) => !lower.flat().includes(room));
  expect(groups).toEqual([...foldersOf('door-imports-door'), top, ...lower]);
});

it('the picture of the architecture has an arrow from each group to the next, and to the platform', () => {
  expect(picture).toContain('doors --> layer1 --> layer2 --> layer3 --> layer4 --> layer5 --> platform');
  expect(groups).toHaveLength(6);
});

it('the picture of the architecture has an explanation in which every folder of src has a row', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...groups.flat(), 'platform'].sort());
  expect(folders.map(({ name }) => name).filter((name) => !guide.includes(`| \`src/${name}\` |`))).toEqual([]);
});
