import { createFaultInjector, FAULTS, withoutWaiting } from '../support/fault-injection';
import { openSite, type Site } from '../support/site';
import { ask, done } from './ask';

/** The base URL of the REST API of a site. Users send their keys to it, so it is either correct or missing. */

const ADDRESS = { baseUrl: 'http://127.0.0.1:4711/public/local/compliance/api' };
const REFUSED = {
  code: 'CONFLUENCE_UNAVAILABLE',
  message: 'Atlassian didn’t return the address of the API. Try again.',
};

const injector = createFaultInjector();
let site: Site;
beforeEach(() => {
  injector.arm();
  site = openSite({
    siteUrl: () => 'http://127.0.0.1:4711',
    intercept: injector.intercept,
  });
});
afterEach(() => site.close());

const askForIt = () => ask(site, 'getBaseAddress', {});
const targets = () => injector.calls.map(({ target }) => target);
const answerOfTheGateway = (body: unknown) =>
  site.host.faults.add({ target: 'gateway', status: 200, body: JSON.stringify(body), times: 1 });
const url = (value: unknown) => ({ data: { createWebTriggerUrl: { url: value } } });

it('the base address is shown to a site admin', async () => {
  expect(await done(site, 'getBaseAddress', {})).toEqual(ADDRESS);
  expect(targets()).toEqual(['confluence', 'gateway']);
});

it.each(FAULTS)('the base address is not shown if the gateway fails, and shown after that: $name', async (fault) => {
  injector.arm([1, fault]);
  expect(await (fault.response === 'timeout' ? withoutWaiting(askForIt) : askForIt())).toEqual({
    ok: false,
    error: REFUSED,
  });
  expect(targets()).toEqual(['confluence', 'gateway']);
  injector.arm();
  expect(await done(site, 'getBaseAddress', {})).toEqual(ADDRESS);
});

it.each([
  null,
  { data: null, errors: [{ message: 'There is no web trigger' }] },
  { data: { createWebTriggerUrl: null } },
  url(null),
  url(''),
  url(4711),
  url({ href: 'https://trigger.example/public/x' }),
  url(['https://trigger.example/public/x']),
  url('/public/local'),
  url('trigger.example/public/x'),
  url('http://trigger.example/public/x'),
  url('http://127.0.0.1.trigger.example/public/x'),
  url('javascript:alert(1)'),
  url('https://trigger.example/public/x?to=elsewhere'),
  url('https://trigger.example/public/x#'),
  url('https://trigger.example@elsewhere.example/public/x'),
  url('https://trigger.example/public/x\n'),
  url('https://trigger.example\\public'),
])('the base address is refused if the gateway returns %j', async (body) => {
  answerOfTheGateway(body);
  expect(await askForIt()).toEqual({ ok: false, error: REFUSED });
});

it('the base address is passed on from the gateway without a trailing slash', async () => {
  answerOfTheGateway(url('https://trigger.example/public/x/'));
  expect(await done(site, 'getBaseAddress', {})).toEqual({
    baseUrl: 'https://trigger.example/public/x/compliance/api',
  });
});

it('the base address is shown only to site admins', async () => {
  expect(await ask(site, 'getBaseAddress', {}, 'editor@example.com')).toMatchObject({
    error: { code: 'NOT_SITE_ADMIN' },
  });
  expect(targets()).toEqual(['confluence']);
});
