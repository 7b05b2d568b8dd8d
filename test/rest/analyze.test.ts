import { everythingStored } from '../support/stored-rows';
import { openSite, type Site } from '../support/site';

let site: Site;
let key: string;
beforeEach(async () => {
  site = openSite();
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
});
afterEach(() => site.close());

const card = '4539 1488 0343 6467';
const analyze = (body: object, as = key) => site.rest('POST', '/v1/detection/analyze', { key: as, body });
const idsIn = ({ body }: { body: { findings: { detectorId: string }[] } }) =>
  body.findings.map(({ detectorId }) => detectorId);

it('the analysis of a text reports each finding with its evidence and location, without the value', async () => {
  const { status, body, text } = await analyze({ text: `My card is ${card}.` });
  expect([status, body]).toEqual([
    200,
    {
      findings: [
        {
          detectorId: 'card-pan',
          category: 'financial',
          severity: 'high',
          confidence: 0.95,
          band: 'high',
          evidence: ['checksum:luhn', 'iin:visa', 'context:"card"'],
          start: 11,
          end: 30,
          maskedExcerpt: 'card: ••••••••',
        },
      ],
      partial: false,
    },
  ]);
  expect(text).not.toContain(card);
});

it('the analysis of a text uses the regions and minimum confidence of the request instead of those of the site', async () => {
  const text = 'SSN: 536-22-8731';
  expect(idsIn(await analyze({ text }))).toEqual(['us-ssn']);
  expect(idsIn(await analyze({ text, regions: ['GB'] }))).toEqual([]);
  expect(idsIn(await analyze({ text, minConfidence: 1 }))).toEqual([]);
});

it('neither stores nor logs the text', async () => {
  const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const secret = 'swordfish·-4711-Horse'.replace('·', '');
    expect(idsIn(await analyze({ text: `password: ${secret}, card ${card}` }))).toContain('card-pan');
    const refused = await analyze({ text: secret, nonsense: card });
    expect(refused.status).toBe(400);
    const everything = [JSON.stringify(everythingStored(site)), refused.text, ...printed.mock.calls.map(String)].join(
      '\n',
    );
    for (const value of [secret, card]) expect(everything).not.toContain(value);
  } finally {
    printed.mockRestore();
  }
});

it('the analysis of a text refuses a text that is too long, and states the maximum length', async () => {
  const { status, body } = await analyze({ text: 'x'.repeat(100_001) });
  expect([status, body.errors]).toEqual([
    400,
    [expect.objectContaining({ title: 'text must have at most 100000 characters' })],
  ]);
  const large = await analyze({ text: '\u0001'.repeat(120_000) });
  expect([large.status, large.body.code, large.body.detail]).toEqual([
    413,
    'BODY_TOO_LARGE',
    'The body can have at most 640 KiB.',
  ]);
  expect((await analyze({ text: 'x'.repeat(100_000) })).status).toBe(200);
});

it('the analysis of a text accepts only keys with detection::manage', async () => {
  const { key: writer } = await site.createKey({ detectionScope: 'write' });
  const { status, body } = await analyze({ text: 'x' }, writer);
  expect([status, body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
});
