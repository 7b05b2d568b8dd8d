import './bridge';
import type { FindingView } from '../../../src/admin/findings/finding-view';
import type { RedactionView } from '../../../src/admin/runs/redactions';
import { done } from '../../../test/admin/ask';
import { CARD, openRedactionSite, type RedactionSite } from '../../../test/redaction/redaction-site';
import { texts } from '../src/texts';
import { NO_NAMES, type TriageRow } from '../src/detections/names';
import type { OpenDialog } from '../src/detections/open-dialog';
import { deletedIn, RedactionResult } from '../src/detections/redact-dialog';
import { actionsFor, actionsOn } from '../src/detections/row-actions';
import { textsOf } from './rendered';

/** Older versions that still contain redacted values can be deleted from the result of the redaction, and later. */

const DELETE = texts.detections.actions.cleanHistory;

let site: RedactionSite;
beforeEach(async () => (site = await openRedactionSite()));
afterEach(() => site.close());

async function redact(findingIds: readonly string[], more: object): Promise<RedactionView> {
  const payload = { findingIds, requestKey: crypto.randomUUID(), ...more };
  const { redactionId } = await done<RedactionView>(site, 'startRedaction', payload);
  const { background } = site.host;
  for (let [next] = background.pending(); next !== undefined; [next] = background.pending())
    await background.deliver(next.id);
  return done<RedactionView>(site, 'getRedaction', { redactionId });
}

const textsOfResult = (redaction: RedactionView, onClean?: () => void) =>
  textsOf(
    <RedactionResult
      redaction={redaction}
      titles={new Map()}
      findings={[]}
      names={NO_NAMES}
      {...(onClean === undefined ? {} : { onClean })}
    />,
  );

it('the redaction dialog offers to delete older versions in the result, and does so for findings that were redacted before', async () => {
  const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const findingIds = site.findings(pageId)['card-pan'] ?? [];
  const result = await redact(findingIds, { dryRun: false });
  expect(textsOfResult(result, () => undefined)).toEqual(
    expect.arrayContaining(['Older versions still contain the values', DELETE]),
  );

  const plan = await redact(findingIds, { dryRun: true, cleanHistory: true });
  expect(deletedIn(plan)).toBe(1);
  const cleaned = await redact(findingIds, { dryRun: false, cleanHistory: true });
  const shown = textsOfResult(cleaned, () => undefined);
  expect(shown).toContain('1 older version deleted.');
  expect(shown).not.toContain(DELETE);
});

it('cleaning the history is an action on redacted findings only, and takes only those of the selection', () => {
  const row = (id: string, status: FindingView['status']) =>
    ({ id, finding: { findingId: id, status } }) as unknown as TriageRow;
  const [redacted, open] = [row('a', 'redacted'), row('b', 'open')];
  const opened: OpenDialog[] = [];
  const actions = actionsFor('none', (dialog) => opened.push(dialog), {});
  const labelsOn = (rows: readonly TriageRow[]) => actionsOn(rows, actions).map(({ label }) => label);
  expect(labelsOn([redacted])).toContain(DELETE);
  expect(labelsOn([open])).not.toContain(DELETE);
  const clean = actions.find(({ label }) => label === DELETE);
  clean?.run([open]);
  expect(opened).toEqual([]);
  clean?.run([redacted, open]);
  expect(opened).toEqual([{ dialog: 'clean-history', findingIds: ['a'] }]);
});
