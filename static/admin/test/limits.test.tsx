import './bridge';
import { ADMIN2 } from '../../../local/demo';
import type { QuotasView } from '../../../src/admin/site/quotas';
import { done, refusal } from '../../../test/admin/ask';
import { openSite, type Site } from '../../../test/support/site';
import { fieldMessages } from '../src/field-messages';
import { limitDifferences, sentLimits } from '../src/limits/limits-dialog';
import { LimitsTable } from '../src/limits/limits-page';
import { texts } from '../src/texts';
import { textsOf } from './rendered';

/** The limits on the Settings page, with what the resolver returned. */

let site: Site;
let limits: string;
beforeEach(() => {
  limits = '{"key": 100, "host": 9000}';
  site = openSite({ rateLimits: () => limits });
});
afterEach(() => site.close());

const { names } = texts.limits;
const read = () => done<QuotasView>(site, 'getQuotas', {});
const save = (rev: number, typed: Readonly<Record<string, string>>) =>
  done<QuotasView>(site, 'changeQuotas', { rev, changes: sentLimits(typed) });

it('the Settings page shows each limit with the value that applies and the maximum', async () => {
  const view = await save(0, { host: '5000' });
  const shown = textsOf(<LimitsTable view={view} />).join(' | ');
  expect(shown).toContain(`${names.key} | 100 | 100`);
  expect(shown).toContain(`${names.host} | 5,000 | 9,000`);
  limits = 'off';
  expect(textsOf(<LimitsTable view={await read()} />).join(' | ')).toContain(`${names.host} | No limit | No limit`);
});

it('the form of limits sends the changed fields, and an empty one returns to the maximum', async () => {
  await save(0, { key: ' 30 ', host: '5000' });
  const view = await save(1, { key: '' });
  expect(view.quotas.map(({ name, own }) => [name, own])).toEqual([
    ['key', undefined],
    ['key-write', undefined],
    ['site', undefined],
    ['host', 5_000],
  ]);
});

it.each([
  ['101', 'Must be 10 to 100.'],
  ['ten', 'Must be a whole number.'],
])('the form of limits shows the error of %j at its field', async (text, message) => {
  const error = await refusal(site, 'changeQuotas', { rev: 0, changes: sentLimits({ key: text }) });
  expect(fieldMessages(error)).toEqual([['key', message]]);
});

it('the form of limits shows what another admin has changed', async () => {
  const before = await save(0, { key: '30' });
  const payload = { rev: 1, changes: sentLimits({ key: '', host: '4000' }) };
  const now = await done<QuotasView>(site, 'changeQuotas', payload, ADMIN2.email);
  expect(limitDifferences(before, now)).toEqual([
    { what: names.key, before: '30', now: 'Maximum' },
    { what: names.host, before: 'Maximum', now: '4000' },
  ]);
});
