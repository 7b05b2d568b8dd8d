import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import * as fc from 'fast-check';
import { builtInEngine } from '../../src/detection/engine/engine';
import type { Part } from '../../src/detection/finding';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { scanPage } from '../../src/detection/scan-page';
import { MARKER } from '../../src/redaction/page/cut';
import { redactParts, type Redaction } from '../../src/redaction/page/redact-parts';
import { documents, VALUES } from './documents';

const options = {
  selection: selectDetectors(builtInEngine, DEFAULT_POLICY),
  fingerprintKey: new Uint8Array(32).fill(7),
  today: new Date('2026-01-15T00:00:00Z'),
};
const { $schema: _draft4, ...adfSchema } = JSON.parse(
  readFileSync(require.resolve('@atlaskit/adf-schema/dist/json-schema/v1/full.json'), 'utf8'),
);
const isAdf = new Ajv({ strict: false }).compile(adfSchema);

const title = (source: string): Part => ({ field: 'title', representation: 'plain', source });
const storage = (source: string): Part => ({ field: 'body', representation: 'storage', source });
const adf = (document: object): Part => ({
  field: 'body',
  representation: 'atlas_doc_format',
  source: JSON.stringify(document),
});

const fingerprintsOf = (parts: readonly Part[]) =>
  new Set(scanPage(parts, options).findings.map(({ fingerprint }) => fingerprint));

/** All findings are redacted. */
const redactAll = (...parts: readonly Part[]): Redaction => redactParts(parts, fingerprintsOf(parts), options);

function sourcesOf(redaction: Redaction): string[] {
  if (redaction.outcome !== 'redacted') throw new Error(`it is ${JSON.stringify(redaction)}`);
  return redaction.parts.map(({ after }) => after.source);
}

const [CARD, SSN, TOKEN] = VALUES.map(({ value }) => value) as [string, string, string];

it('a redaction has a place to cut for every value of any document', () => {
  fc.assert(
    fc.property(documents, ({ before }) => {
      expect([isAdf(before), isAdf.errors]).toEqual([true, null]);
      const part = adf(before);
      const fingerprints = fingerprintsOf([part]);
      const redaction = redactParts([part], fingerprints, options);
      if (fingerprints.size === 0) {
        expect(redaction).toEqual({ outcome: 'clean', uncertain: [] });
        return;
      }
      const [source = ''] = sourcesOf(redaction);
      const plain = decodeURIComponent(source).replace(/[\s-]/g, '');
      for (const { value } of VALUES) expect(plain).not.toContain(value.replace(/[\s-]/g, ''));
      expect(redactParts([adf(JSON.parse(source))], fingerprints, options)).toEqual({
        outcome: 'clean',
        uncertain: [],
      });
    }),
    { numRuns: 300 },
  );
});

it('a redaction cuts a secret that is encoded in Base64, and its copies', () => {
  const encoded = Buffer.from(`export GITHUB_TOKEN=${['ghp', 'SKUpqn3ESvjexLB168YLGR2vwPV5Lt4ctRHO'].join('_')}`);
  const text = encoded.toString('base64');
  const [body, comment] = sourcesOf(
    redactAll(storage(`<p>Run echo ${text} | base64 -d, then <a href="https://acme.io/${text}">start</a>.</p>`), {
      ...storage(`<p>It was ${text} before.</p>`),
      field: 'footer-comment',
      contentId: '77',
    }),
  );
  expect([body, comment]).toEqual([
    `<p>Run echo ${MARKER} | base64 -d, then <a href="#">start</a>.</p>`,
    `<p>It was ${MARKER} before.</p>`,
  ]);
});

it('a redaction removes all copies of a value from all parts, in any spelling', () => {
  const [newTitle, body] = sourcesOf(
    redactAll(
      title(`About ${CARD.replaceAll(' ', '-')}!`),
      storage(`<p>card number ${CARD}</p><p>in short ${CARD.replaceAll(' ', '')}.</p>`),
    ),
  );
  expect(newTitle).toBe(`About ${MARKER}!`);
  expect(body).toBe(`<p>card number ${MARKER}</p><p>in short ${MARKER}.</p>`);
});

it('a redaction keeps everything that was not requested', () => {
  const part = storage(`<p>card number ${CARD}</p><p>SSN ${SSN}</p>`);
  const { findings } = scanPage([part], options);
  const ssn = findings.find(({ detectorId }) => detectorId === 'us-ssn');
  const [body] = sourcesOf(redactParts([part], new Set([ssn?.fingerprint ?? '']), options));
  expect(body).toBe(`<p>card number ${CARD}</p><p>SSN ${MARKER}</p>`);
  expect(redactParts([part], new Set(['unknown']), options)).toEqual({ outcome: 'clean', uncertain: [] });
});

it('a redaction keeps every other character of the storage format', () => {
  const [body] = sourcesOf(
    redactAll(
      storage(
        `<h1>It&apos;s &amp; so&nbsp;on</h1><p class="x">card <strong>4539&nbsp;1488</strong> <em>0343 64</em>67 &lt;</p>` +
          `<ac:structured-macro ac:name="code" ac:macro-id="45391488-0343-6467-8000-000000000000">` +
          `<ac:parameter ac:name="title">card ${CARD}</ac:parameter>` +
          `<ac:plain-text-body><![CDATA[x = "${TOKEN}"; // <p>]]></ac:plain-text-body></ac:structured-macro>` +
          `<p><a href="https://intra.example.org/?c=${CARD.replaceAll(' ', '%20')}&amp;x=1">see</a><br/>unclosed`,
      ),
    ),
  );
  expect(body).toBe(
    `<h1>It&apos;s &amp; so&nbsp;on</h1><p class="x">card <strong>${MARKER}</strong><em></em> &lt;</p>` +
      `<ac:structured-macro ac:name="code" ac:macro-id="45391488-0343-6467-8000-000000000000">` +
      `<ac:parameter ac:name="title">card ${MARKER}</ac:parameter>` +
      `<ac:plain-text-body><![CDATA[x = "${MARKER}"; // <p>]]></ac:plain-text-body></ac:structured-macro>` +
      `<p><a href="#">see</a><br/>unclosed`,
  );
});

it('a redaction does not match a longer number', () => {
  const [body] = sourcesOf(redactAll(storage(`<p>SSN ${SSN}</p><p>order 99536228731007</p>`)));
  expect(body).toBe(`<p>SSN ${MARKER}</p><p>order 99536228731007</p>`);
});

it('a redaction does nothing if a value would stay, or if content is unreadable', () => {
  const named = adf({
    type: 'doc',
    version: 1,
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: `token ${TOKEN}` }] },
      { type: 'extension', attrs: { extensionKey: 'x', extensionType: 'y', parameters: { [TOKEN]: 'z' } } },
    ],
  });
  expect(redactAll(named)).toEqual({ outcome: 'not-possible', reason: 'remains', part: { field: 'body' } });
  const broken: Part = { field: 'footer-comment', contentId: '7', representation: 'atlas_doc_format', source: '{' };
  expect(redactParts([title(`token ${TOKEN}`), broken], fingerprintsOf([title(`token ${TOKEN}`)]), options)).toEqual({
    outcome: 'not-possible',
    reason: 'not-readable',
    part: { field: 'footer-comment', contentId: '7' },
  });
});

it('a cut says where it is: the heading, the table, the row and the column, in numbers', () => {
  const cell = (text: string) => `<td><p>${text}</p></td>`;
  const row = (...cells: string[]) => `<tr>${cells.map(cell).join('')}</tr>`;
  const table = `<table><tbody>${row('Name', 'Card')}${row('', '')}${row('Jo', CARD)}</tbody></table>`;
  const part = storage(`<p>card ${CARD}</p><h2>One</h2><h2>Two</h2><table><tbody>${row('a')}</tbody></table>${table}`);
  const redaction = redactAll(part);
  if (redaction.outcome !== 'redacted') throw new Error(redaction.outcome);
  expect(redaction.cuts.map(({ place }) => place)).toEqual([{}, { heading: 2, table: 2, row: 3, column: 2 }]);
});
