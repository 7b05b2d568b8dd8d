import fc from 'fast-check';
import { defaultLevels } from '../../src/classification/default-levels';
import type { Levels } from '../../src/classification/level-store';
import { LEVEL_COLORS, type Level, type PageLevelRecord } from '../../src/classification/model';
import { NO_SETTINGS, NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { compareMirror } from '../../src/mirror/compare-mirror';
import { iconOf, NEUTRAL_ICON } from '../../src/mirror/level-icon';
import { authorOf, hashOf, levelProperty } from '../../src/mirror/level-property';
import { mirrorKeyOf } from '../../src/mirror/mirror-key';

const SITE = 'ari:cloud:confluence::site/11111111-2222-4333-8444-555555555555';
const OTHER_SITE = 'ari:cloud:confluence::site/11111111-2222-4333-8444-555555555556';
const pepper = (version: string) => ({ version, bytes: Buffer.alloc(32, Number(version)) });
const key = mirrorKeyOf([pepper('1')], SITE);

const all = defaultLevels(SITE);
const levels: Levels = { revision: 0, all, settings: NO_SETTINGS };
const named = (name: string): Level => {
  const level = all.find((one) => one.name === name);
  if (level === undefined) throw new Error(`there is no level ${name}`);
  return level;
};
const recordOf = (level: Level, more: Partial<PageLevelRecord> = {}): PageLevelRecord => ({
  v: 1,
  rev: 4,
  pageId: '100',
  changeId: '11111111-2222-4333-8444-555555555555',
  spaceId: '7',
  levelId: level.levelId,
  classifierId: 'somebody',
  classificationDate: '2026-11-20T10:00:00.000Z',
  method: 'MANUAL',
  pageVersion: 1,
  ...more,
});
const classified = (name: string, more: Partial<PageLevelRecord> = {}) => {
  const record = recordOf(named(name), more);
  return { pageId: '100', spaceId: record.spaceId, stored: { revision: record.rev, record } };
};
const unclassified = { pageId: '100', spaceId: '7', stored: { revision: 'absent', record: undefined } } as const;
const offIn = (spaceId: string): Levels => ({
  ...levels,
  settings: { ...NO_SETTINGS, surfaces: { ...NO_SURFACE_SETTINGS, offSpaceIds: [spaceId] } },
});
const withLevel = (name: string, change: Partial<Level>): Levels => ({
  ...levels,
  all: all.map((level) => (level.name === name ? { ...level, ...change } : level)),
});

describe('the property of a page', () => {
  it('has the name, the first sentence, the color, the key, the rank and the date of its level', () => {
    const { mac, ...property } = levelProperty(classified('Restricted'), levels, key);
    expect(property).toEqual({
      v: 1,
      pageId: '100',
      title: 'Restricted',
      tooltip: 'Would cause harm if disclosed.',
      icon: iconOf('ORANGE'),
      levelKey: 'restricted',
      rank: 3,
      at: '2026-11-20T10:00:00.000Z',
      rev: 4,
      banner: 'false',
    });
    expect(Buffer.from(mac, 'base64url')).toHaveLength(32);
  });

  it('names the sub-level, and is found by the key of the level', () => {
    const [finance] = named('Restricted').subLevels;
    const page = classified('Restricted', { subLevelId: finance?.subLevelId });
    expect(levelProperty(page, levels, key)).toMatchObject({ title: 'Restricted / Finance', levelKey: 'restricted' });
  });

  it.each([
    ['Highly Restricted', 4],
    ['Restricted', 3],
    ['Internal', 2],
    ['Public', 1],
  ])('ranks %s as %i, also if it is archived: higher is more sensitive', (name, rank) => {
    expect(levelProperty(classified(name), levels, key).rank).toBe(rank);
    expect(levelProperty(classified(name), withLevel(name, { status: 'ARCHIVED' }), key).rank).toBe(rank);
  });

  it.each([
    ['', 'Internal'],
    ['No full stop', 'No full stop'],
    ['Version 1.2 is public. More.', 'Version 1.2 is public.'],
    ['A line\nAnother', 'A line'],
  ])('explains a level with the description %j as %j', (description, tooltip) => {
    expect(levelProperty(classified('Internal'), withLevel('Internal', { description }), key).tooltip).toBe(tooltip);
  });

  it('cuts a very long sentence between two characters', () => {
    const tooltipFor = (description: string) =>
      levelProperty(classified('Internal'), withLevel('Internal', { description }), key).tooltip;
    expect(tooltipFor('😀'.repeat(300))).toBe(`${'😀'.repeat(199)}…`);
    expect(tooltipFor('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(tooltipFor('x'.repeat(200))).toBe('x'.repeat(200));
  });

  it('asks for a banner only if the level has one', () => {
    const withBanner = withLevel('Internal', { banner: { text: 'Do not forward' } });
    expect(levelProperty(classified('Internal'), withBanner, key).banner).toBe('true');
    expect(levelProperty(classified('Public'), withBanner, key).banner).toBe('false');
  });

  it('says that a page has no level, and is then in no search by level', () => {
    const { mac, ...property } = levelProperty(unclassified, levels, key);
    expect(mac).not.toBe('');
    expect(property).toEqual({
      v: 1,
      pageId: '100',
      title: 'Not classified',
      tooltip: 'This page has no classification level',
      icon: NEUTRAL_ICON,
      rev: 0,
      banner: 'false',
    });
  });

  it('is neutral in a space where classification is off, also for a level with a banner', () => {
    const off = { ...offIn('7'), all: withLevel('Internal', { banner: { text: 'x' } }).all };
    const property = levelProperty(classified('Internal'), off, key);
    expect(property).toMatchObject({ title: 'Classification', icon: NEUTRAL_ICON, banner: 'false' });
    expect(Object.keys(property)).not.toContain('levelKey');
    expect(levelProperty(classified('Internal'), offIn('8'), key).title).toBe('Internal');
  });

  it('is neutral for a level that the configuration does not have', () => {
    const property = levelProperty(classified('Internal'), { ...levels, all: [] }, key);
    expect(property).toMatchObject({ title: 'Classification', banner: 'false' });
  });

  it('contains neither the author nor the reason of the change', () => {
    const page = classified('Restricted', { classifierId: 'account-17', apiKeyId: 'key-18' });
    expect(JSON.stringify(levelProperty(page, levels, key))).not.toMatch(/account-17|key-18/);
  });

  it('has a dot of a different color for every color', () => {
    const icons = LEVEL_COLORS.map(iconOf);
    expect(new Set([...icons, NEUTRAL_ICON]).size).toBe(LEVEL_COLORS.length + 1);
    for (const icon of icons) expect(decodeURIComponent(icon)).toMatch(/^data:image\/svg\+xml;utf8,<svg [^]*<\/svg>$/);
  });
});

describe('the comparison with a property that was read', () => {
  const wanted = levelProperty(classified('Restricted'), levels, key);

  it('accepts the same members in any order, and nothing else', () => {
    const read = JSON.parse(JSON.stringify(wanted)) as object;
    expect(compareMirror(Object.fromEntries(Object.entries(read).reverse()), wanted)).toBe('current');
    expect(compareMirror(undefined, wanted)).toBe('missing');
    expect(compareMirror(null, wanted)).toBe('missing');
    for (const other of [{ ...read, rank: 1 }, { ...read, more: 1 }, [wanted], 'text', 7]) {
      expect(compareMirror(other, wanted)).toBe('differs');
    }
  });

  it('survives a value of any depth', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(16_000)}${']'.repeat(16_000)}`);
    expect(compareMirror(deep, wanted)).toBe('differs');
    expect(compareMirror({ ...wanted, title: deep }, wanted)).toBe('differs');
  });

  it('never accepts another JSON value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => compareMirror(value, wanted) !== 'current'));
  });
});

describe('the author of a value', () => {
  const written = { ...levelProperty(classified('Restricted'), levels, key) };

  it('is the app for this page, or for the page that a copy came from', () => {
    expect(authorOf(written, '100', key)).toBe('app');
    expect(authorOf(written, '101', key)).toBe('app-for-other-page');
  });

  it('is another one after a change of any member, and without a MAC', () => {
    for (const name of Object.keys(written)) {
      expect(authorOf({ ...written, [name]: 'changed' }, '100', key)).toBe('other');
    }
    expect(authorOf({ ...written, more: true }, '100', key)).toBe('other');
    expect(authorOf({}, '100', key)).toBe('other');
  });

  it('is another one on another site, and with another pepper', () => {
    expect(authorOf(written, '100', mirrorKeyOf([pepper('1')], OTHER_SITE))).toBe('other');
    expect(authorOf(written, '100', mirrorKeyOf([pepper('2')], SITE))).toBe('other');
  });

  it('stays the app when a new pepper is added', () => {
    expect(authorOf(written, '100', mirrorKeyOf([pepper('2'), pepper('1')], SITE))).toBe('app');
  });

  it('differs for different values: no two share a MAC or a hash', () => {
    const members = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
    fc.assert(
      fc.property(members, members, (one, other) => {
        const isEqual = compareMirror(one, { ...written, ...other }) === 'current';
        return (hashOf(one) === hashOf({ ...written, ...other })) === isEqual;
      }),
    );
  });
});
