import { withVisibleFindings } from '../../src/findings/lists/audit-evidence';

it('a redaction of one page shows no number of findings to people who cannot see the page', async () => {
  const entry = {
    ...{ id: 'a', time: '2026-11-21T10:00:00.000Z', type: 'job.finished', outcome: 'success', subject: 'redaction:b' },
    ...{ actorType: 'user', actorAccountId: 'c', requestId: 'd' },
    details: { after: { state: 'partial', pages: 1, pageId: '5', findings: 3, failed: 1 } },
  };
  expect(await withVisibleFindings([entry], () => Promise.resolve(() => true))).toEqual([entry]);
  const [cut] = await withVisibleFindings([entry], () => Promise.resolve(() => false));
  expect(cut?.details.after).toEqual({ pages: 1, pageId: '5' });
});
