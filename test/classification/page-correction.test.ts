import { SYSTEM } from '../../src/audit/event';
import { defaultLevels } from '../../src/classification/default-levels';
import type { Level, PageLevelRecord, Settings } from '../../src/classification/model';
import type { PageSeenByApp } from '../../src/classification/page-as-app';
import {
  type CorrectionFacts,
  decideCorrection,
  NEW_FOR_MS,
  type PageCorrection,
} from '../../src/classification/page-correction';
import { NO_SETTINGS } from '../../src/classification/settings';

/** Tests the correction of a page's record. Each row changes one fact of the starting point. */

const NOW = new Date('2026-11-21T10:00:00.000Z');
const SPACE = '98305';
const OTHER_SPACE = '98306';
/** As stored for a page whose space is not known. */
const UNKNOWN_SPACE = 'unknown';
const SCHEME = '7c1f7a4e-9f0a-4a51-8d2e-3b8f0a1c2d3e';

const [secret, restricted, internal, open] = defaultLevels('installation-1') as [Level, Level, Level, Level];
const [finance] = restricted.subLevels as [Level['subLevels'][number]];
const UNKNOWN_LEVEL = '99999999-9999-4999-8999-999999999999';

const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();

function thePage({ spaceId = SPACE, ageMs = 1_000 } = {}): PageSeenByApp {
  return {
    kind: 'page',
    page: {
      pageId: '164001',
      title: 'Payroll',
      spaceId,
      ownerId: null,
      version: 3,
      versionAt: undefined,
      mayUpdate: false,
    },
    createdAt: ago(ageMs),
  };
}

const level = ({ levelId }: Pick<Level, 'levelId'>) => ({ levelId });

function classified(by: Pick<Level, 'levelId'>, change: Partial<PageLevelRecord> = {}): CorrectionFacts['stored'] {
  const record: PageLevelRecord = {
    v: 1,
    rev: 4,
    pageId: '1',
    changeId: '5b0f4f2e-3f5c-4c8c-9d53-0a8f1f1c7f11',
    spaceId: SPACE,
    classifierId: 'a-person',
    classificationDate: ago(60_000),
    method: 'MANUAL',
    pageVersion: 3,
    levelId: by.levelId,
    ...change,
  };
  return { revision: 4, record };
}

/** Only these levels can be used in the space. */
const usable = (...levels: readonly Level[]): Settings => ({
  ...NO_SETTINGS,
  schemeId: SCHEME,
  schemes: [{ schemeId: SCHEME, name: 'Scheme', levelIds: levels.map(({ levelId }) => levelId) }],
});
const withDefault = (settings: Settings, { levelId }: Level): Settings => ({ ...settings, defaultLevel: { levelId } });

interface Change extends Partial<Omit<CorrectionFacts, 'levels'>> {
  readonly settings?: Settings;
  readonly all?: readonly Level[];
}

function decide({ settings = NO_SETTINGS, all = [secret, restricted, internal, open], ...facts }: Change) {
  return decideCorrection({
    observed: thePage(),
    stored: { revision: 'absent', record: undefined },
    levels: { revision: 1, all, settings },
    now: NOW,
    isReportedDeleted: false,
    isReportedMoved: false,
    original: undefined,
    ...facts,
  });
}

const UNSEEN = { kind: 'unseen' } as const;
const NOTHING: PageCorrection = { do: 'nothing' };
const NOT_INSPECTED: PageCorrection = { do: 'record-not-inspected' };
const fromDefault = (to: { readonly levelId: string; readonly subLevelId?: string }): PageCorrection => ({
  do: 'classify',
  level: to,
  reason: 'The default level for new pages of the space.',
});
const fromOriginal = (to: { readonly levelId: string; readonly subLevelId?: string }): PageCorrection => ({
  do: 'classify',
  level: to,
  reason: 'The page is a copy of a page with this level.',
  via: 'COPY',
});
const afterMove = (to: { readonly levelId: string; readonly subLevelId?: string }): PageCorrection => ({
  do: 'classify',
  level: to,
  reason: 'The page was moved to a space that may not use the level it had.',
  via: 'MOVE',
});
const recordSpace = (spaceId: string, keepsLevel = false): PageCorrection => ({
  do: 'record-space',
  spaceId,
  keepsLevel,
});

type Row = readonly [name: string, change: Change, expected: PageCorrection];

describe('a page that the app cannot see', () => {
  it.each<Row>([
    ['keeps its level', { observed: UNSEEN, stored: classified(internal) }, NOT_INSPECTED],
    ['is reported if it has no level', { observed: UNSEEN }, NOT_INSPECTED],
    [
      'loses its level if Confluence reported that it was deleted',
      { observed: UNSEEN, stored: classified(internal), isReportedDeleted: true },
      { do: 'remove' },
    ],
    ['needs nothing if it was deleted without a level', { observed: UNSEEN, isReportedDeleted: true }, NOTHING],
    [
      'has an unknown space after a move',
      { observed: UNSEEN, stored: classified(internal), isReportedMoved: true },
      recordSpace(UNKNOWN_SPACE),
    ],
    [
      'is not noted twice in the unknown space',
      { observed: UNSEEN, stored: classified(internal, { spaceId: UNKNOWN_SPACE }), isReportedMoved: true },
      NOT_INSPECTED,
    ],
    ['is only reported after a move if it has no level', { observed: UNSEEN, isReportedMoved: true }, NOT_INSPECTED],
  ])('%s', (_name, change, expected) => {
    expect(decide(change)).toEqual(expected);
  });
});

it.each<Row>([
  ['with a level', { stored: classified(internal) }, NOTHING],
  ['that was reported as deleted', { stored: classified(internal), isReportedDeleted: true }, NOTHING],
])('a page in the trash %s stays as it is', (_name, change, expected) => {
  expect(decide({ ...change, observed: { kind: 'trashed' } })).toEqual(expected);
});

describe('a page without a level', () => {
  const settings = withDefault(NO_SETTINGS, internal);

  it.each<Row>([
    ['gets the default level if it is new', { settings }, fromDefault(level(internal))],
    ['gets no level without a default', {}, NOTHING],
    ['gets no default if it is not new', { settings, observed: thePage({ ageMs: NEW_FOR_MS }) }, NOTHING],
    [
      'is new until the limit',
      { settings, observed: thePage({ ageMs: NEW_FOR_MS - 1 }) },
      fromDefault(level(internal)),
    ],
    ['gets no default if its level was cleared', { settings, stored: { revision: 3, record: undefined } }, NOTHING],
    [
      'gets the default if its row holds only a place',
      { settings, stored: { revision: 0, record: undefined } },
      fromDefault(level(internal)),
    ],
    ['gets the level of its original', { original: level(restricted) }, fromOriginal(level(restricted))],
    [
      'gets the level of its original also if it is not new',
      { original: level(restricted), observed: thePage({ ageMs: NEW_FOR_MS }) },
      fromOriginal(level(restricted)),
    ],
    [
      'gets the more sensitive of default and original',
      { settings, original: level(restricted) },
      fromOriginal(level(restricted)),
    ],
    ['keeps a default that is more sensitive', { settings, original: level(open) }, fromDefault(level(internal))],
    [
      'gets the sub-level of its original if the default is the same level without one',
      {
        settings: { ...NO_SETTINGS, defaultLevel: { levelId: restricted.levelId } },
        original: { levelId: restricted.levelId, subLevelId: finance.subLevelId },
      },
      fromOriginal({ levelId: restricted.levelId, subLevelId: finance.subLevelId }),
    ],
    ['keeps an equal default', { settings, original: level(internal) }, fromDefault(level(internal))],
    ['gets no level that no longer exists', { original: { levelId: UNKNOWN_LEVEL } }, NOTHING],
    [
      'gets the nearest more sensitive level that its space may use',
      { settings: withDefault(usable(secret, restricted, open), internal) },
      fromDefault(level(restricted)),
    ],
    ['gets no less sensitive level', { settings: withDefault(usable(internal, open), restricted) }, NOTHING],
    [
      'gets the nearest published level for an archived one',
      { settings, all: [secret, restricted, { ...internal, status: 'ARCHIVED' }, open] },
      fromDefault(level(restricted)),
    ],
    [
      'gets the sub-level with the level',
      { original: { levelId: restricted.levelId, subLevelId: finance.subLevelId } },
      fromOriginal({ levelId: restricted.levelId, subLevelId: finance.subLevelId }),
    ],
    [
      'gets the level without an archived sub-level',
      {
        original: { levelId: restricted.levelId, subLevelId: finance.subLevelId },
        all: [
          secret,
          { ...restricted, subLevels: restricted.subLevels.map((one) => ({ ...one, status: 'ARCHIVED' as const })) },
          internal,
          open,
        ],
      },
      fromOriginal(level(restricted)),
    ],
  ])('%s', (_name, change, expected) => {
    expect(decide(change)).toEqual(expected);
  });
});

describe('a page with a level', () => {
  const moved = thePage({ spaceId: OTHER_SPACE });
  const byApp = { classifierId: SYSTEM };

  it.each<Row>([
    ['needs nothing in its space', { stored: classified(internal) }, NOTHING],
    [
      'needs nothing if its space may no longer use the level',
      { stored: classified(internal), settings: usable(restricted) },
      NOTHING,
    ],
    ['keeps its level in another space', { stored: classified(internal), observed: moved }, recordSpace(OTHER_SPACE)],
    [
      'gets the nearest more sensitive level if the new space may not use its level',
      { stored: classified(internal), observed: moved, settings: usable(secret, restricted, open) },
      afterMove(level(restricted)),
    ],
    [
      'keeps its level if the new space has none that is more sensitive',
      { stored: classified(restricted), observed: moved, settings: usable(open) },
      recordSpace(OTHER_SPACE, true),
    ],
    ['keeps the level that a person chose for a copy', { stored: classified(open), original: level(secret) }, NOTHING],
    [
      'gets the level of its original if the app chose a less sensitive one',
      { stored: classified(internal, byApp), original: level(secret) },
      fromOriginal(level(secret)),
    ],
    [
      'keeps a level of the app that is as sensitive as the original',
      { stored: classified(internal, byApp), original: level(internal) },
      NOTHING,
    ],
    [
      'keeps a level of the app that is more sensitive than the original',
      { stored: classified(restricted, byApp), original: level(open) },
      NOTHING,
    ],
    ['keeps a level of the app without an original', { stored: classified(internal, byApp) }, NOTHING],
    [
      'keeps a level of the app if the original has an unknown level',
      { stored: classified(internal, byApp), original: { levelId: UNKNOWN_LEVEL } },
      NOTHING,
    ],
    [
      'treats an unknown level as the most sensitive one',
      { stored: classified({ levelId: UNKNOWN_LEVEL }, byApp), original: level(secret) },
      NOTHING,
    ],
    [
      'gets the nearest level for an original whose level its space may not use',
      { stored: classified(open, byApp), original: level(internal), settings: usable(restricted, open) },
      fromOriginal(level(restricted)),
    ],
    [
      'needs nothing if the app has already chosen the nearest level',
      { stored: classified(restricted, byApp), original: level(internal), settings: usable(restricted, open) },
      NOTHING,
    ],
  ])('%s', (_name, change, expected) => {
    expect(decide(change)).toEqual(expected);
  });
});
