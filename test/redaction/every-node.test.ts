import Ajv from 'ajv';
import { MARKER } from '../../src/redaction/page/cut';
import { expectOk } from '../support/wiki-pages';
import { adfSamples, adfSchema, markTypes, nodeTypes } from './adf-samples';
import { CARD, openRedactionSite, type RedactionSite } from './redaction-site';
import { DEMO_SPACES } from '../../local/demo';

/** A redaction removes a value from any part of a page of the new editor, and changes nothing else on the page. */

const COMPACT = CARD.replaceAll(' ', '');
const AT_ONCE = 20;
const { $schema: _draft4, ...schema } = adfSchema;
const isAdf = new Ajv({ strict: false }).compile(schema);

const samples = adfSamples(`card number ${CARD}`, `https://example.org/${COMPACT}`);
const documents = Array.from({ length: Math.ceil(samples.length / AT_ONCE) }, (_, index) => ({
  type: 'doc',
  version: 1,
  content: samples.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
}));

let site: RedactionSite;
beforeAll(async () => (site = await openRedactionSite()));
afterAll(() => site.close());

interface Bodies {
  readonly storage: string;
  readonly document: string;
}

async function bodiesOf(pageId: string): Promise<Bodies> {
  const read = async (format: string) => {
    const { body } = (await expectOk(site.wiki('GET', `/api/v2/pages/${pageId}?body-format=${format}`))) as {
      body: Record<string, { value: string }>;
    };
    return body[format]?.value ?? '';
  };
  return { storage: await read('storage'), document: await read('atlas_doc_format') };
}

const cut = (text: string) => text.replaceAll(CARD, MARKER).replaceAll(COMPACT, MARKER);
/** An address without the value may lead nowhere. */
const unlinked = (text: string) => text.replaceAll(`"https://example.org/${MARKER}"`, '"#"');

it('the samples are valid, and Confluence returns every node and mark of the schema', async () => {
  const returned = new Set<string>();
  for (const document of documents) {
    expect([isAdf(document), isAdf.errors]).toEqual([true, null]);
    const pageId = await publish(document);
    for (const [, type = ''] of (await bodiesOf(pageId)).document.matchAll(/"type":"(\w+)"/g)) returned.add(type);
  }
  expect([...nodeTypes, ...markTypes].filter((type) => !returned.has(type))).toEqual([]);
});

it.each(documents.map((document, index) => [index + 1, document] as const))(
  'a redaction keeps every other character of a page with nodes and marks (%i)',
  async (_number, document) => {
    const pageId = await publish(document);
    const before = await bodiesOf(pageId);
    expect(before.storage).toContain(CARD);
    const { redactionId } = (await site.redact({ pageId })).body;
    const { failed, pages } = await site.finish(redactionId);
    const after = await bodiesOf(pageId);
    expect(unlinked(after.storage)).toBe(unlinked(cut(before.storage)));
    expect(unlinked(after.document)).toBe(unlinked(cut(before.document)));
    expect([failed, pages[0].versionAfter, pages[0].otherChanges]).toEqual([0, 2, undefined]);
  },
);

let serial = 0;
async function publish(document: object): Promise<string> {
  const body = { representation: 'atlas_doc_format', value: JSON.stringify(document) };
  const page = { spaceId: DEMO_SPACES.ENG, title: `Nodes ${(serial += 1)}`, body };
  const { id } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
  await site.host.background.settle();
  return id;
}
