import { connect } from './bridge';
import { textsOf } from '../../admin/test/rendered';
import { excludeValues, undoValues } from '../src/selection/exclude-values';
import { SelectionContent } from '../src/selection/selection';
import { evidence, openPage } from './open-page';

/** The menu of selected text, for what the resolver returned. */

const { findings } = evidence();
const page = openPage({ evidence: evidence() });

it('the selection dialog shows the matched values masked, and asks for a reason', () => {
  expect(textsOf(<SelectionContent action="exclude" result={{ outcome: 'matched', findings, page }} />)).toEqual([
    'Not sensitive',
    'The selection has 2 values:',
    ...['Critical', 'Private key', '2 times', 'key: ••••', 'Medium', 'Email address', 'mail ••••'],
    'Not sensitive?',
    expect.stringMatching(/^For 90 days, these values don’t count/),
    'Reason',
    'Don’t include the value itself.',
    'Mark as not sensitive',
    'Cancel',
  ]);
});

it('the selection dialog previews the removal of values that can be removed, and says where it is not possible', () => {
  const redact = (some: typeof findings) =>
    textsOf(<SelectionContent action="redact" result={{ outcome: 'matched', findings: some, page }} />);
  expect(redact(findings)).toEqual(expect.arrayContaining(['Redact', 'Preparing the preview', 'Cancel']));
  expect(redact(findings.slice(1)).at(-1)).toContain('they are in attachments');
});

it.each([
  ['current', 'Select a whole value'],
  ['outdated', 'The content changed after the last scan.'],
  ['never', 'This content hasn’t been scanned yet.'],
  ['not-visible', 'The app can’t view this content because of its restrictions'],
  ['empty-live-doc', 'The content of this live doc isn’t scanned'],
] as const)('the selection dialog says what to do without a match after a scan that is %s', (scan, advice) => {
  const result = { outcome: 'no-match', page: openPage({ evidence: evidence({ scan }) }) } as const;
  const texts = textsOf(<SelectionContent action="exclude" result={result} />);
  expect(texts[1]).toBe('The selection has no sensitive data that the last scan found.');
  expect(texts[2]).toContain(advice);
});

it.each([
  [{ outcome: 'no-selection', page }, 'Select text first.'],
  [{ outcome: 'too-long', maxCharacters: 10_000, page }, 'characters at most.'],
  [{ outcome: 'denied', code: 'NOT_ENABLED', page }, 'Your site doesn’t allow this on pages.'],
  [{ outcome: 'denied', code: 'PAGE_NOT_EDITABLE', page }, 'You can’t edit this content.'],
  [{ state: 'off' }, 'Classification is off in this space.'],
] as const)('the selection dialog shows %j as “%s”', (result, text) => {
  expect(textsOf(<SelectionContent action="exclude" result={result} />).at(-1)).toContain(text);
});

it('the selection dialog excludes value after value, continues after an error, and undoes all of them', async () => {
  const sent: unknown[] = [];
  let isUp = true;
  connect(async (operation, payload) => {
    sent.push([operation, payload]);
    if (operation === 'undoExclusion') return { ok: true, value: { outcome: 'removed', page } };
    if (!isUp) return { ok: false, error: { code: 'STORAGE_UNAVAILABLE', message: 'Try again.' } };
    isUp = false;
    return { ok: true, value: { outcome: 'excluded', exclusionId: `x${sent.length}`, page } };
  });
  const stopped = await excludeValues(findings, 'A test.', { exclusionIds: [] });
  expect(stopped).toEqual({ exclusionIds: ['x1'], error: { code: 'STORAGE_UNAVAILABLE', message: 'Try again.' } });
  isUp = true;
  const done = await excludeValues(findings, 'A test.', stopped);
  expect(done).toEqual({ exclusionIds: ['x1', 'x3'] });
  expect(await undoValues(done)).toEqual({ exclusionIds: [] });
  expect(sent.slice(-2)).toEqual([
    ['undoExclusion', { exclusionId: 'x1' }],
    ['undoExclusion', { exclusionId: 'x3' }],
  ]);
});

it('an exclusion that was already removed counts as undone', async () => {
  connect(() => Promise.resolve({ ok: true, value: { outcome: 'denied', code: 'EXCLUSION_NOT_FOUND', page } }));
  expect(await undoValues({ exclusionIds: ['x1', 'x2'] })).toEqual({ exclusionIds: [] });
  connect(() => Promise.resolve({ ok: true, value: { outcome: 'denied', code: 'NOT_ENABLED', page } }));
  expect(await undoValues({ exclusionIds: ['x1', 'x2'] })).toEqual({
    exclusionIds: ['x1', 'x2'],
    denied: 'NOT_ENABLED',
  });
});
