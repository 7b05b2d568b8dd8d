import { connect } from './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import type { AuditList } from '../../../src/admin/audit/audit-log';
import { AUDIT_TYPES } from '../../../src/audit/event';
import type { AuditFilter } from '../../../src/audit/filter';
import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { done } from '../../../test/admin/ask';
import { ADMIN_ID } from '../../../test/keys/key-records';
import { levelNamed } from '../../../test/support/levels';
import { openSite, type Site } from '../../../test/support/site';
import { putAuditEvent, type StoredAuditEvent } from '../../../test/support/stored-rows';
import { EventDetails } from '../src/audit/event-details';
import { EventsList } from '../src/audit/events-list';
import { changesOf, subjectName } from '../src/audit/event-words';
import { checkFilter, NO_FILTERS, withoutSecret } from '../src/audit/filter';
import { nameEvents, NO_NAMES, readLevelsAndKeys } from '../src/audit/names';
import { summaryOf } from '../src/audit/summary';
import { texts } from '../src/texts';
import { textsIn, textsOf } from './rendered';

/** The words and filters of the audit log, with what the resolver returned. */

const NOW = new Date('2026-11-21T12:00:00.000Z');
const PAGE = DEMO_PAGES.payroll;

let site: Site;
let now: Date;
beforeEach(() => {
  now = NOW;
  site = openSite({ now: () => now });
  connect(site);
});
afterEach(() => site.close());

/** Runs an action one second later than the previous one. */
async function next<T>(action: () => Promise<T>): Promise<T> {
  now = new Date(now.getTime() + 1_000);
  return action();
}

/** The first events of the log, with their names as the page loads them. */
async function findEvents(filter: AuditFilter = {}) {
  const list = await done<AuditList>(site, 'listAudit', filter);
  return { ...list, parts: 1, names: await nameEvents(list.entries, await readLevelsAndKeys(NO_NAMES), filter) };
}

async function listMarkup(filter: AuditFilter = {}): Promise<string> {
  const found = await findEvents(filter);
  const nothing = () => undefined;
  const isFiltered = Object.keys(filter).length > 0;
  const more = { state: 'idle' } as const;
  return renderToStaticMarkup(
    <EventsList
      found={found}
      more={more}
      isFiltered={isFiltered}
      onMore={nothing}
      onOnly={nothing}
      onClear={nothing}
    />,
  );
}

/** Type, person, way, subject and changes of each event. Lines of a cell are separated by ` | `. */
async function shownRows(filter: AuditFilter = {}): Promise<string[][]> {
  const [, ...rows] = (await listMarkup(filter)).split('<tr class="audit-row">');
  return rows.map((row) =>
    row
      .split(/<t[hd](?=[ >])/)
      .slice(2, 7)
      .map((cell) =>
        `<td${cell}`
          .split(/(?=<span class="line|<code)/)
          .map((line) => textsIn(line).join(' ').replaceAll('→ to ', '→ '))
          .filter((line) => line !== '')
          .join(' | '),
      ),
  );
}

const store = (event?: StoredAuditEvent) => putAuditEvent(site, event);

const setLevel = (key: string, body: object) =>
  site.rest('POST', '/v1/page-level', { key, body: { pageId: PAGE, ...body } });

it('an event shows who did what, through which key, on what, and the change, in names', async () => {
  const [restricted, internal] = [levelNamed(site, 'Restricted'), levelNamed(site, 'Internal')];
  const { key, keyId } = await site.createKey({ name: 'Nightly', classificationScope: 'write' });
  const [finance, people] = restricted.subLevels;
  await next(() => setLevel(key, { levelId: restricted.levelId, subLevelId: finance?.subLevelId }));
  await next(() => setLevel(key, { levelId: internal.levelId }));
  await next(() => site.rest('DELETE', `/v1/page-level/by-page/${PAGE}`, { key }));
  const changes = { name: 'Daily', classificationScope: 'read', levelLimit: [internal.levelId], spaceLimit: ['ENG'] };
  await next(() => done(site, 'editKey', { keyId, rev: 1, changes }));
  await next(() => done(site, 'revokeKey', { keyId }, 'admin2@example.com'));
  const levelIds = (await done<{ levels: { levelId: string }[] }>(site, 'listLevels', {})).levels.map(
    ({ levelId }) => levelId,
  );
  await next(() => done(site, 'reorderLevels', { rev: 0, levelIds: levelIds.toReversed() }, 'admin2@example.com'));
  const edited = { color: 'NAVY', guideline: 'Ask first.' };
  await next(() => done(site, 'editLevel', { rev: 1, levelId: internal.levelId, changes: edited }));
  const subLevel = { levelId: restricted.levelId, subLevelId: people?.subLevelId };
  await next(() => done(site, 'archiveSubLevel', { rev: 2, ...subLevel }));

  const admin = ['Ada Adams', 'Admin area'];
  const second = ['Boris Brandt', 'Admin area'];
  const byKey = ['Ada Adams', `Nightly | pclsk_${keyId}`, `Page: Payroll process (${PAGE})`];
  const names = ['Highly Restricted', 'Restricted', 'Internal', 'Public'];
  expect(await shownRows()).toEqual([
    ['Sub-level archived', ...admin, 'Sub-level: Restricted / People', 'Level: Restricted | Name: People'],
    ['Level edited', ...admin, 'Level: Internal', 'Guideline: (empty) → Ask first. | Color: Blue → Navy'],
    ['Levels reordered', ...second, 'All levels', `Order: ${names.join(', ')} → ${names.toReversed().join(', ')}`],
    ['API key revoked', ...second, 'API key: Daily', ''],
    [
      'API key edited',
      ...admin,
      'API key: Daily',
      'Name: Nightly → Daily | Classification scope: Write → Read | Allowed levels: All levels, also future ones → Internal | and 1 more',
    ],
    ['Page level removed', ...byKey, 'Level: Internal → No level'],
    ['Page level set', ...byKey, 'Level: Restricted / Finance → Internal'],
    ['Page level set', ...byKey, 'Level: No level → Restricted / Finance'],
    [
      'API key created',
      ...admin,
      'API key: Daily',
      'Name: Nightly | Classification scope: Write | Detection scope: No access | and 3 more',
    ],
  ]);

  const { entries, names: known } = await findEvents({ type: 'apikey.updated' });
  const [entry] = entries;
  if (entry === undefined) throw new Error('no edit of the key');
  const details = textsOf(<EventDetails entry={entry} changes={changesOf(entry, known)} onOnly={() => undefined} />);
  expect(details.join(' ')).toContain('Allowed spaces: All spaces, also future ones → to Engineering');
});

it('a run names its kind and scope, also at its end, and the person who started it; a level says how it was set', async () => {
  const of = (order: object) => done(site, 'startScan', { of: order, requestKey: crypto.randomUUID() });
  await next(() => of({ of: 'pages', pageIds: [PAGE] }));
  await site.host.background.settle();
  await next(() => of({ of: 'space', spaceId: DEMO_SPACES.ENG }));
  await site.host.background.settle();
  const rows = [{ pageId: PAGE, levelId: levelNamed(site, 'Internal').levelId }];
  await next(() => done(site, 'importPageLevels', { rows, onExisting: 'keep', dryRun: false }));
  const ended = (await shownRows({ type: 'job.finished' })).map((row) => row.slice(1, 4));
  expect(ended).toEqual([
    ['Ada Adams', 'Admin area', 'Scan: space Engineering'],
    ['Ada Adams', 'Admin area', 'Scan: page Payroll process'],
  ]);
  const [set] = await shownRows({ type: 'page.level.set' });
  expect(set?.slice(1, 4)).toEqual(['Ada Adams', 'Set by an import', `Page: Payroll process (${PAGE})`]);
  const { csv } = await done<{ csv: string }>(site, 'exportAudit', { type: 'page.level.set' });
  expect(csv).toContain(`"page:${PAGE}","Payroll process","user"`);
  expect(csv).toContain('"Ada Adams","","","IMPORT"');
});

it('a rotation shows the successor of the key and the end of the grace period', async () => {
  const { keyId } = await site.createKey({ name: 'Nightly' });
  const { created } = await next(() =>
    done<{ created: { keyId: string } }>(site, 'rotateKey', { keyId, rev: 1, expiresOn: '2027-01-31', grace: '24h' }),
  );
  const changes = { name: 'Successor' };
  await next(() => done(site, 'editKey', { keyId: created.keyId, rev: 1, changes }));
  const rows = await shownRows({ subject: `apikey:${keyId}` });
  expect(rows[0]?.[4]).toMatch(
    /^Replaced by: Successor \| Grace period: 24 hours \| Grace period ends: Nov 22, 2026, /,
  );
});

it('an event of detection shows names and words', async () => {
  const at = (details: object, type: string, subject: string, event: StoredAuditEvent = {}) =>
    next(() => store({ time: now.toISOString(), type, subject, details, ...event }));
  const scheme = { rev: 0, name: 'Germany', regions: ['DE'], detectors: {} };
  const { schemeId } = await done<{ schemeId: string }>(site, 'createDetectorScheme', scheme);
  const { levelId } = levelNamed(site, 'Restricted');
  await at({ before: {}, after: { enabled: false, severity: 'low' } }, 'detector.updated', 'detector:iban');
  await at({ before: {}, after: { schemeId } }, 'detection.updated', `space:${DEMO_SPACES.ENG}`);
  const rules = [`high: ${levelId}`];
  const [before, after] = [
    { onPublish: true, rules: [] },
    { onPublish: false, rules },
  ];
  await at({ before, after }, 'detection.updated', 'detection');
  const excluded = { by: 'location', kind: 'code', scope: [`page:${PAGE}`] };
  await at({ after: excluded }, 'exclusion.created', 'exclusions');
  const system = { actorType: 'system', actorAccountId: 'system' };
  await at({ after: { state: 'finished', pages: 94, found: 12 } }, 'job.finished', 'scan:7', system);
  await at({ before: { spaceId: DEMO_SPACES.HR }, after: { spaceId: DEMO_SPACES.ENG } }, 'page.moved', `page:${PAGE}`);

  const page = `Page: Payroll process (${PAGE})`;
  const rows = await shownRows();
  expect(rows.slice(0, -1).map(([, ...cells]) => cells.join(' / '))).toEqual([
    `Ada Adams / Admin area / ${page} / Space: Human Resources → Engineering`,
    'App / Automatic / Scan 7 / Status: Finished | Pages: 94 | New findings: 12',
    `Ada Adams / Admin area / Several exclusions / Exclusion type: Findings in a location | Text type: Code | Scope: ${page}`,
    'Ada Adams / Admin area / Detection / When a page is published: Yes → No | Levels from findings: Findings don’t change levels → High or higher: at least Restricted',
    'Ada Adams / Admin area / Space: Engineering / Detector scheme: Germany',
    'Ada Adams / Admin area / Detector: IBAN / Status: Off | Severity: Low',
  ]);
});

it('an exclusion and a removed scheme have names', async () => {
  const levelIds = [levelNamed(site, 'Public').levelId];
  const { schemeId } = await next(() =>
    done<{ schemeId: string }>(site, 'createScheme', { rev: 0, name: 'Short-lived', levelIds }),
  );
  await next(() => done(site, 'removeScheme', { rev: 1, schemeId }));
  const exclusion = { match: { by: 'detector', detectorId: 'iban' }, scope: { of: 'space', spaceId: DEMO_SPACES.ENG } };
  await next(() => done(site, 'addExclusion', { reason: 'Known.', ...exclusion }));
  expect((await shownRows()).map((cells) => cells[3])).toEqual([
    'Exclusion: All findings of IBAN, Space: Engineering',
    'Allowed levels: Short-lived',
    'Allowed levels: Short-lived',
  ]);
});

it('a change of settings shows names and words', async () => {
  const other = 'admin2@example.com';
  const levelIds = [levelNamed(site, 'Internal').levelId, levelNamed(site, 'Public').levelId];
  const { schemeId } = await next(() =>
    done<{ schemeId: string }>(site, 'createScheme', { rev: 0, name: 'Open', levelIds }, other),
  );
  const ofSpace = { spaceId: DEMO_SPACES.ENG, schemeId, defaultLevel: 'none' };
  await next(() => done(site, 'changeSpaceSettings', { rev: 1, ...ofSpace }, other));
  const ofSite = { lowering: 'justified', defaultLevel: { levelId: levelIds[1] } };
  await next(() => done(site, 'changeSiteSettings', { rev: 2, ...ofSite }, other));
  expect((await shownRows()).map((cells) => cells.join(' / '))).toEqual([
    'Settings edited / Boris Brandt / Admin area / Site settings / Lowering levels: Allowed → With justification | Default level: Public',
    'Settings edited / Boris Brandt / Admin area / Space: Engineering / Default level: None | Allowed levels: Open',
    'Allowed levels created / Boris Brandt / Admin area / Allowed levels: Open / Name: Open | Levels: Internal, Public',
  ]);
});

it('every type of event has its own words', async () => {
  const shown = new Set<string | undefined>();
  for (const type of AUDIT_TYPES) {
    await store({ type, time: NOW.toISOString(), subject: 'levels' });
    shown.add((await shownRows({ type }))[0]?.[0]);
  }
  expect(shown.size).toBe(AUDIT_TYPES.length);
  expect([...shown].filter((words) => words === undefined || words === '' || words.includes('.'))).toEqual([]);
});

it('an unknown type or value is shown unchanged', async () => {
  const [levelId, subLevelId] = [crypto.randomUUID(), crypto.randomUUID()];
  const unknown = { before: { levelId }, after: { levelId, subLevelId } };
  await next(() => store({ time: now.toISOString(), subject: `sublevel:${subLevelId}`, details: unknown }));
  const other = { time: NOW.toISOString(), type: 'job.failed', subject: 'job:7', outcome: 'failure' };
  await store({ ...other, actorAccountId: '712020:gone', details: { after: { reach: 'space', ids: ['1', '2'] } } });
  const rows = await shownRows();
  expect(rows[0]?.slice(3)).toEqual([`Sub-level: ${subLevelId}`, `Level: ${levelId} → ${levelId} / ${subLevelId}`]);
  expect(rows.at(-1)).toEqual([
    'job.failed | Outcome: failure',
    '(deleted or unknown user) 712020:gone',
    'Admin area',
    'Job 7',
    'reach: space | ids: 1, 2',
  ]);
});

it('an event shows an ID if a name cannot be loaded, and the list says so', async () => {
  await site.createKey({ name: 'Nightly' });
  site.host.faults.add({ target: 'confluence', match: 'user/bulk', status: 503, times: 1 });
  const markup = await listMarkup();
  expect(textsIn(markup)).toContain(texts.audit.namesMissing);
  expect(markup).toContain(`>${ADMIN_ID}</td>`);
  expect(textsIn(await listMarkup())).not.toContain(texts.audit.namesMissing);
});

it('a search that has found nothing yet shows how far back it searched, and can continue', async () => {
  const time = (index: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + index).toISOString();
  await Promise.all(Array.from({ length: 2_300 }, (_, index) => store({ time: time(index) })));
  await store({ time: '2026-10-01T00:00:00.000Z', type: 'level.updated' });
  const filter = { subject: 'page:1', type: 'level.updated' } as const;
  const shown = textsIn(await listMarkup(filter));
  expect(shown[0]).toMatch(/^No matches back to (Oct 31|Nov 1), 2026/);
  expect(shown).toContain(texts.audit.continue);
  expect(shown).not.toContain(texts.audit.noMatch);
});

describe('the filter by page or key', () => {
  const subjectOf = (entered: string) => {
    const checked = checkFilter({ ...NO_FILTERS, subject: entered });
    return checked.ok ? checked.applied.filter.subject : checked.errors;
  };

  it.each([
    [PAGE, `page:${PAGE}`],
    [` page:${PAGE} `, `page:${PAGE}`],
    [`https://x.atlassian.net/wiki/spaces/HR/pages/${PAGE}`, `page:${PAGE}`],
    [`https://x.atlassian.net/wiki/spaces/HR/pages/${PAGE}/164001`, `page:${PAGE}`],
    [`https://x.atlassian.net/wiki/spaces/HR/pages/${PAGE}/2026?a=1`, `page:${PAGE}`],
    [`x.atlassian.net/wiki/spaces/HR/pages/edit-v2/${PAGE}?draftShareId=1`, `page:${PAGE}`],
    [`https://x.atlassian.net/wiki/pages/viewpage.action?a=7&pageId=${PAGE}#top`, `page:${PAGE}`],
    ['levels', 'levels'],
    ['pclsk_0123456789abcdef', 'apikey:0123456789abcdef'],
  ])('accepts %j', (entered, subject) => {
    expect(subjectOf(entered)).toBe(subject);
  });

  it.each(['https://x.atlassian.net/wiki/x/AbCd', 'Payroll', '0', 'page:1; drop'])('refuses %j', (entered) => {
    expect(subjectOf(entered)).toEqual({ subject: texts.audit.wrongSubject });
  });

  it('keeps only the ID of a pasted key', async () => {
    const { key, keyId } = await site.createKey();
    expect(withoutSecret(` ${key} `)).toBe(`pclsk_${keyId}`);
    expect(subjectOf(withoutSecret(key))).toBe(`apikey:${keyId}`);
  });
});

describe('the filter by time', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  afterEach(() => {
    process.env.TZ = timeZone;
  });

  it.each([
    // In summer, on the day that has 23 hours, and on a usual day.
    ['Pacific/Auckland', '2026-11-10', '2026-11-09T11:00:00.000Z', '2026-11-10T10:59:59.999Z'],
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-10', '2026-11-10T08:00:00.000Z', '2026-11-11T07:59:59.999Z'],
  ])('covers the whole day in %s, %s', (zone, day, from, to) => {
    process.env.TZ = zone;
    expect(checkFilter({ ...NO_FILTERS, from: day, to: day })).toMatchObject({ applied: { filter: { from, to } } });
  });

  it.each([
    [24, '2026-11-20T12:00:00.000Z'],
    [168, '2026-11-14T12:00:00.000Z'],
    [720, '2026-10-22T12:00:00.000Z'],
  ])('counts the last %i hours back from now', (hours, from) => {
    expect(checkFilter({ ...NO_FILTERS, hours }, NOW)).toMatchObject({ applied: { filter: { from } } });
  });

  it('refuses an end before its start, and an incomplete date', () => {
    const days = { from: '2026-11-20', to: '2026-11-19' };
    expect(checkFilter({ ...NO_FILTERS, ...days })).toEqual({ ok: false, errors: { to: texts.audit.toBeforeFrom } });
    const incomplete = { ...NO_FILTERS, from: 'incomplete' };
    expect(checkFilter(incomplete)).toEqual({ ok: false, errors: { from: texts.audit.wrongDay } });
  });
});

it('the summary of the filters shows names', async () => {
  const { key, keyId } = await site.createKey({ name: 'Nightly', classificationScope: 'write' });
  await next(() => setLevel(key, { levelId: levelNamed(site, 'Public').levelId }));
  const checked = checkFilter({
    ...NO_FILTERS,
    type: 'page.level.set',
    person: ADMIN_ID,
    keyId,
    subject: PAGE,
    to: '2026-10-30',
  });
  if (!checked.ok) throw new Error('the filter is refused');
  const { names } = await findEvents({ type: 'page.level.set' });
  expect(summaryOf(checked.applied, names)).toBe(
    `Page level set; Ada Adams; with key Nightly; on Page: Payroll process (${PAGE}); to Oct 30, 2026`,
  );
});

it.each([
  ['retention.changed', 'retention', { endedKeys: 365 }, { endedKeys: 90 }, 'Keys that expired or were revoked'],
  ['settings.updated', 'quotas', { host: 9_000 }, { host: 5_000 }, 'Points for Confluence, per hour'],
  ['rows.removed', 'retention', undefined, { 'level-change': 31 }, 'Earlier changes of levels'],
  ['person.erased', 'person:one', undefined, { rows: 31 }, 'Changed records'],
  ['settings.updated', 'native-levels', undefined, { followsNativeLevels: true }, 'Follows Atlassian’s own levels'],
  ['app.license-changed', 'app', { license: 'active' }, { license: 'inactive' }, 'License'],
  ['hidden-pages.accepted', 'counts', undefined, { notInspected: 3 }, 'Pages that couldn’t be scanned'],
  ['counts.repaired', 'counts', undefined, { repaired: 2 }, 'Repaired numbers'],
] as const)('the audit log shows the fields and the subject of %s in words', (type, subject, before, after, label) => {
  const actor = { type: 'system', accountId: 'system' } as const;
  const details = { ...(before === undefined ? {} : { before }), after };
  const entry = { id: '1', type, time: NOW.toISOString(), subject, actor, outcome: 'success', details } as never;
  expect(changesOf(entry, NO_NAMES).map((change) => change.label)).toEqual([label]);
  expect(subjectName(NO_NAMES, subject, details)).not.toBe(subject);
});
