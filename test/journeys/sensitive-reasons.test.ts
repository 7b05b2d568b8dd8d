import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { DEMO_PAGES, EDITOR } from '../../local/demo';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import { REASON_MEMBERS } from '../../src/detection/reasons/check-reasons';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { ask, done as doneAsAdmin } from '../admin/ask';
import {
  bodyFor,
  firstLevel,
  makeSampleFinding,
  outcomeOf,
  problemOf,
  routeRequests,
  type SampleLevel,
} from '../rest/route-requests';
import { levelNamed } from '../support/levels';
import { HARMLESS, SENSITIVE, SPELLINGS } from '../support/sensitive-reasons';
import { openSite, type Site } from '../support/site';
import { everythingStored, putRow, rowOf, rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { done as doneOnPage, popup, setLevel } from '../surfaces/surface-site';

/** No door stores a sensitive reason. The operations come from the tables of the doors, so a new one is covered. */

const CARD = SENSITIVE['Payment card number'] ?? '';
const KIND = 'a value of the kind “Payment card number”';
const NOT_KEPT = `The reason was not kept, because it contained ${KIND}.`;
const SPELLED = Object.values(SPELLINGS).map((write) => `Paid with ${write(CARD)} before`);
const levelId = () => levelNamed(site, 'Restricted').levelId;

let site: Site;
let key: string;
let level: SampleLevel;
const logged: unknown[] = [];
beforeAll(async () => {
  site = openSite({ log: (...line) => void logged.push(line) });
  await stopScans(site);
  ({ key } = await site.createKey({ name: 'everything', detectionScope: 'manage' }));
  level = await firstLevel(site, key);
  await makeSampleFinding(site);
});
afterAll(() => site.close());

/** Everything but the use of the key. */
const stored = () => JSON.stringify([rowsOf(site, 'page-level'), rowsOf(site, 'level-change'), rowsOf(site, 'job')]);
/** No row and no line of the log contains the value, or the text around it, which no spelling changes. */
function expectNoCard(): void {
  const kept = JSON.stringify([everythingStored(site), logged]);
  for (const part of [CARD.slice(-9), 'Paid with']) expect(kept).not.toContain(part);
}

/** Reasons in every spelling, and in the places where operations have one. */
const payload = (members: object) => ({
  ...members,
  rows: SPELLED.map((justification) => ({ justification })),
  reason: CARD,
});
const PLACES = [...SPELLED.map((_text, index) => `rows.${index}.justification`), 'reason'];

describe('a person gets the kind, and nothing is saved', () => {
  const expectRefused = (result: { ok: boolean; error?: { code: string; message: string } }) => {
    if (result.error === undefined) throw new Error('it was not refused');
    expect(result.error.code).toBe('INVALID_INPUT');
    for (const place of PLACES) expect(result.error.message).toContain(`${place} must not contain ${KIND}`);
    expect(result.error.message).toContain('Describe the data instead of quoting it. Nothing was saved.');
    expect(result.error.message).not.toContain(CARD.slice(-9));
    expectNoCard();
  };

  it.each(Object.keys(ADMIN_CONTRACT).filter((name) => name !== 'importPageLevels'))(
    'in the admin area: %s',
    async (operation) => {
      expectRefused(await ask(site, operation, payload({})));
    },
  );

  it.each(Object.keys(SURFACE_CONTRACT))('in a frame: %s', async (operation) => {
    expectRefused(
      await site.surface('level-byline', operation, payload({}), {
        as: EDITOR.email,
        pageId: DEMO_PAGES.glossary,
      }),
    );
  });

  it('in an import, for each row', async () => {
    const pageIds = await Promise.all(SPELLED.map(() => aPage(site)));
    const rows = pageIds.map((pageId, index) => ({ pageId, levelId: levelId(), justification: SPELLED[index] }));
    const before = stored();
    for (const dryRun of [true, false]) {
      const input = { rows, onExisting: 'replace', dryRun };
      const { results } = await doneAsAdmin<{ results: object[] }>(site, 'importPageLevels', input);
      const detail = `must not contain ${KIND}. Describe the data instead of quoting it. Nothing was saved.`;
      expect(results).toEqual(
        pageIds.map((pageId) => ({ pageId, outcome: 'refused', reason: 'SENSITIVE_REASON', detail })),
      );
    }
    expect(stored()).toBe(before);
  });

  it('except for harmless reasons, which are kept', async () => {
    for (const reason of HARMLESS) {
      const pageId = await aPage(site);
      expect(await setLevel(site, { pageId, level: { levelId: levelId() }, reason })).toMatchObject({
        page: { history: [{ reason }] },
      });
    }
  });
});

/** The JSON schemas of bodies that have a reason, at any depth. */
const WITH_REASON = routeRequests().filter(({ route }) => {
  const schema = route.body === undefined ? '' : JSON.stringify(z.toJSONSchema(route.body.schema, { io: 'input' }));
  return REASON_MEMBERS.some((name) => schema.includes(`"${name}":{`));
});

/** The member with the reason, where it is not the justification of a level. */
const MEMBERS: Readonly<Record<string, string>> = {
  createExclusion: 'reason',
  createExposureException: 'reason',
  editDetection: 'comment',
  editDetections: 'comment',
};

describe('a key gets the kind and the place, and nothing is saved', () => {
  it('in exactly the operations with a reason', () => {
    expect(WITH_REASON.map(({ route }) => route.operationId).sort()).toEqual([
      ...[
        'applyConfiguration',
        'createExclusion',
        'createExposureException',
        'createJob',
        'editDetection',
        'editDetections',
      ],
      ...['planConfiguration', 'resetPageLevel', 'setPageLevel', 'setPageLevels'],
    ]);
  });

  it.each(
    WITH_REASON.filter(({ path }) => path.startsWith('/v1/configuration/')).map((one) => [one.name, one] as const),
  )('%s, for an exclusion of the document', async (_name, request) => {
    const before = stored();
    const { document, ...others } = bodyFor(request, level) ?? {};
    const exclusion = { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' }, reason: SPELLED[0] };
    const body = { ...others, document: { ...(document as object), exclusions: [exclusion] } };
    const answer = await site.rest(request.method, request.path, { key, headers: request.headers, body });
    expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
    expect(problemOf(answer).errors).toMatchObject([{ pointer: '#/document/exclusions/0/reason' }]);
    expect(stored()).toBe(before);
    expectNoCard();
  });

  const DIRECT = WITH_REASON.filter(
    ({ route, path }) => route.operationId !== 'createJob' && !path.startsWith('/v1/configuration/'),
  );
  it.each(DIRECT.map((one) => [one.name, one] as const))('%s', async (_name, request) => {
    const before = stored();
    const body = bodyFor(request, level) ?? {};
    const member = MEMBERS[request.route.operationId] ?? 'justification';
    for (const text of SPELLED) {
      const [name, value] = [member, text];
      const items = Array.isArray(body['items'])
        ? body['items'].map((one: object) => ({ ...one, [name]: value }))
        : undefined;
      const sent = items === undefined ? { ...body, [name]: value } : { items };
      const headers = { ...request.headers, 'Idempotency-Key': randomUUID() };
      const answer = await site.rest(request.method, request.path, { key, headers, body: sent });
      expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
      expect(problemOf(answer).errors).toEqual([
        expect.objectContaining({
          title: `${name} must not contain ${KIND}`,
          detail: 'Describe the data instead of quoting it. Nothing was saved.',
          pointer: items === undefined ? `#/${name}` : `#/items/0/${name}`,
        }),
      ]);
      expect(answer.text).not.toContain(CARD.slice(-9));
    }
    expect(stored()).toBe(before);
    expectNoCard();
  });
});

describe('a change without a person drops the reason and says so', () => {
  const changeOf = (pageId: string) =>
    rowsOf(site, 'level-change').find(({ value }) => value['pageId'] === pageId)?.value;

  it.each(Object.keys(SPELLINGS))('in a job, spelled: %s', async (spelling) => {
    const pageId = await aPage(site);
    const { body } = await site.rest('POST', '/v1/page-level/jobs', {
      key,
      headers: { 'Idempotency-Key': spelling.replaceAll(' ', '-') },
      body: {
        levelId: levelId(),
        pages: [{ pageId }],
        justification: `Paid with ${SPELLINGS[spelling]?.(CARD) ?? ''}`,
      },
    });
    expect(body).toMatchObject({ warning: NOT_KEPT });
    await site.host.background.settle();
    expect(JSON.stringify(changeOf(pageId))).toContain(NOT_KEPT);
    expectNoCard();
  });

  it('in a job that an earlier version of the app stored', async () => {
    const pageId = await aPage(site);
    const { body } = await site.rest('POST', '/v1/page-level/jobs', {
      key,
      headers: { 'Idempotency-Key': 'stored' },
      body: { levelId: levelId(), pages: [{ pageId }], justification: 'Because' },
    });
    const { jobId: id } = body as { jobId: string };
    const value = rowOf(site, 'job', id);
    const data = value['data'] as { order: object };
    await putRow(site, 'job', id, { ...value, data: { ...data, order: { ...data.order, justification: CARD } } });
    await site.host.background.settle();
    expect(JSON.stringify(changeOf(pageId))).toContain(NOT_KEPT);
    await putRow(site, 'job', id, value);
  });

  it.each(Object.keys(SPELLINGS))('in the action of a rule, spelled: %s', async (spelling) => {
    const pageId = await aPage(site);
    const inputs = { pageId, level: 'Restricted', reason: `Paid with ${SPELLINGS[spelling]?.(CARD) ?? ''}` };
    expect(await site.action('set-level', inputs, { as: EDITOR.email })).toMatchObject({
      outcome: 'changed',
      warning: NOT_KEPT,
    });
    expect((await popup(site, pageId)).history).toEqual([expect.objectContaining({ reason: NOT_KEPT })]);
    expectNoCard();
  });

  it.each(Object.keys(SPELLINGS))('in a proposal of an agent, spelled: %s', async (spelling) => {
    const pageId = await aPage(site);
    const inputs = { pageId, level: 'Restricted', reason: `Paid with ${SPELLINGS[spelling]?.(CARD) ?? ''}` };
    expect(await site.action('propose-level', inputs, { as: EDITOR.email })).toMatchObject({
      outcome: 'proposed',
      message: expect.stringContaining('The reason was not kept'),
    });
    const opened = await doneOnPage(site, 'openPopup', {}, { pageId });
    expect(opened).toMatchObject({ proposal: expect.not.objectContaining({ reason: expect.anything() }) });
    expectNoCard();
  });
});
