import './bridge';
import type { RedactionView } from '../../../src/admin/runs/redactions';
import { done } from '../../../test/admin/ask';
import { CARD, openRedactionSite, type RedactionSite } from '../../../test/redaction/redaction-site';
import { NO_NAMES } from '../src/detections/names';
import { RedactionResult } from '../src/detections/redact-dialog';
import { textsOf } from './rendered';

/** The progress and the result of a redaction, with what the resolver returned. */

let site: RedactionSite;
afterEach(() => site.close());

const textsOfRedaction = async (redactionId: string) => {
  const redaction = await done<RedactionView>(site, 'getRedaction', { redactionId });
  return textsOf(<RedactionResult redaction={redaction} titles={new Map()} findings={[]} names={NO_NAMES} />);
};

it('a paused redaction says why and what an admin can do', async () => {
  site = await openRedactionSite({ assumptions: new Set(['no-impersonation-in-consumers']) });
  const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const findingIds = site.findings(pageId)['card-pan'];
  const payload = { findingIds, dryRun: false, requestKey: crypto.randomUUID() };
  const { redactionId } = await done<RedactionView>(site, 'startRedaction', payload);
  await site.host.background.settle();
  const texts = await textsOfRedaction(redactionId);
  expect(texts).toContain('The redaction is paused');
  expect(texts).toContain('Confluence doesn’t let the app edit on your behalf in the background.');
});

/** Guard edits the document of the page, which has no links to pages. */
const LINK = '<p><ac:link><ri:page ri:content-title="Plan" /></ac:link></p>';

it.each([
  [true, ['Atlassian Guard redacted 1 page. People with permission can restore the values.']],
  [false, []],
])('The result names Atlassian Guard only if it redacted the page: %s', async (guard, expected) => {
  site = await openRedactionSite({ guard });
  if (guard) await site.letGuardRedact();
  const pageId = await site.publish({ body: `<p>card number ${CARD}</p>${LINK}`, isOfNewEditor: true });
  const findingIds = site.findings(pageId)['card-pan'];
  const payload = { findingIds, dryRun: false, requestKey: crypto.randomUUID() };
  const { redactionId } = await done<RedactionView>(site, 'startRedaction', payload);
  expect((await textsOfRedaction(redactionId))[0]).toBe('0 of 1 finding');
  // Guard needs time, so the app asks it again later.
  const { background } = site.host;
  for (let [next] = background.pending(); next !== undefined; [next] = background.pending()) {
    await background.deliver(next.id);
  }
  const texts = await textsOfRedaction(redactionId);
  expect(texts).toContain('1 finding redacted on 1 page.');
  expect(texts.filter((text) => text.startsWith('Atlassian Guard'))).toEqual(expected);
  expect(texts.includes('More may have changed than the values')).toBe(guard);
});
