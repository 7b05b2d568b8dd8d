import { ADMIN, DEMO_PAGES, type DemoAccount, EDITOR } from '../demo';
import type { LocalHost } from '../host';
import { pageAddress } from './address';
import { type Markup, markup } from './markup';
import { redirect } from './responses';
import { readModuleLinks } from './surfaces/module-pages';
import { cookie } from './visitor';

/** Six things to try on the site, in five minutes. Each link selects the account that it needs. */

interface Stop {
  /** The last part of the address of the link. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly account: DemoAccount;
  /** undefined: it does not exist on this site. */
  readonly address: (host: LocalHost) => string | undefined;
}

const STOPS: readonly Stop[] = [
  {
    name: 'overview',
    title: 'See the state of the site',
    text: 'The overview shows which pages have a level, what a scan found, and what to do next.',
    account: ADMIN,
    address: () => '/site/admin',
  },
  {
    name: 'page',
    title: 'Open a page with findings',
    text: 'Click the level below the title. The popup shows why the page needs a level, and removes values.',
    account: EDITOR,
    address: ({ confluence }) => {
      const place = confluence.contentPlace(DEMO_PAGES.payrollCorrections);
      return place && pageAddress(place.space.key, place.id);
    },
  },
  {
    name: 'waiting',
    title: 'See what waits for an author',
    text: 'Waiting for me lists the pages that an author owns and that need a level or a look.',
    account: EDITOR,
    address: (host) => readModuleLinks(host, 'confluence:globalPage')[0]?.address,
  },
  {
    name: 'rule',
    title: 'Set levels with a rule',
    text: 'Automation rules check pages and set levels. Edit one, try it on a page, and read its log.',
    account: ADMIN,
    address: ({ automation }) => {
      const [first] = automation.rules();
      return first === undefined ? '/site/rules' : `/site/rules/${first.id}`;
    },
  },
  {
    name: 'agent',
    title: 'Ask the agent',
    text: 'The Rovo agent explains levels and proposes them. Only a person sets them.',
    account: EDITOR,
    address: () => '/site/chat',
  },
  {
    name: 'api',
    title: 'Call the API',
    text: 'The reference has every operation, and sends requests with a key that you create.',
    account: ADMIN,
    address: () => '/site/admin/api-reference',
  },
];

const TRY = '/site/try/';

/** The part of the start page with the things to try that exist on this site. */
export async function tour(host: LocalHost): Promise<Markup> {
  const stops = STOPS.filter(({ address }) => address(host) !== undefined);
  const items = stops.map(
    ({ name, title, text, account: { displayName } }) =>
      markup`<li><h3><a href="${TRY}${name}">${title}</a></h3><p>${text}</p><p class="as">Opens as ${displayName}</p></li>`,
  );
  return markup`<section aria-labelledby="tour-title"><h2 id="tour-title">Try it in five minutes</h2>
${(await hasScans(host)) ? undefined : markup`<p>No page has been scanned yet, so there are no findings. Open the overview and start the first scan.</p>`}
<ol class="tour">${items}</ol></section>`;
}

/** Selects the account and leads to the page. A request that another site caused has no effect. */
export function answerTour(host: LocalHost, request: Request, pathname: string): Response | undefined {
  if (!pathname.startsWith(TRY)) return undefined;
  const stop = STOPS.find(({ name }) => pathname === `${TRY}${name}`);
  const address = stop?.address(host);
  if (stop === undefined || address === undefined) return undefined;
  const from = request.headers.get('sec-fetch-site') ?? 'none';
  if (from !== 'same-origin' && from !== 'none') return redirect('/site/');
  return redirect(address, { 'Set-Cookie': cookie('account', stop.account.email) });
}

/** Asks the app as an admin. True if it does not answer. */
async function hasScans(host: LocalHost): Promise<boolean> {
  try {
    const { result } = await host.invokeResolver('getSetup', {}, ADMIN.accountId);
    return !JSON.stringify(result).includes('"hasScans":false');
  } catch {
    return true;
  }
}
