import * as fc from 'fast-check';
import { adfToStorage } from '../../local/confluence/adf-to-storage';
import { flatten } from '../../src/detection/text/flatten';
import { documents, VALUES } from './documents';
import { openRedactionSite } from './redaction-site';

/** After the redaction of any page, the page in Confluence has none of the values, and all of its other content. */

const RUNS = 30;

const storageOf = (document: object) => adfToStorage(JSON.stringify(document)) ?? '';
/** A card whose address holds a value keeps its element in storage format. */
const withoutCards = documents.filter(
  ({ before }) => !JSON.stringify(before).includes('Card","attrs":{"url":"https://intra.example.org/look'),
);
/** The text that a user reads. */
const textOf = (source: string) => {
  const { text, blocks } = flatten({ representation: 'storage', source });
  return blocks
    .filter(({ kind }) => kind !== 'link' && kind !== 'attribute')
    .map(({ start, end }) => text.slice(start, end));
};
const plain = (source: string) => decodeURIComponent(source.replace(/%(?![0-9A-F]{2})/gi, '%25')).replace(/[\s-]/g, '');

it('the redaction of a whole page removes every value from the page, and keeps the rest', async () => {
  const site = await openRedactionSite();
  let redacted = 0;
  await fc.assert(
    fc.asyncProperty(withoutCards, fc.boolean(), async ({ before, after }, isOfNewEditor) => {
      // The storage of a site is limited by the minute.
      site.advance(60_000);
      const body = storageOf(before);
      const pageId = await site.publish({ body, isOfNewEditor });
      if (Object.keys(site.findings(pageId)).length === 0) return;
      redacted += 1;
      const { redactionId } = (await site.redact({ pageId })).body;
      const { state, failed, pages } = await site.finish(redactionId);
      expect([state, failed, pages[0].otherChanges]).toEqual(['succeeded', 0, undefined]);
      const page = await site.page(pageId);
      expect(page.version).toBe(2);
      expect(textOf(page.body)).toEqual(textOf(storageOf(after)));
      for (const { value } of VALUES) expect(plain(page.body)).not.toContain(value.replace(/[\s-]/g, ''));
      expect(site.findings(pageId)).toEqual({});
      // A second redaction has nothing left to do.
      expect((await site.redact({ pageId })).body.code).toBe('DETECTION_NOT_FOUND');
    }),
    { numRuns: RUNS },
  );
  expect(redacted).toBeGreaterThan(RUNS / 3);
  site.close();
});
