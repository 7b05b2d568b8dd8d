import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { storeFinding } from '../support/findings';
import { levelNamed, type LevelName } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict } from '../support/wiki-pages';
import { CARD, openRedactionSite } from '../redaction/redaction-site';

/** Only readers who may see the findings get the detectors and counts of a page. Others get only the level. */

const EVIDENCE = /card-pan|Payment card|severity|\(\d+\)|"count"|evidence/;
const START = new Date('2026-11-21T10:00:00.000Z');

let site: Site;
let now: Date;
let pageId: string;
afterEach(() => site.close());
const idOf = (name: LevelName) => levelNamed(site, name).levelId;

async function open(): Promise<void> {
  now = START;
  site = openSite({ queryLagMs: 0, now: () => now });
  const rules = [{ severity: 'medium', levelId: idOf('Restricted') }];
  const detectors = { 'card-pan': { severity: 'medium' } };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, detectors, rules } });
  pageId = await aPage(site, { text: `Card number: ${CARD}.`, by: ADMIN2.email });
  await site.host.background.settle();
  now = new Date(START.getTime() + 3_600_000);
}
const aKey = async (detectionScope: string, more: object = {}) =>
  (await site.createKey({ classificationScope: 'manage', detectionScope, ...more })).key;

describe('the evidence for a key', () => {
  beforeEach(open);

  const read = async (key: string, path: string) => JSON.stringify((await site.rest('GET', path, { key })).body);

  it('is in the refusal of a lower level for keys with detection::read, also for a retried request', async () => {
    const refuse = async (key: string, token: string) => {
      const body = { pageId, levelId: idOf('Public') };
      const answer = await site.rest('POST', '/v1/page-level', { key, body, headers: { 'Idempotency-Key': token } });
      expect(answer.body.code).toBe('LEVEL_BELOW_FINDINGS');
      return answer;
    };
    const level = { levelId: idOf('Restricted') };
    const full = { ...level, evidence: [{ detectorId: 'card-pan', count: 1 }] };
    const reader = await site.createKey({ detectionScope: 'read' });
    expect((await refuse(reader.key, 'one')).body.floor).toEqual(full);
    expect((await refuse(reader.key, 'one')).body.floor).toEqual(full);
    const plain = await aKey('none');
    expect((await refuse(plain, 'one')).body.floor).toEqual(level);
    expect((await refuse(plain, 'one')).body.floor).toEqual(level);
    const { rev } = rowsOf(site, 'api-key').find(({ key }) => key === reader.keyId)?.value ?? {};
    await site.admin('editKey', { keyId: reader.keyId, rev, changes: { detectionScope: 'none' } });
    const again = await refuse(reader.key, 'one');
    expect([again.header('Idempotent-Replayed'), again.body.floor]).toEqual(['true', level]);
  });

  it('is in history, feed and audit log only for keys with detection::read', async () => {
    const paths = [`/v1/page-level/by-page/${pageId}/history`, '/v1/change', `/v1/audit?subject=page:${pageId}`];
    const [reader, plain] = [await aKey('read'), await aKey('none')];
    for (const path of paths) {
      expect([path, await read(reader, path)]).toEqual([path, expect.stringContaining('Payment card number (1)')]);
      const shown = await read(plain, path);
      expect([path, shown]).toEqual([path, expect.stringContaining('"Sensitive data was found on the page."')]);
      expect([path, EVIDENCE.test(shown)]).toEqual([path, false]);
    }
  });

  it('is missing from the audit log for a page that the creator cannot see', async () => {
    const key = await aKey('manage');
    const path = `/v1/audit?subject=page:${pageId}`;
    expect(await read(key, path)).toContain('Payment card number');
    await restrict(site, pageId, 'read', [ADMIN2.accountId, ADMIN_AND_APP[1] ?? ''], ADMIN2.email);
    const shown = await read(key, path);
    expect(shown).toContain('Sensitive data was found on the page.');
    expect(EVIDENCE.test(shown)).toBe(false);
  });
});

it('the evidence of a finding is in the admin area, its audit log and its exports, for admins who can see the page', async () => {
  await open();
  const operations = [
    ['listAudit', { subject: `page:${pageId}` }],
    ['exportAudit', { subject: `page:${pageId}` }],
    ['exportLevelChanges', {}],
  ] as const;
  const shown = async (name: string, payload: object, as?: string) => {
    const { ok, value } = await site.admin(name, payload, as);
    expect([name, ok]).toEqual([name, true]);
    return JSON.stringify(value);
  };
  for (const [name, payload] of operations) expect(await shown(name, payload)).toContain('Payment card number (1)');
  await restrict(site, pageId, 'read', [ADMIN2.accountId, ADMIN_AND_APP[1] ?? ''], ADMIN2.email);
  for (const [name, payload] of operations) {
    const cut = await shown(name, payload);
    expect([name, EVIDENCE.test(cut), cut.includes('Sensitive data was found')]).toEqual([name, false, true]);
    expect(await shown(name, payload, ADMIN2.email)).toContain('Payment card number (1)');
  }
});

it('the evidence of a redaction is in the audit log for readers who can see the page', async () => {
  const redactions = await openRedactionSite();
  site = redactions;
  pageId = await redactions.publish({ body: `<p>card number ${CARD}</p>`, spaceId: DEMO_SPACES.ENG });
  await redactions.finish((await redactions.redact({ pageId })).body.redactionId);
  const ofPage = { type: 'page.redacted', subject: `page:${pageId}` };
  const read = async (key: string, query: Record<string, string>) => {
    const path = `/v1/audit?${new URLSearchParams(query).toString()}`;
    return (await site.rest('GET', path, { key })).body.results.map(({ after }: { after: unknown }) => after);
  };
  const [reader, plain] = [await aKey('read'), await aKey('none')];
  expect(await read(reader, ofPage)).toMatchObject([{ detectors: ['card-pan'], values: 1, findings: 1 }]);
  expect(await read(plain, ofPage)).toEqual([{ pageVersion: 2, method: 'edit' }]);
  expect(await read(plain, { type: 'job.finished' })).toEqual([null]);
  const ofAdmin = async () => (await site.admin('listAudit', ofPage)).value.entries[0].details.after;
  expect(await ofAdmin()).toMatchObject({ detectors: ['card-pan'] });
  await restrict(site, pageId, 'read', [ADMIN2.accountId, ADMIN_AND_APP[1] ?? '']);
  expect(await ofAdmin()).toEqual({ pageVersion: 2, method: 'edit' });
});

it('the evidence of an exclusion is in the audit log for readers who can see all of its pages', async () => {
  await open();
  const pages = [pageId, await aPage(site, { by: ADMIN2.email })];
  const detectionIds = [await storeFinding(site, pages[0] ?? ''), await storeFinding(site, pages[1] ?? '')];
  const key = await aKey('manage');
  const body = { detectionIds, scope: { of: 'page' }, reason: 'The number of the payroll test.' };
  const made = await site.rest('POST', '/v1/exclusion', { key, body });
  const [one] = made.body.results as readonly { readonly exclusionId: string }[];
  await site.rest('DELETE', `/v1/exclusion/${one?.exclusionId ?? ''}`, { key });
  now = new Date(now.getTime() + 60_000);
  const scope = pages.map((page) => `page:${page}`);
  const read = async (type: string) => {
    const { results } = (await site.rest('GET', `/v1/audit?type=${type}`, { key })).body;
    const { entries } = (await site.admin('listAudit', { type })).value;
    return [JSON.stringify(results), JSON.stringify(entries)];
  };
  const types = ['exclusion.created', 'exclusion.deleted'];
  for (const type of types)
    for (const shown of await read(type))
      expect([shown.includes('payroll'), shown.includes('"values"')]).toEqual([true, true]);
  for (const page of pages)
    await restrict(site, page, 'read', [ADMIN2.accountId, ADMIN_AND_APP[1] ?? ''], ADMIN2.email);
  for (const type of types)
    for (const shown of await read(type)) {
      expect([type, shown.includes('payroll'), shown.includes('"values"')]).toEqual([type, false, false]);
      expect(scope.some((place) => shown.includes(place))).toBe(true);
    }
});
