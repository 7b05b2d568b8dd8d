import { DEMO_SPACES, EDITOR } from '../../local/demo';
import type { AdminOperations } from '../../src/admin/contract';
import { deniedError } from '../../src/actions/denial-text';
import type { SiteSetting } from '../../src/classification/model';
import { denialTexts } from '../../static/admin/src/texts/denials';
import { done, popup } from '../surfaces/surface-site';
import { changeLevels, levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aPage, storeLevel } from '../support/wiki-pages';

/**
 * The guarantees of every setting of the site. A new setting does not compile without a row, and fails where a form, the
 * import or a text does not follow it.
 */

const SCHEME = { schemeId: '3a0f6c0e-8c7b-4d52-9a41-7f2f1c7f5a10', name: 'Sensitive' };

interface Row {
  readonly operation: keyof AdminOperations;
  /** The members of the input, with the value of the setting that restricts people the most. */
  readonly payload: object;
  /** The members of the audit event. */
  readonly after: object;
}

let site: Site;
let classified: string;
let unclassified: string;

const restricted = () => levelNamed(site, 'Restricted').levelId;

const ROWS: Readonly<Record<SiteSetting, () => Row>> = {
  lowering: () => ({
    operation: 'changeSiteSettings',
    payload: { lowering: 'justified' },
    after: { lowering: 'justified' },
  }),
  defaultLevel: () => ({
    operation: 'changeSiteSettings',
    payload: { lowering: 'allowed', defaultLevel: { levelId: restricted() } },
    after: { defaultLevelId: restricted() },
  }),
  schemeId: () => ({
    operation: 'changeSiteSettings',
    payload: { lowering: 'allowed', schemeId: SCHEME.schemeId },
    after: { schemeId: SCHEME.schemeId },
  }),
  delegated: () => ({
    operation: 'changeDelegated',
    payload: { delegated: ['lowering'] },
    after: { delegated: ['lowering'] },
  }),
  defaultFloor: () => ({
    operation: 'changeDelegated',
    payload: { delegated: [], defaultFloor: restricted() },
    after: { defaultFloor: restricted() },
  }),
  mentions: () => ({ operation: 'changeMentions', payload: { mentions: true }, after: { mentions: true } }),
};
const cases = Object.entries(ROWS);

beforeAll(async () => {
  site = openSite({ queryLagMs: 0 });
  classified = await aPage(site, { by: EDITOR.email, spaceId: DEMO_SPACES.OPEN });
  unclassified = await aPage(site, { by: EDITOR.email, spaceId: DEMO_SPACES.OPEN });
  await storeLevel(site, classified, restricted(), DEMO_SPACES.OPEN);
});
afterAll(() => site.close());

const auditRows = () => rowsOf(site, 'audit').map(({ key, value }) => ({ key, value }));

/** @returns the audit rows of the change */
async function apply({ operation, payload }: Row) {
  await settle(site, { schemes: [{ ...SCHEME, levelIds: [restricted(), levelNamed(site, 'Internal').levelId] }] });
  const before = new Set(auditRows().map(({ key }) => key));
  await changeLevels(site, operation, payload);
  return auditRows().filter(({ key }) => !before.has(key));
}

it.each(cases)('the admin area changes the setting %s with an audit event', async (_name, row) => {
  const one = row();
  const written = await apply(one);
  expect(written.map(({ value }) => value)).toMatchObject([
    { type: 'settings.updated', details: { after: one.after } },
  ]);
});

it.each(cases)(
  'with the setting %s, forms for many pages ask for a reason if a form for one page does',
  async (_name, row) => {
    await apply(row());
    const pages = [await popup(site, classified), await popup(site, unclassified)];
    const asks = pages.some(({ options, clear }) =>
      [...options, ...(clear ? [clear] : [])].some((one) => one.needsReason),
    );
    const below = await done(site, 'openBelow', {}, { pageId: classified });
    const { pages: mine } = await done(site, 'listMyPages', {}, {});
    const lowering = { allowed: true, needsJustification: asks };
    expect(below).toMatchObject({ lowering });
    expect(mine.find(({ pageId }) => pageId === unclassified)).toMatchObject({ lowering });
  },
);

it.each(cases)(
  'with the setting %s, the popup asks for a reason exactly if the change needs one',
  async (_name, row) => {
    await apply(row());
    for (const from of [restricted(), undefined]) {
      const { options } = await popup(site, from === undefined ? unclassified : classified);
      expect(options).toHaveLength(4);
      for (const { levelId, allowed, needsReason } of options) {
        const pageId = await aPage(site, { by: EDITOR.email, spaceId: DEMO_SPACES.OPEN });
        if (from !== undefined) await storeLevel(site, pageId, from, DEMO_SPACES.OPEN);
        const { revision } = await popup(site, pageId);
        const answer = await done(site, 'setLevel', { level: { levelId }, revision }, { pageId });
        const code = 'code' in answer ? answer.code : undefined;
        expect([levelId, allowed && code === 'JUSTIFICATION_REQUIRED']).toEqual([levelId, needsReason]);
      }
    }
  },
);

it.each(cases)('with the setting %s, a page without a level has nothing that an import keeps', async (_name, row) => {
  await apply(row());
  const results: { readonly outcome: string }[] = [];
  for (const name of ['Highly Restricted', 'Restricted', 'Internal', 'Public'] as const) {
    const rows = [{ pageId: unclassified, levelId: levelNamed(site, name).levelId }];
    const { value } = await site.admin('importPageLevels', { rows, onExisting: 'keep', dryRun: true });
    results.push(...value.results);
  }
  expect(results).toHaveLength(4);
  expect(results.filter(({ outcome }) => outcome !== 'set' && outcome !== 'refused')).toEqual([]);
});

it.each(cases)(
  'with the setting %s, only a lower level needs the reason that the texts ask for',
  async (_name, row) => {
    await apply(row());
    const { options } = await popup(site, unclassified);
    const texts = [deniedError('JUSTIFICATION_REQUIRED').message, denialTexts.JUSTIFICATION_REQUIRED.page];
    for (const text of options.some((one) => one.needsReason) ? texts : [])
      expect(text).not.toMatch(/lower|sensitive/i);
  },
);
