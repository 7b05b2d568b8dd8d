import { DEMO_PAGES } from '../../local/demo';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import type { Log } from '../../src/platform/log';
import type { Fault } from '../../local/forge/faults';
import { storeFinding } from '../support/findings';
import { sample } from '../support/sample';
import { everythingStored } from '../support/stored-rows';
import { openSite, type Site } from '../support/site';
import { aNewKey, ask, type CreatedKey, done, refusal } from './ask';
import { AFTER_A_DRY_RUN, payloadOf as payloadFor, prepareForAll } from './payloads';

/** The admin resolver accepts only users whom Confluence currently confirms as site admins; any doubt is a refusal. */

let site: Site;
let logged: [string, object][];
let key: CreatedKey;
let findingId: string;
const payloadOf = (operation: string) => payloadFor({ site, keyId: key.keyId, findingId }, operation);
beforeEach(async () => {
  logged = [];
  const log: Log = (event, fields) => logged.push([event, fields]);
  site = openSite({ log });
  key = await done<CreatedKey>(site, 'createKey', aNewKey({ classificationScope: 'manage' }));
  findingId = await storeFinding(site, DEMO_PAGES.openHome);
});
afterEach(() => site.close());

/** Every operation, so that none can be omitted. */
const OPERATIONS = Object.keys(ADMIN_CONTRACT);

/** Every operation with its refusal; no write may have happened. */
async function refusalsOf(call: (operation: string) => Promise<{ readonly code: string }>): Promise<readonly string[]> {
  const before = everythingStored(site);
  const codes: string[] = [];
  for (const operation of OPERATIONS) codes.push((await call(operation)).code);
  expect(everythingStored(site)).toEqual(before);
  return codes;
}

const allRefusedAs = (code: string) => OPERATIONS.map(() => code);

it('the admin area accepts every operation from a site admin', async () => {
  await prepareForAll(site);
  for (const operation of OPERATIONS.filter((one) => !AFTER_A_DRY_RUN.includes(one)))
    expect([operation, await ask(site, operation, payloadOf(operation))]).toMatchObject([operation, { ok: true }]);
});

describe('a user who is not a site admin', () => {
  it.each(['editor@example.com', 'viewer@example.com', 'outsider@example.com'])('is refused: %s', async (email) => {
    const refusals = refusalsOf((operation) => refusal(site, operation, payloadOf(operation), email));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
    expect(logged.filter(([event]) => event === 'admin.refused')).toHaveLength(OPERATIONS.length);
  });

  it.each([
    ['is no longer an admin', { siteAdmin: false }],
    ['was deactivated', { active: false }],
    ['lost access to Confluence', { mayUseConfluence: false }],
  ])('is refused at once, even for own keys: an admin who %s', async (_why, change) => {
    await site.setUser('admin@example.com', change);
    const refusals = refusalsOf((operation) => refusal(site, operation, payloadOf(operation)));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
    expect(await ask(site, 'listKeys', {}, 'admin2@example.com')).toMatchObject({ ok: true });
  });

  it('is accepted as soon as Confluence reports the permission', async () => {
    await site.setUser('editor@example.com', { siteAdmin: true });
    expect(await ask(site, 'createKey', aNewKey(), 'editor@example.com')).toMatchObject({ ok: true });
  });

  const asAccount = async (operation: string, accountId: string | undefined) => {
    const { result, requestId } = await site.host.invokeResolver(operation, payloadOf(operation), accountId);
    const { error } = result as { error: { code: string } };
    return { code: error.code, calls: site.host.traces.find(requestId)?.calls ?? [] };
  };

  it('is refused if Confluence does not have the account', async () => {
    const refusals = refusalsOf((operation) => asAccount(operation, '712020:00000000-0000-4000-8000-000000000000'));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
  });

  it.each([
    ['empty', ''],
    ['absent', undefined],
    ['`unidentified`', 'unidentified'],
  ])('is refused in every operation without a platform call, with the account id %s', async (_what, accountId) => {
    const answers: { code: string; calls: readonly unknown[] }[] = [];
    for (const operation of OPERATIONS) answers.push(await asAccount(operation, accountId));
    expect(answers).toEqual(OPERATIONS.map(() => ({ code: 'NOT_SITE_ADMIN', calls: [] })));
  });

  it('is refused with the account of the app, and with an id that would change the query', async () => {
    const odd = [
      '712020:5fb162d4-7085-4da3-8159-be526071af06',
      'x&accountId=712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01',
      '../user',
      '*',
    ];
    for (const accountId of odd) {
      expect(await refusalsOf((operation) => asAccount(operation, accountId))).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
    }
  });

  it('cannot name another user in the payload', async () => {
    const claim = { accountId: '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01', context: { accountId: 'x' } };
    const refusals = refusalsOf((operation) =>
      refusal(site, operation, { ...payloadOf(operation), ...claim }, 'editor@example.com'),
    );
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
  });

  it('is refused before the payload is checked', async () => {
    const refusals = refusalsOf((operation) => refusal(site, operation, { nonsense: true }, 'editor@example.com'));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
  });
});

describe('when Confluence does not identify the user', () => {
  const user = (body: object): Omit<Fault, 'target' | 'times'> => ({ status: 200, body: JSON.stringify(body) });
  const accountId = '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01';
  const admin = [
    { operation: 'use', targetType: 'application' },
    { operation: 'administer', targetType: 'application' },
  ];
  const unclear: [string, Omit<Fault, 'target' | 'times'>][] = [
    ['400', { status: 400 }],
    ['401', { status: 401 }],
    ['403', { status: 403 }],
    ['429', { status: 429, headers: { 'retry-after': '10' } }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['204', { status: 204 }],
    ['302', { status: 302, headers: { location: '/login' } }],
    ['a page of HTML', { status: 200, body: '<html>admin</html>' }],
    ['nothing', { status: 200, body: '' }],
    ['null', { status: 200, body: 'null' }],
    ['an empty object', user({})],
    ['the user without operations', user({ accountId })],
    ['operations that are no list', user({ accountId, operations: 'administer' })],
    ['operations of another shape', user({ accountId, operations: ['administer'] })],
    ['the operations of another account', user({ accountId: 'other', operations: admin })],
    ['a reply that got lost', { after: true }],
  ];

  /** Then the app asks again in the name of the person. After a 403, it also asks whether it may act for the person. */
  const calls: Readonly<Record<string, number>> = { '403': 3, 'the user without operations': 2 };

  it.each(sample(unclear, 5))(
    'every operation is refused, and reports that nothing was changed: %s',
    async (what, fault) => {
      site.host.faults.add({ target: 'confluence', ...fault, times: (calls[what] ?? 1) * OPERATIONS.length });
      const refusals = refusalsOf((operation) => refusal(site, operation, payloadOf(operation)));
      expect(await refusals).toEqual(allRefusedAs('CONFLUENCE_UNAVAILABLE'));
    },
  );

  it.each([
    ['404', { status: 404 }],
    ['410', { status: 410 }],
    ['no operations', user({ accountId, operations: [] })],
    ['to use Confluence alone', user({ accountId, operations: [{ operation: 'use', targetType: 'application' }] })],
    [
      'to administer without using',
      user({ accountId, operations: [{ operation: 'administer', targetType: 'application' }] }),
    ],
    [
      'to administer a space',
      user({ accountId, operations: [admin[0], { operation: 'administer', targetType: 'space' }] }),
    ],
    [
      'to ADMINISTER',
      user({ accountId, operations: [admin[0], { operation: 'ADMINISTER', targetType: 'application' }] }),
    ],
  ])('an explicit refusal is final: %s', async (_what, fault) => {
    site.host.faults.add({ target: 'confluence', ...fault, times: OPERATIONS.length });
    const refusals = refusalsOf((operation) => refusal(site, operation, payloadOf(operation)));
    expect(await refusals).toEqual(allRefusedAs('NOT_SITE_ADMIN'));
  });

  it('every operation is refused when Confluence takes too long', async () => {
    const slow = openSite({ operationLimitMs: 400 });
    try {
      slow.host.faults.add({ target: 'confluence', delayMs: 60_000, times: OPERATIONS.length });
      const codes = OPERATIONS.map(async (operation) => (await refusal(slow, operation, payloadOf(operation))).code);
      expect(await Promise.all(codes)).toEqual(allRefusedAs('CONFLUENCE_UNAVAILABLE'));
      expect(everythingStored(slow)).toEqual([]);
    } finally {
      slow.close();
    }
  });

  it('storage is not called', async () => {
    site.host.faults.add({ target: 'confluence', status: 500, times: 1 });
    const { requestId } = await site.host.invokeResolver('listKeys', {}, accountId);
    expect(site.host.traces.find(requestId)?.calls.map(({ target }) => target)).toEqual(['confluence']);
  });
});

it('the admin area has only its own operations, not the inherited members of objects', async () => {
  for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'createkey', '']) {
    for (const email of ['admin@example.com', 'outsider@example.com']) {
      await expect(site.admin(name, { x: 1 }, email)).rejects.toThrow('Resolver has no definition for');
    }
  }
});
