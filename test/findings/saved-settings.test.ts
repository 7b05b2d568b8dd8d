import { APP_USER, DEMO_SPACES } from '../../local/demo';
import type { DetectionView } from '../../src/admin/detection/change-detection';
import type { AffectedCount } from '../../src/admin/detection/count-change';
import type { FindingList } from '../../src/admin/findings/findings';
import type { ExclusionList } from '../../src/admin/findings/exclusions';
import type { Overview } from '../../src/admin/site/overview';
import type { SamplePreview } from '../../src/admin/detection/preview-on-sample';
import { type ChangeCount, NO_PAGES } from '../../src/findings/preview/change-count';
import { addUp } from '../../src/platform/add-up';
import { DEFAULT_CONFIG, type DetectionConfig } from '../../src/detection/configuration/model';
import { done, refusal } from '../admin/ask';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { storePageScan, storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { aPage, expectOk, restrict, storeLevel } from '../support/wiki-pages';

/**
 * Tests saved severities, exclusions and detectors. Checks what is counted before, what follows at once, and what needs
 * a new scan.
 */

const SSN = 'SSN: 536-22-8731.';
const CARD = 'Card number: 4539 1488 0343 6467.';
const CODE = 'Code PRJ-123456.';
const CUSTOM = {
  detectorId: 'custom:00000000-0000-4000-8000-0000000000c1',
  name: 'Project code',
  category: 'pii',
  severity: 'low',
  pattern: 'PRJ-[0-9]{6}',
  keywords: [],
  proximity: 50,
  confidence: 0.9,
  samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
} as const;

let nowMs: number;
let site: Site;
let key: string;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs) });
  ({ key } = await site.createKey({ classificationScope: 'manage', detectionScope: 'read' }));
});
afterEach(() => site.close());

const settle = () => site.host.background.settle();
const view = () => done<DetectionView>(site, 'getDetection', {});
const store = (config: object) =>
  putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, ...config } });
const idOf = (name: Parameters<typeof levelNamed>[1]) => levelNamed(site, name).levelId;

async function aPageWith(text: string, spaceId: string = DEMO_SPACES.ENG): Promise<string> {
  const pageId = await aPage(site, { text, spaceId });
  await settle();
  return pageId;
}

/** The scheduled trigger, five minutes later, and the events that it pushes. */
async function overview(): Promise<Overview> {
  nowMs += 300_000;
  await settle();
  await site.host.background.runSchedule('every-five-minutes');
  await settle();
  // The first check of a new site starts after the step that has read all changes.
  nowMs += 5_000;
  await settle();
  return done<Overview>(site, 'getOverview', {});
}

async function read(path: string) {
  const { status, body } = await site.rest('GET', path, { key });
  expect(status).toBe(200);
  return body;
}

const change = async (operation: string, input: object) => ({
  of: 'detection',
  operation,
  input: { rev: (await view()).rev, ...input },
});

/** All parts of the count. */
async function countOf(of: object): Promise<ChangeCount> {
  let from: string | undefined;
  let sum: ChangeCount = NO_PAGES;
  do {
    const payload = { change: of, ...(from === undefined ? {} : { from }) };
    const { continueFrom, ...part } = await done<AffectedCount>(site, 'countAffected', payload);
    sum = addUp(sum, part);
    from = continueFrom;
  } while (from !== undefined);
  return sum;
}

describe('A changed severity', () => {
  const DETECTOR = 'us-ssn';
  const save = async (severity: string | null) =>
    done(site, 'changeDetector', { rev: (await view()).rev, detectorId: DETECTOR, changes: { severity } });

  it('changes lists, numbers and required levels at once, and makes no page out of date', async () => {
    await store({ rules: [{ severity: 'critical', levelId: idOf('Restricted') }] });
    const pageId = await aPageWith(SSN);
    await aPageWith(CARD);
    const before = await overview();
    const [stored] = (await read(`/v1/detection?detectorId=${DETECTOR}`)).results;
    expect(stored.severity).not.toBe('critical');

    await save('critical');
    const { site: after } = await overview();
    expect(after.coverage).toEqual(before.site.coverage);
    expect(after.coverage.outdated).toBe(0);
    expect(after.open.critical).toBe(before.site.open.critical + 1);
    expect(after.open[stored.severity as 'high']).toBe(before.site.open[stored.severity as 'high'] - 1);
    expect(after.belowRequired).toBe(before.site.belowRequired + 1);

    const idsIn = (list: { readonly results: readonly { readonly detectionId: string }[] }) =>
      list.results.map(({ detectionId }) => detectionId);
    const { detectionId } = stored;
    expect(idsIn(await read('/v1/detection?severity=critical'))).toContain(detectionId);
    expect(idsIn(await read(`/v1/detection?severity=${stored.severity}`))).not.toContain(detectionId);
    expect((await read(`/v1/detection/${detectionId}`)).severity).toBe('critical');
    expect((await read(`/v1/detection/by-page/${pageId}`)).results).toMatchObject([{ severity: 'critical' }]);
    expect((await read(`/v1/detection/summary?detectorId=${DETECTOR}`)).bySeverity).toEqual({ critical: 1 });
    const csv = await site.rest('GET', `/v1/detection/export?detectorId=${DETECTOR}`, { key });
    expect(csv.text).toContain('"critical"');
    const { results } = await read('/v1/page-level?belowRequired=true');
    expect(results).toMatchObject([{ pageId, requiredLevelId: idOf('Restricted') }]);
    const inAdmin = await done<{ findings: readonly { findingId: string }[] }>(site, 'listFindings', {
      severities: ['critical'],
      order: 'most-severe',
    });
    expect(inAdmin.findings.map(({ findingId }) => findingId)).toContain(detectionId);
    const denied = { key, body: { pageId, levelId: idOf('Public') } };
    expect((await site.rest('POST', '/v1/page-level', denied)).body.code).toBe('LEVEL_BELOW_FINDINGS');

    await save(null);
    expect((await overview()).site).toEqual(before.site);
    expect((await read(`/v1/detection/${detectionId}`)).severity).toBe(stored.severity);
  });

  it('applies in the spaces of a scheme, and when a page is scanned', async () => {
    const schemeId = '00000000-0000-4000-8000-0000000000f1';
    await store({
      rules: [{ severity: 'critical', levelId: idOf('Restricted') }],
      schemes: [{ schemeId, name: 'Strict', detectors: { [DETECTOR]: { severity: 'critical' } } }],
      spaces: { [DEMO_SPACES.ENG]: schemeId },
    } satisfies Partial<DetectionConfig>);
    const strict = await aPageWith(SSN);
    const other = await aPageWith(SSN, DEMO_SPACES.OPEN);
    const severities = await Promise.all(
      [strict, other].map(async (pageId) => (await read(`/v1/detection/by-page/${pageId}`)).results[0].severity),
    );
    expect(severities).toEqual(['critical', expect.not.stringMatching('critical')]);
    const raised = rowsOf(site, 'page-level').map(({ key: pageId, value }) => [pageId, value['levelId']]);
    expect(raised).toContainEqual([strict, idOf('Restricted')]);
    expect(raised.map(([pageId]) => pageId)).not.toContain(other);
  });

  it('keeps lists by severity complete and in order, however many detectors have another severity', async () => {
    const pageId = await aPage(site);
    await settle();
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const severity = n % 3 === 0 ? 'high' : 'medium';
      ids.push(await storeFinding(site, pageId, { severity, detectorId: ['email', 'us-ssn', 'iban'][n % 3] ?? '' }));
    }
    const listed = async (order: string, limit: number) => {
      const all: string[] = [];
      let cursor: string | undefined;
      do {
        const payload = { severity: 'high', order, limit, ...(cursor === undefined ? {} : { cursor }) };
        const part = await done<FindingList>(site, 'listFindings', payload);
        all.push(...part.findings.map(({ findingId }) => findingId));
        ({ cursor } = part);
      } while (cursor !== undefined);
      return all;
    };
    const some = Object.fromEntries(Array.from({ length: 20 }, (_none, n) => [`custom-${n}`, { severity: 'high' }]));
    for (const others of [{}, some]) {
      await store({ detectors: { ...others, email: { severity: 'low' }, 'us-ssn': { severity: 'high' } } });
      const expected = ids.filter((_id, n) => n % 3 === 1).toReversed();
      for (const limit of [1, 2, 7, 100]) {
        expect(await listed('newest', limit)).toEqual(expected);
        expect(await listed('oldest', limit)).toEqual(expected.toReversed());
        expect(await listed('most-severe', limit)).toEqual(expected);
      }
    }
  });
});

describe('The count before a change is saved', () => {
  interface PageState {
    readonly findings: Readonly<Record<string, string>>;
    readonly required: string | undefined;
  }

  /** The open findings and the required level of each page, as the API returns them. No page has a level. */
  async function stateOf(): Promise<ReadonlyMap<string, PageState>> {
    const open: { detectionId: string; pageId: string; severity: string }[] = (
      await read('/v1/detection?status=open&limit=250')
    ).results;
    const below: { pageId: string; requiredLevelId: string }[] = (
      await read('/v1/page-level?belowRequired=true&limit=250')
    ).results;
    return new Map(
      [...new Set(open.map(({ pageId }) => pageId))].map((pageId) => {
        const ofPage = open.filter((one) => one.pageId === pageId);
        const findings = Object.fromEntries(ofPage.map(({ detectionId, severity }) => [detectionId, severity]));
        return [pageId, { findings, required: below.find((one) => one.pageId === pageId)?.requiredLevelId }];
      }),
    );
  }

  /** Compares two states without the code of the app. */
  function compare(before: ReadonlyMap<string, PageState>, after: ReadonlyMap<string, PageState>) {
    const none: PageState = { findings: {}, required: undefined };
    const pairs = [...new Set([...before.keys(), ...after.keys()])].map(
      (pageId) => [before.get(pageId) ?? none, after.get(pageId) ?? none] as const,
    );
    const sum = (count: (one: PageState, other: PageState) => number) =>
      pairs.reduce((total, [one, other]) => total + count(one, other), 0);
    const missing = (one: PageState, other: PageState) =>
      Object.keys(one.findings).filter((id) => other.findings[id] === undefined).length;
    return {
      changed: pairs.filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other)).length,
      opening: sum((one, other) => missing(other, one)),
      closing: sum(missing),
      otherSeverity: sum(
        (one, other) =>
          Object.entries(one.findings).filter(([id, severity]) => (other.findings[id] ?? severity) !== severity).length,
      ),
      below: sum(({ required }) => Number(required !== undefined)),
      belowAfter: sum((_one, { required }) => Number(required !== undefined)),
    };
  }

  const RULES = () => [
    { severity: 'medium', levelId: idOf('Internal') },
    { severity: 'critical', levelId: idOf('Restricted') },
  ];
  const byDetector = (detectorId: string, scope: object) => ({ match: { by: 'detector', detectorId }, scope });
  const settings = async (changes: object) => {
    const { regions, minConfidence, targets, triggers, redaction, rules } = await view();
    return { regions, minConfidence, targets, triggers, redaction, rules, ...changes };
  };

  interface Case {
    readonly name: string;
    /** The operation and its input. */
    readonly wanted: (pageId: string) => Promise<readonly [string, object]> | readonly [string, object];
    /** True: it applies after a scan, which raises levels. So the site has no rules. */
    readonly needsScan?: boolean;
    readonly changesNothing?: boolean;
  }
  const detector = (detectorId: string, changes: object) => ['changeDetector', { detectorId, changes }] as const;
  const CASES: readonly Case[] = [
    { name: 'a higher severity', wanted: () => detector('card-pan', { severity: 'critical' }) },
    { name: 'a lower severity', wanted: () => detector('us-ssn', { severity: 'low' }) },
    {
      name: 'the severity of a custom detector',
      wanted: () => ['editDetector', { ...CUSTOM, severity: 'critical' }],
    },
    { name: 'a rule', wanted: async () => ['changeSiteDetection', await settings({ rules: RULES().slice(1) })] },
    { name: 'an exclusion of a detector', wanted: () => ['addExclusion', byDetector('us-ssn', { of: 'site' })] },
    {
      name: 'an exclusion on one page',
      wanted: (pageId) => ['addExclusion', byDetector('us-ssn', { of: 'page', pageId })],
    },
    {
      name: 'an exclusion for a label',
      wanted: () => ['addExclusion', byDetector('card-pan', { of: 'label', label: 'sample' })],
    },
    {
      name: 'an exclusion of a value',
      wanted: async () => {
        const [{ detectionId }] = (await read('/v1/detection?detectorId=us-ssn')).results;
        return ['addExclusion', { findingIds: [detectionId], scope: { of: 'site' } }];
      },
    },
    {
      name: 'the removal of an exclusion',
      wanted: async () => {
        const excluded = { ...byDetector('card-pan', { of: 'site' }), reason: 'Samples' };
        const { added } = await done<{ added: string[] }>(site, 'addExclusion', excluded);
        return ['removeExclusion', { exclusionId: added[0] ?? '' }];
      },
    },
    { name: 'a detector that is turned off', wanted: () => detector('us-ssn', { enabled: false }), needsScan: true },
    { name: 'a higher minimum confidence', wanted: () => detector('us-ssn', { minConfidence: 1 }), needsScan: true },
    {
      name: 'a part of the page that is no longer scanned, which keeps its findings',
      wanted: async () => [
        'changeSiteDetection',
        await settings({ targets: { ...(await view()).targets, body: false } }),
      ],
      needsScan: true,
      changesNothing: true,
    },
    {
      name: 'the removal of a custom detector',
      wanted: () => ['removeDetector', { detectorId: CUSTOM.detectorId }],
      needsScan: true,
    },
  ];

  function countedAs(operation: string, input: object) {
    if (operation === 'addExclusion') return { of: 'exclusion', ...input };
    return operation === 'removeExclusion' ? { of: 'removal', ...input } : change(operation, input);
  }

  it.each(CASES)(
    'equals what the lists show afterwards: $name',
    async ({ wanted, needsScan = false, changesNothing = false }) => {
      await store({ custom: [CUSTOM], rules: [] });
      const pageIds = [await aPageWith(`${SSN} ${CODE}`), await aPageWith(CODE), await aPageWith(CARD)];
      const [, , labeled = ''] = pageIds;
      const pageId = await aPageWith(`${SSN} ${CARD}`);
      await expectOk(site.wiki('POST', `/rest/api/content/${labeled}/label`, [{ prefix: 'global', name: 'sample' }]));
      // No event raises a level, because the rules are stored after the scans.
      await store({ custom: [CUSTOM], rules: needsScan ? [] : RULES() });
      const [operation, input] = await wanted(pageId);
      const before = await stateOf();
      const counted = await countOf(await countedAs(operation, input));
      expect(await stateOf()).toEqual(before);
      const isExclusion = operation.endsWith('Exclusion');
      const reason = operation === 'addExclusion' ? { reason: 'Samples' } : {};
      await done(site, operation, { ...(isExclusion ? reason : { rev: (await view()).rev }), ...input });
      if (needsScan) {
        nowMs += 60_000;
        const of = { of: 'pages', pageIds: [...pageIds, pageId] };
        await done(site, 'startScan', { of, requestKey: crypto.randomUUID() });
        await settle();
      }
      const { pages, ...numbers } = counted;
      expect(numbers).toEqual(compare(before, await stateOf()));
      expect(pages).toBeGreaterThanOrEqual(4);
      expect(numbers.changed > 0).toBe(!changesNothing);
    },
  );

  it('continues in parts until the end of a large site, with hidden pages only for changes of detection', async () => {
    const hidden = await aPageWith(SSN);
    await restrict(site, hidden, 'read', [APP_USER.accountId]);
    await settle();
    const of = await change('changeDetector', { detectorId: 'us-ssn', changes: { severity: 'low' } });
    const { changed } = await countOf(of);
    expect(changed).toBe(1);
    const ofPage = anExclusion({
      match: { by: 'detector', detectorId: 'us-ssn' },
      scope: { of: 'page', pageId: hidden },
    });
    await storeExclusions(site, ofPage);
    const removal = { of: 'removal', exclusionId: ofPage.exclusionId };
    expect(await countOf(removal)).toMatchObject({ pages: 0, changed: 0, opening: 0 });
    const everywhere = { of: 'exclusion', ...byDetector('us-ssn', { of: 'site' }) };
    expect(await countOf(everywhere)).toMatchObject({ pages: 0, changed: 0 });
    await storeExclusions(site);
    for (let n = 0; n < 130; n += 1) {
      const pageId = String(700_000 + n);
      await storePageScan(site, pageId, [await storeFinding(site, pageId, { detectorId: 'us-ssn', severity: 'high' })]);
    }
    const first = await done<AffectedCount>(site, 'countAffected', { change: of });
    expect(first.continueFrom).toEqual(expect.any(String));
    expect(JSON.stringify(first)).not.toContain(hidden);
    expect((await countOf(of)).changed).toBe(131);
    const other = await change('changeDetector', { detectorId: 'us-ssn', changes: { severity: 'medium' } });
    const mixed = { change: other, from: first.continueFrom };
    expect(await refusal(site, 'countAffected', mixed)).toMatchObject({ code: 'INVALID_CURSOR' });
  });

  it('counts the pages below their required level after saving, and refuses what the change refuses', async () => {
    const pageId = await aPageWith(SSN);
    await storeLevel(site, pageId, idOf('Public'));
    await store({ rules: RULES() });
    expect(await countOf({ of: 'nothing' })).toMatchObject({ changed: 0, belowAfter: 1 });
    const stale = { of: 'detection', operation: 'changeDetector', input: { rev: 7, detectorId: 'email', changes: {} } };
    expect(await refusal(site, 'countAffected', { change: stale })).toMatchObject({ code: 'DETECTION_CHANGED' });
  });
});

describe('A change that needs a scan', () => {
  it('is tried on a sample, with the estimate of the scan', async () => {
    await store({ detectors: { 'us-ssn': { enabled: false } } });
    await aPageWith(SSN);
    const { input } = await change('changeDetector', { detectorId: 'us-ssn', changes: { enabled: true } });
    const preview = await done<SamplePreview>(site, 'previewDetection', { operation: 'changeDetector', input });
    const { scan } = preview;
    expect(preview).toMatchObject({ affects: 'site', appearing: { total: 1 } });
    expect(scan?.pages).toBe(preview.total);
    expect(scan?.points).toBeGreaterThan(scan?.pages ?? Infinity);
    expect(scan?.seconds).toBeGreaterThan(0);
  });

  it('makes pages out of date if it adds a pattern in its scope, but not if it removes the pattern', async () => {
    await aPageWith(SSN);
    const { coverage } = (await overview()).site;
    expect(coverage.complete).toBeGreaterThan(0);
    const add = (scope: object, pattern: string) =>
      done<ExclusionList & { added: string[] }>(site, 'addExclusion', {
        match: { by: 'pattern', pattern },
        scope,
        reason: 'Samples',
      });
    await add({ of: 'space', spaceId: DEMO_SPACES.HR }, '^111');
    expect((await overview()).site.coverage).toEqual(coverage);
    const { added } = await add({ of: 'site' }, '^536');
    const outdated = (await overview()).site.coverage;
    expect(outdated).toMatchObject({ complete: 0, outdated: coverage.complete + coverage.partial });
    nowMs += 60_000;
    await done(site, 'startScan', { of: { of: 'site', onlyStale: true }, requestKey: crypto.randomUUID() });
    const { coverage: scanned, open } = (await overview()).site;
    expect(scanned.outdated).toBe(0);
    await done(site, 'removeExclusion', { exclusionId: added[0] ?? '' });
    const removed = (await overview()).site;
    expect(removed.coverage).toEqual(scanned);
    expect(Object.values(removed.open).reduce((sum, count) => sum + count, 0)).toBe(
      Object.values(open).reduce((sum, count) => sum + count, 1),
    );
  });
});
