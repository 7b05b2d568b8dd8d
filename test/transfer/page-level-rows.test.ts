import { defaultLevels } from '../../src/classification/default-levels';
import { matchLevel } from '../../static/admin/src/transfer/match-level';
import { findPageLevelColumns, parseRows } from '../../static/admin/src/transfer/page-level-rows';

/** The parsed rows of a file, before a request. */

const levels = defaultLevels('ari:cloud:confluence::site/00000000-0000-4000-8000-000000000001');
const [, restricted, , open] = levels;
const [finance] = restricted?.subLevels ?? [];
const archived = levels.map((level) => (level === open ? { ...level, status: 'ARCHIVED' as const } : level));

describe('a level', () => {
  const ofRestricted = { levelId: restricted?.levelId };
  const ofFinance = { ...ofRestricted, subLevelId: finance?.subLevelId };
  it.each([
    ['its key', 'restricted', '', ofRestricted],
    ['its key in another case', 'RESTRICTED', '', ofRestricted],
    ['its name, however it is spaced', ' highly   restricted', '', { levelId: levels[0]?.levelId }],
    ['its id', restricted?.levelId.toUpperCase() ?? '', '', ofRestricted],
    ['its key with that of a sub-level', 'restricted/finance', '', ofFinance],
    ['names with a slash between', 'Restricted / Finance', '', ofFinance],
    ['the key of a sub-level in a separate column', 'restricted', 'finance', ofFinance],
    ['both, which are the same', 'restricted/finance', finance?.subLevelId ?? '', ofFinance],
    ['the whole key of a sub-level in its column', 'Restricted', 'restricted/finance', ofFinance],
  ])('is recognized by %s', (_by, text, subLevelText, level) => {
    expect(matchLevel(levels, text.trim(), subLevelText)).toEqual({ outcome: 'level', level });
  });

  it.each([
    ['', '', 'no-level'],
    ['secret', '', 'unknown-level'],
    ['restrict', '', 'unknown-level'],
    ['restricted/sales', '', 'unknown-sub-level'],
    ['internal', 'finance', 'unknown-sub-level'],
    ['restricted/finance', 'people', 'two-sub-levels'],
    ['public', '', 'archived-level'],
  ])('is not guessed: %s, %s', (text, subLevelText, outcome) => {
    expect(matchLevel(archived, text, subLevelText)).toEqual({ outcome });
  });

  it('is the active one if an archived one has the same name', () => {
    const [first] = levels;
    if (first === undefined) throw new Error('there are no levels');
    const again = { ...first, levelId: crypto.randomUUID(), levelKey: 'public-2', name: 'Public' };
    expect(matchLevel([...archived, again], 'Public', '')).toEqual({
      outcome: 'level',
      level: { levelId: again.levelId },
    });
  });
});

it.each([
  [['Page ID', 'Level'], { page: 0, level: 1 }],
  [
    ['title', 'page_url', 'Classification level', 'Sub level', 'Reason'],
    { page: 1, level: 2, subLevel: 3, justification: 4 },
  ],
  [['pageId', 'title', 'spaceId', 'level', 'shownAs', 'siteLevelId', 'siteSubLevelId'], { page: 0, level: 3 }],
  [['id', 'url', 'level'], { page: 1, level: 2 }],
  [['a', 'b'], {}],
])('columns are recognized by their titles: %j', (header, columns) => {
  const none = { page: undefined, level: undefined, subLevel: undefined, justification: undefined };
  expect(findPageLevelColumns(header)).toEqual({ ...none, ...columns });
});

it.each([
  ['a control character', 'a\u0007b', 'no-plain-justification'],
  ['what turns text around', 'a\u202Eb', 'no-plain-justification'],
  ['a joiner between letters without joiners', 'a\u200Db', 'no-plain-justification'],
  ['joiners of a script', 'محرمانه\u200Cها ක්\u200Dෂ', 'ready'],
  ['joiners within emoji', '👩🏽\u200D💻', 'ready'],
  ['an API key', 'pclsk_0123456789q4n2m5', 'no-plain-justification'],
  ['more than 500 characters', 'a'.repeat(501), 'long-justification'],
  ['several lines', 'a\r\nb\tc', 'ready'],
  ['500 characters', 'a'.repeat(500), 'ready'],
])('a justification with %s', (_what, text, outcome) => {
  const columns = { page: 0, level: 1, subLevel: undefined, justification: 2 };
  const [row] = parseRows([{ line: 2, cells: ['1', 'public', text] }], columns, levels);
  expect(row?.parsed.outcome).toBe(outcome);
});
