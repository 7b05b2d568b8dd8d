import { identify } from '../../src/findings/scan/identify';
import { aFinding } from './builders';

/** Ids of findings. */

const SITE = 'installation-1';
const PAGE = '164001';
const idOf = (change: Parameters<typeof aFinding>[1] = {}, page = PAGE, site = SITE) =>
  identify(site, page, [aFinding('a', change)])[0]?.findingId;

it('an id stays the same when the page around the value changes', () => {
  const moved = { kind: 'text', ranges: [{ pointer: '/content/9/text', start: 40, end: 48 }] } as const;
  expect(idOf({ location: moved, maskedExcerpt: 'other words' })).toBe(idOf());
});

it('the id of a finding is the same in every version of the app because exclusions and clients refer to it', () => {
  expect(idOf({ fingerprint: 'value' })).toMatchInlineSnapshot(`"2b476fcf-e3fb-57e6-aa55-50ec2711ba7d"`);
});

it('the id of a finding differs for every site, page, comment, detector, value and occurrence', () => {
  const ids = [
    idOf(),
    idOf({}, '164002'),
    idOf({}, PAGE, 'installation-2'),
    idOf({ detectorId: 'iban' }),
    idOf({ fingerprint: 'other' }),
    idOf({ location: { occurrence: 1 } }),
    idOf({ location: { contentId: '7001' } }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
