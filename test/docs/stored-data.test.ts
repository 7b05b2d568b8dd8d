import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { KEPT_ROWS, RETENTION, type RetentionName } from '../../src/upkeep/retention';
import { storedDataTexts } from '../../static/admin/src/texts/stored-data';

/** The guide and the page say of every entity how long its rows are kept. */

const guide = readFileSync(join(__dirname, '../../docs/stored-data.md'), 'utf8');
const { names } = storedDataTexts.storedData;

const keptText = (kept: (typeof KEPT_ROWS)[number]['kept']): string => {
  if (kept === 'while-needed') return 'while in use';
  return typeof kept === 'object' ? `${kept.days} ${kept.days === 1 ? 'day' : 'days'}` : `setting: ${names[kept]}`;
};

it('every entity of the manifest has its rows, and no other', () => {
  const entities = parseEntityDefinitions(readManifest().raw).map(({ name }) => name);
  const described = new Set<string>(KEPT_ROWS.map(({ entity }) => entity));
  const values = ['api-key-use', 'chain-step', 'confluence-limit', 'page-use-denials', 'recent'];
  expect([...described].toSorted()).toEqual([...entities, ...values].toSorted());
});

it('the guide lists all rows and how long they are kept', () => {
  const table = guide.slice(guide.indexOf('## Every kind of row'), guide.indexOf('The platform removes rows'));
  const listed = [...table.matchAll(/^\| `(.+)` \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  expect(listed).toEqual(KEPT_ROWS.map(({ entity, rows, kept }) => [entity, rows, keptText(kept)]));
});

it.each(Object.entries(RETENTION))('the guide has the limits of %s', (name, { standard, min, max, mayBeForever }) => {
  const shown = standard === 'forever' ? standard : `${standard} days`;
  const possible = `${min} to ${max.toLocaleString('en')} days${mayBeForever ? ', or forever' : ''}`;
  expect(guide).toContain(`| ${names[name as RetentionName]} | ${shown} | ${possible} |`);
});
