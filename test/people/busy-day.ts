import { randomUUID } from 'node:crypto';
import { ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR, SPACE_ADMIN, VIEWER } from '../../local/demo';
import { alertRules } from '../support/alerts';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';
import { done, setLevel } from '../surfaces/surface-site';

/** A day on which people use every operation that stores an account id. */

const CARD = '4539 1488 0343 6467';

export interface BusySite extends Site {
  /** @returns the new time, in ms */
  advance(milliseconds: number): number;
}

/** A site with quotas and a clock of its own. */
export function openBusySite(options: SiteOptions = {}): BusySite {
  let nowMs = Date.parse('2026-11-23T08:00:00.000Z');
  const site = openSite({ queryLagMs: 0, rateLimits: () => undefined, now: () => new Date(nowMs), ...options });
  return { ...site, advance: (milliseconds) => (nowMs += milliseconds) };
}

async function ok(result: Promise<{ readonly ok: boolean }>): Promise<void> {
  const answer = await result;
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`);
}

async function publish(site: Site, as: string): Promise<string> {
  const page = {
    spaceId: DEMO_SPACES.ENG,
    status: 'current',
    title: `With a card ${randomUUID()}`,
    body: { representation: 'storage', value: `<p>Card: ${CARD}</p>` },
  };
  const { id } = (await expectOk(site.wiki('POST', '/api/v2/pages', page, as))) as { id: string };
  await site.host.background.settle();
  return id;
}

const findingsOf = (site: Site, pageId: string) =>
  rowsOf(site, 'detection', pageId)
    .filter(({ value }) => value['status'] === 'open')
    .map(({ key }) => key);

export async function spendBusyDay(site: BusySite): Promise<void> {
  const { background } = site.host;
  await settle(site, { mentions: true });
  const internal = levelNamed(site, 'Internal').levelId;
  const restricted = levelNamed(site, 'Restricted').levelId;

  // A key of the second admin, which the first one revokes later, and one that is rotated.
  const { key, keyId } = await site.createKey({ as: ADMIN2.email, detectionScope: 'manage', name: 'Importer' });
  const other = await site.createKey({ as: ADMIN2.email, name: 'Rotated' });
  const expiresOn = new Date(Date.parse(other.expiresAt)).toISOString().slice(0, 10);
  await ok(site.admin('rotateKey', { keyId: other.keyId, rev: 1, expiresOn, grace: '24h' }, ADMIN2.email));

  const once = async (path: string, body: object) => {
    const { status, text } = await site.rest('POST', path, { key, body, headers: { 'Idempotency-Key': randomUUID() } });
    if (status >= 300) throw new Error(`${path}: ${text}`);
  };
  await once('/v1/page-level', { pageId: DEMO_PAGES.officeGuide, levelId: internal });
  await once('/v1/page-level/jobs', { levelId: internal, cql: 'space = OPEN', onlyUnclassified: true });
  await background.settle();

  // People on pages.
  await setLevel(site, { pageId: DEMO_PAGES.runbooks, level: { levelId: internal }, as: EDITOR.email });
  await site.action('propose-level', { pageId: DEMO_PAGES.incidents, level: 'Restricted' }, { as: EDITOR.email });
  await site.action('set-level', { pageId: DEMO_PAGES.architecture, level: 'Internal' }, { as: SPACE_ADMIN.email });
  const below = { pageId: DEMO_PAGES.runbooks, as: EDITOR.email };
  const wanted = { level: { levelId: restricted }, alsoLower: false, requestKey: randomUUID() };
  const preview = await done(site, 'previewBelow', wanted, below);
  if (preview.state !== 'job') throw new Error('there is no preview');
  await background.settle();
  await done(site, 'startBelow', { previewId: preview.job.jobId }, below);
  await background.settle();

  // Alerts.
  const late = { isOn: true, accountIds: [VIEWER.accountId], when: 'daily' as const };
  await ok(site.admin('changeAlerts', { rev: 0, pageIds: [DEMO_PAGES.openHome], rules: alertRules({ late }) }));

  // Scans, findings, exclusions and redactions.
  const [own, ofKey] = [await publish(site, EDITOR.email), await publish(site, ADMIN2.email)];
  await ok(site.admin('startScan', { of: { of: 'pages', pageIds: [own] }, requestKey: randomUUID() }, ADMIN2.email));
  await once('/v1/detection/scan', { pageIds: [ofKey] });
  await background.settle();
  const quoting = `See /wiki/people/${SPACE_ADMIN.accountId}.`;
  const assigned = { ownerId: EDITOR.accountId, comment: quoting };
  await ok(site.admin('changeFindings', { of: { findingIds: findingsOf(site, own) }, change: assigned }, ADMIN2.email));
  const [ownFinding, keyFinding] = [findingsOf(site, own)[0] ?? '', findingsOf(site, ofKey)[0] ?? ''];
  await done(
    site,
    'startRedaction',
    { findingIds: [ownFinding], dryRun: false, requestKey: randomUUID() },
    { pageId: own, as: EDITOR.email },
  );
  await once('/v1/redaction', { detectionIds: [keyFinding] });
  await background.settle();
  await ok(
    site.admin(
      'addExclusion',
      { match: { by: 'domain', domain: 'example.com' }, scope: { of: 'site' }, reason: 'Ours.' },
      ADMIN2.email,
    ),
  );

  // The rest of the day.
  await ok(site.admin('startMirrorWalk', {}, ADMIN2.email));
  await ok(site.admin('hideSetup', { isHidden: true }, ADMIN2.email));
  for (let part = 0; part < 3; part += 1) {
    site.advance(901_000);
    await background.settle();
  }
  // The hourly trigger starts the report of the people, which the tests do.
  for (const { key: schedule } of background.schedules())
    if (schedule !== 'hourly-scans') await background.runSchedule(schedule);
  await background.settle();
  await ok(site.admin('revokeKey', { keyId }));
}

/** The rows and values in which an account id occurs, also in keys, names of members and texts. */
export function rowsWith(site: Site, accountId: string): readonly string[] {
  return everythingStored(site)
    .filter(({ key, value }) => key.includes(accountId) || value.includes(accountId))
    .map(({ entity = 'value', key }) => `${entity}/${key}`);
}
