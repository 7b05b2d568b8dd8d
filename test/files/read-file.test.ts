import { deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { builtInEngine } from '../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { scanPage } from '../../src/detection/scan-page';
import { type FileLimits, type FilePart, isReadableFile, MAX_FILE_BYTES, readFile } from '../../src/files/read-file';
import { type CompoundFiles, compoundOf } from './compound-of';
import { zipOf } from './zip-of';

const CARD = '4539148803436467';
const types = '<Types/>';
const docx = (body: string) =>
  zipOf({ '[Content_Types].xml': types, 'word/document.xml': `<w:document>${body}</w:document>` });
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const xlsx = (sheet: string, styles = '<styleSheet/>') =>
  zipOf({
    '[Content_Types].xml': types,
    'xl/workbook.xml': '<workbook><sheets><sheet name="Pay" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': `<sst><si><t>Card number</t></si><si><r><t>${CARD.slice(0, 8)}</t></r><r><t>${CARD.slice(8)}</t></r></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
  });
const sheet =
  '<sheetData><row r="3"><c r="B3" t="s"><v>0</v></c></row><row r="7"><c r="B7" t="s"><v>1</v></c></row></sheetData>';
const pptx = zipOf({
  '[Content_Types].xml': types,
  'ppt/presentation.xml':
    '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels':
    '<Relationships><Relationship Id="r1" Target="slides/slide1.xml"/><Relationship Id="r2" Target="slides/slide2.xml"/></Relationships>',
  'ppt/slides/slide1.xml': `<p:sld><a:p><a:r><a:t>Card ${CARD}</a:t></a:r></a:p></p:sld>`,
  'ppt/slides/slide2.xml': '<p:sld><a:p><a:r><a:t>Welcome</a:t></a:r></a:p></p:sld>',
});
const slidesWith = (name: string, xml: string) =>
  zipOf({ '[Content_Types].xml': types, [`ppt/${name}.xml`]: `<p:x>${xml}</p:x>` });
const cellsWith = (cells: string, name = 'x') =>
  `<office:spreadsheet><table:table table:name="${name}"><table:table-row>${cells}</table:table-row></table:table></office:spreadsheet>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const mailWith = (type: string, text: string) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--b--`;
const odf = (body: string, manifest = '<manifest/>', more: Readonly<Record<string, string>> = {}) =>
  zipOf({
    ...more,
    mimetype: 'x',
    'content.xml': `<office:document>${body}</office:document>`,
    'META-INF/manifest.xml': manifest,
  });
const ods = odf(`<office:spreadsheet><table:table table:name="Pay"><table:table-row table:number-rows-repeated="4"/>
  <table:table-row><table:table-cell/><table:table-cell><text:p>Card ${CARD}</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`);
const rtf = `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\pard First\\par {\\b Card} \\'34${CARD.slice(1)}\\par}`;
const eml = `From: a@b.example\r\nSubject: x\r\nContent-Type: text/plain\r\n\r\nCard ${CARD}\r\n`;

/** @param more objects from 6 on, beside the catalog, the pages, the page, its content and its font */
function pdfFrom(
  content: string,
  { font = HELVETICA, page = '', catalog = '', trailer = '', more = [] as readonly string[] } = {},
) {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</I 6 0 R>>>>${page}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    font,
    ...more,
  ];
  const body = objects.map((one, index) => `${index + 1} 0 obj${one}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R${trailer}>>\nstartxref\n0\n%%EOF`, 'latin1');
}
const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const lines = (text: string) => `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`;
const pdfOf = (text: string) => pdfFrom(lines(text));
const cidFont = (encoding: string, ordering: string) => ({
  font: `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
  more: [
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>/FontDescriptor 7 0 R>>`,
    '<</Type/FontDescriptor/FontName/X/Flags 4>>',
  ],
});

const read = (name: string, bytes: string | Uint8Array, limits?: FileLimits) =>
  readFile({ name, mediaType: 'application/octet-stream', bytes: Buffer.from(bytes) }, limits);
const reasonsOf = async (name: string, bytes: string | Uint8Array, limits?: FileLimits) =>
  (await read(name, bytes, limits)).reasons;

function findingsIn(parts: readonly Pick<FilePart, 'representation' | 'source'>[]) {
  return scanPage(
    parts.map(({ representation, source }) => ({ field: 'body', representation, source })),
    {
      selection: selectDetectors(builtInEngine, DEFAULT_POLICY),
      fingerprintKey: new Uint8Array(32),
      today: new Date(0),
    },
  ).findings;
}

/** The places of the card numbers that the detectors of pages find. */
async function cardsIn(name: string, bytes: string | Uint8Array) {
  const { parts, reasons, format } = await read(name, bytes);
  const cards = parts.flatMap((part) =>
    findingsIn([part])
      .filter(({ detectorId }) => detectorId === 'card-pan')
      .map(({ location }) => part.placeAt(location.ranges[0]?.start ?? -1)),
  );
  return { format, reasons, cards };
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const msg = (more: CompoundFiles = {}) => compoundOf({ '__properties_version1.0': Buffer.alloc(32), ...more });
const tarOf = (name: string, text: string, type = '0') => {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(text.length.toString(8), 124);
  header.write(type, 156);
  header.write('ustar', 257);
  return Buffer.concat([
    header,
    Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0')),
    Buffer.alloc(1024),
  ]);
};

const files: readonly (readonly [name: string, format: string, bytes: string | Uint8Array, place: object])[] = [
  ['a.txt', 'text', `x\r\nCard ${CARD}`, { kind: 'line', number: 2 }],
  ['a.txt', 'text', Buffer.from(`\ufeffx\nCard ${CARD}`, 'utf16le'), { kind: 'line', number: 2 }],
  ['a.csv', 'csv', `Name;Card number\n"A;""B";${CARD}`, { kind: 'cell', number: 2, column: 'B' }],
  ['a.html', 'html', `<table>\n<tr><td>Card ${CARD}</table>`, { kind: 'line', number: 2 }],
  ['a.docx', 'docx', docx(paragraph('Title') + paragraph(`Card ${CARD}`)), { kind: 'paragraph', number: 2 }],
  ['a.xlsx', 'xlsx', xlsx(sheet), { kind: 'cell', number: 7, column: 'B', sheet: 1, label: 'Pay' }],
  ['a.pptx', 'pptx', pptx, { kind: 'slide', number: 2 }],
  ['a.ods', 'odf', ods, { kind: 'cell', number: 5, column: 'B', sheet: 1, label: 'Pay' }],
  ['a.rtf', 'rtf', rtf, { kind: 'paragraph', number: 2 }],
  ['a.pdf', 'pdf', pdfOf(`Card ${CARD}`), { kind: 'page', number: 1 }],
  ['a.eml', 'eml', eml, { kind: 'line', number: 1 }],
  ['a.zip', 'zip', zipOf({ 'b/c.txt': `Card ${CARD}` }), { kind: 'line', number: 1, member: 1, label: 'b/c.txt' }],
  ['a.msg', 'msg', msg({ '__substg1.0_1000001F': utf16(`x\nCard ${CARD}`) }), { kind: 'line', number: 2 }],
  ['a.tar', 'tar', tarOf('b/c.txt', `Card ${CARD}`), { kind: 'line', number: 1, member: 1, label: 'b/c.txt' }],
  ['a.txt.gz', 'gzip', gzipSync(`Card ${CARD}`), { kind: 'line', number: 1, member: 1, label: 'a.txt' }],
];

it.each(files)(
  'the detectors of pages find a planted value in %s (%s), with its place',
  async (name, format, bytes, place) => {
    expect(await cardsIn(name, bytes)).toEqual({ format, reasons: [], cards: [place] });
  },
);

const SENTENCES = [
  `The card number ${CARD} was charged.`,
  'Please transfer it to IBAN DE46 3705 0299 3817 2640 59 today.',
  'Write to jane.doe@corp-mail.com for details.',
  'The key is AKIAQ3EGRGJN5XZW7YTS and must be rotated.',
  'Her social security number is 536-90-4399.',
  'Call her mobile phone at +49 151 26471835.',
];
const ROWS = [
  ['Card number', 'Social security number', 'IBAN', 'Phone'],
  ['4485275742308327', '536-90-4398', 'GB94NWBK40283751936284', '+49 30 901820'],
];
const each = (texts: readonly string[], before: string, after: string) =>
  texts.map((text) => before + text + after).join('');
const table = (row: string, cell: string, [beforeText = '', afterText = '']: readonly string[] = []) =>
  each(
    ROWS.map((cells) => each(cells, `<${cell}>${beforeText}`, `${afterText}</${cell}>`)),
    `<${row}>`,
    `</${row}>`,
  );
const webPage = each(SENTENCES, '<p>', '</p>') + `<table>${table('tr', 'td')}</table>`;
const cellsOf = table('row', 'c t="inlineStr"', ['<is><t>', '</t></is>']).replaceAll('</c t="inlineStr">', '</c>');
const page = ['<text:p>', '</text:p>'];

it.each([
  ['a.html', webPage],
  [
    'a.docx',
    docx(
      each(SENTENCES, '<w:p><w:t>', '</w:t></w:p>') +
        `<w:tbl>${table('w:tr', 'w:tc', ['<w:p><w:t>', '</w:t></w:p>'])}</w:tbl>`,
    ),
  ],
  [
    'a.pptx',
    zipOf({
      '[Content_Types].xml': types,
      'ppt/slides/slide1.xml': `<p:sld>${each(SENTENCES, '<a:p><a:t>', '</a:t></a:p>')}<a:tbl>${table('a:tr', 'a:tc', ['<a:p><a:t>', '</a:t></a:p>'])}</a:tbl></p:sld>`,
    }),
  ],
  [
    'a.xlsx',
    xlsx(`<sheetData>${cellsOf}${each(SENTENCES, '<row><c t="inlineStr"><is><t>', '</t></is></c></row>')}</sheetData>`),
  ],
  [
    'a.odt',
    odf(
      each(SENTENCES, '<text:p>', '</text:p>') +
        `<table:table>${table('table:table-row', 'table:table-cell', page)}</table:table>`,
    ),
  ],
  [
    'a.ods',
    odf(
      `<office:spreadsheet><table:table>${table('table:table-row', 'table:table-cell', page)}${each(SENTENCES, '<table:table-row><table:table-cell><text:p>', '</text:p></table:table-cell></table:table-row>')}</table:table></office:spreadsheet>`,
    ),
  ],
  [
    'a.rtf',
    `{\\rtf1 ${each(SENTENCES, '\\pard ', '\\par')}${ROWS.map((cells) => `\\trowd\\pard\\intbl ${each(cells, '', '\\cell ')}\\row`).join('')}\\pard}`,
  ],
  ['a.csv', ROWS.map((cells) => cells.join(';')).join('\n') + each(SENTENCES, '\n', ';;;')],
  ['a.eml', `Subject: x\r\nFrom: a@b.example\r\nContent-Type: text/html\r\n\r\n${webPage}`],
  ['a.msg', msg({ '__substg1.0_10130102': Buffer.from(webPage) })],
  ['a.zip', zipOf({ 'a.html': webPage })],
  ['a.tar', tarOf('a.html', webPage)],
  ['a.html.gz', gzipSync(webPage)],
] as const)('%s has the same findings as a page with its sentences and its table', async (name, bytes) => {
  const idsOf = (parts: readonly Pick<FilePart, 'representation' | 'source'>[]) =>
    findingsIn(parts)
      .map(({ detectorId }) => detectorId)
      .sort();
  const onPage = idsOf([{ representation: 'storage', source: webPage }]);
  expect(onPage.length).toBeGreaterThanOrEqual(SENTENCES.length + (ROWS[1]?.length ?? 0));
  const { parts, reasons } = await read(name, bytes);
  // The sender of the email is one more.
  const isSender = ({ source }: FilePart) => source.includes('a@b.example');
  expect({ reasons, ids: idsOf(parts.filter((part) => !isSender(part))) }).toEqual({ reasons: [], ids: onPage });
});

it.each([
  ['a.txt', SENTENCES.join('\n')],
  ['a.md', SENTENCES.map((sentence) => `- ${sentence}`).join('\n')],
  ['a.json', JSON.stringify(SENTENCES, undefined, 2)],
  ['a.xml', `<list>${each(SENTENCES, '<item>', '</item>\n')}</list>`],
  ['a.yaml', each(SENTENCES, '- "', '"\n')],
  ['a.ts', each(SENTENCES, '// ', '\n')],
  ['a.pdf', pdfFrom(`BT /F1 12 Tf 50 780 Td ${each(SENTENCES, '(', ') Tj 0 -20 Td ')}ET`)],
] as const)('%s has the same findings as a page with its sentences', async (name, bytes) => {
  const ids = (parts: readonly Pick<FilePart, 'representation' | 'source'>[]) => [
    ...new Set(findingsIn(parts).map(({ detectorId }) => detectorId)),
  ];
  const { parts, reasons } = await read(name, bytes);
  const onPage = ids([{ representation: 'storage', source: each(SENTENCES, '<p>', '</p>') }]);
  expect({ reasons, ids: ids(parts).sort() }).toEqual({ reasons: [], ids: onPage.sort() });
});

it('the bytes decide the format, whatever the name says', async () => {
  expect(await cardsIn('photo.png', xlsx(sheet))).toMatchObject({ format: 'xlsx', reasons: [] });
});

it.each([
  ['00000', '1067', '01067'],
  ['"SSN "000\\-00\\-0000', '12345678', 'SSN 012-34-5678'],
  ['[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####', '2025550143', '(202) 555-0143'],
  ['\\+#', '4915123456789', '+4915123456789'],
  ['0.00', '4539148803436467', CARD],
  ['#,##0', '4539148803436467', CARD],
  ['dd/mm/yyyy', '29221', '1980-01-01'],
])('a cell with the format %s and the number %s is read as %s', async (code, value, shown) => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode='${code}'/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;
  const { parts } = await read(
    'a.xlsx',
    xlsx(`<sheetData><row><c s="0"><v>${value}</v></c></row></sheetData>`, styles),
  );
  expect(/(?<=<td>)[^<]+/.exec(parts[0]?.source ?? '')?.[0]).toBe(shown);
});

it('the texts of formulas are read, and those that only repeat another one are not', async () => {
  const cell = (formula: string) => `<row><c><f>${formula}</f><v>1</v></c></row>`;
  const { parts } = await read(
    'a.xlsx',
    xlsx(`<sheetData>${cell('A1&amp;"x"')}${cell('A2&amp;"x"')}${cell('A3&amp;"y"')}</sheetData>`),
  );
  expect(parts[0]?.source.match(/A\d/g)).toEqual(['A1', 'A3']);
});

it('the number of a cell is read as it is shown', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000\\-00\\-0000"/></numFmts><cellXfs><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>';
  const cells =
    '<sheetData><row><c s="0"><v>29221</v></c><c s="1"><v>12345678</v></c><c><v>4.539148803436467E+15</v></c></row></sheetData>';
  const { parts } = await read('a.xlsx', xlsx(cells, styles));
  expect(parts[0]?.source.match(/(?<=<td>)[^<]+/g)).toEqual(['1980-01-01', '012-34-5678', CARD]);
});

it('text that is not read has a named reason', async () => {
  const bomb = docx(paragraph('A'.repeat(20_000_000)));
  const nested = zipOf({ 'a.zip': zipOf({ 'b.zip': zipOf({ 'c.zip': zipOf({ 'd.txt': 'x' }) }) }) });
  const whole = xlsx(sheet);
  expect({
    image: await reasonsOf('a.png', Buffer.from('\x89PNG\r\n'.padEnd(40), 'latin1')),
    program: await reasonsOf('a.bin', Buffer.alloc(100)),
    encrypted: await reasonsOf('a.odt', odf('<text:p>x</text:p>', '<manifest><encryption-data/></manifest>')),
    cut: await reasonsOf('a.xlsx', whole.subarray(0, whole.length - 30)),
    broken: await reasonsOf(
      'a.docx',
      zipOf({ '[Content_Types].xml': types, 'word/document.xml': '<w:document><w:p><w:t>x' }),
    ),
    bomb: await reasonsOf('a.docx', bomb),
    nested: await reasonsOf('a.zip', nested),
    macros: await reasonsOf(
      'a.docm',
      zipOf({ '[Content_Types].xml': types, 'word/document.xml': '<w:p/>', 'word/vbaProject.bin': Buffer.alloc(64) }),
    ),
    late: await reasonsOf('a.docx', docx(paragraph('x').repeat(3000)), { shouldStop: () => true }),
    large: await reasonsOf('a.txt', 'x'.repeat(20), { fileBytes: 10 }),
    long: await reasonsOf('a.txt', 'x'.repeat(20), { characters: 10 }),
    members: await reasonsOf('a.zip', zipOf({ a: 'x', b: 'y' }), { members: 1 }),
    cyrillic: await reasonsOf('a.txt', Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1')),
    rtf: await reasonsOf('a.rtf', '{\\rtf1 x'),
  }).toMatchObject({
    image: ['no-text'],
    program: ['unsupported-type'],
    encrypted: ['encrypted'],
    cut: ['damaged'],
    broken: ['damaged'],
    bomb: ['over-budget'],
    nested: ['too-deep'],
    macros: ['unsupported-type'],
    late: ['out-of-time'],
    large: ['too-large'],
    long: ['over-budget'],
    members: ['over-budget'],
    cyrillic: ['unknown-characters'],
    rtf: ['damaged'],
  });
});

const encryptedPdf = Buffer.from(
  pdfOf('x')
    .toString('latin1')
    .replace(
      '/Root 1 0 R',
      `/Root 1 0 R/ID[(0123456789abcdef)(0123456789abcdef)]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})>>`,
    ),
  'latin1',
);
const loop = msg({ '__substg1.0_1000001F': utf16('x') });
loop.writeUInt32LE(1, loop.indexOf(utf16('__substg1.0_')) + 72);
const picture = Buffer.alloc(9000, 1);
const image =
  '<</Type/XObject/Subtype/Image/Width 9/Height 9/ColorSpace/DeviceGray/BitsPerComponent 8/Length 3>>stream\nxyz\nendstream';
const prose = 'This page has more than fifty characters of text beside its picture, which is large.';
const word = (files: Readonly<Record<string, string | Uint8Array>>) =>
  zipOf({ '[Content_Types].xml': types, 'word/document.xml': paragraph(prose), ...files });

it.each([
  [
    'a picture beside the text of a page',
    'a.pdf',
    pdfFrom(`${lines(prose)} q .5 0 0 .5 0 0 cm q 300 0 0 400 50 50 cm /I Do Q Q`, { more: [image] }),
    'no-text',
  ],
  [
    'strips of a picture',
    'a.pdf',
    pdfFrom(`${lines(prose)} ${'q 500 0 0 8 50 50 cm /I Do Q '.repeat(9)}`, { more: [image] }),
    'no-text',
  ],
  [
    'a font without characters',
    'a.pdf',
    pdfFrom(lines(prose), cidFont('Identity-H', 'Identity')),
    'unknown-characters',
  ],
  [
    'a font whose encoding no file has',
    'a.pdf',
    pdfFrom(lines(prose), cidFont('GBK-EUC-H', 'GB1')),
    'unknown-characters',
  ],
  [
    'a font with numbered glyphs',
    'a.pdf',
    pdfFrom(lines('ABC'), { font: '<</Type/Font/Subtype/TrueType/BaseFont/X/Encoding<</Differences[65/x3/x4/x5]>>>>' }),
    'unknown-characters',
  ],
  ['states inside each other', 'a.pdf', pdfFrom('q '.repeat(100_000)), 'over-budget'],
  [
    'states inside each other in many streams',
    'a.pdf',
    pdfFrom('', { more: Array.from({ length: 99 }, () => `<</Length 200>>stream\n${'q '.repeat(100)}\nendstream`) }),
    'over-budget',
  ],
  ['a picture inside a web page', 'a.html', `<img src="data:image/png;base64,${'A'.repeat(9000)}">`, 'no-text'],
  [
    'a file as the text of an email',
    'a.eml',
    'Subject: x\r\n\r\nbegin 644 a.txt\r\n#0V%T\r\n`\r\nend',
    'unsupported-type',
  ],
  [
    'a form of XFA without fields',
    'a.pdf',
    pdfFrom(lines(prose), { catalog: '/AcroForm<</Fields[]/XFA 6 0 R>>', more: ['<</Length 1>>stream\nx\nendstream'] }),
    'unsupported-type',
  ],
  ['a PDF that ends too early', 'a.pdf', pdfOf(prose).subarray(0, -15), 'damaged'],
  [
    'a stream of a PDF that ends too early',
    'a.pdf',
    pdfFrom(deflateSync(lines(prose)).subarray(0, 60).toString('latin1')),
    'damaged',
  ],
  ['a picture in a document', 'a.docx', word({ 'word/media/image1.png': picture }), 'no-text'],
  ['a drawing in a document', 'a.docx', word({ 'word/media/image1.emf': picture }), 'unsupported-type'],
  ['an OLE object', 'a.docx', word({ 'word/embeddings/oleObject1.bin': picture }), 'unsupported-type'],
  [
    'two files of the same name',
    'a.docx',
    Buffer.from(word({ 'word/document.xmL': 'x' }).toString('latin1').replaceAll('.xmL', '.xml'), 'latin1'),
    'damaged',
  ],
  ['an entity of its own', 'a.docx', docx(`<!DOCTYPE x [<!ENTITY card "${CARD}">]>${paragraph('&card;')}`), 'damaged'],
  [
    'a shared string that does not exist',
    'a.xlsx',
    xlsx('<sheetData><row r="1"><c r="A1" t="s"><v>7</v></c></row></sheetData>'),
    'damaged',
  ],
  [
    'a picture in an OpenDocument',
    'a.odt',
    zipOf({ 'content.xml': '<text:p>x</text:p>', 'META-INF/manifest.xml': '<manifest/>', 'Pictures/a.png': picture }),
    'no-text',
  ],
  [
    'an object in an OpenDocument',
    'a.odt',
    zipOf({ 'content.xml': '<text:p>x</text:p>', 'META-INF/manifest.xml': '<manifest/>', 'Object 1': picture }),
    'unsupported-type',
  ],
  [
    'an encrypted OpenDocument',
    'a.odt',
    zipOf({ 'content.xml': Buffer.alloc(99), 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>' }),
    'encrypted',
  ],
  ['a picture in RTF', 'a.rtf', `{\\rtf1 x{\\pict\\pngblip ${'00'.repeat(9000)}}}`, 'no-text'],
  [
    'only images in an archive',
    'a.zip',
    zipOf({ 'a.png': Buffer.from('\x89PNG\r\n'.padEnd(40), 'latin1') }),
    'no-text',
  ],
  ['a part of another file in an archive', 'a.tar', tarOf('a.txt', 'x', 'M'), 'unsupported-type'],
  ['a second archive behind the first', 'a.tar', Buffer.concat([tarOf('a.txt', 'x'), tarOf('b.txt', 'x')]), 'damaged'],
  ['an encrypted workbook', 'a.xlsx', compoundOf({ EncryptedPackage: Buffer.alloc(99) }), 'encrypted'],
  ['an encrypted PDF', 'a.pdf', encryptedPdf, 'encrypted'],
  ['an old document', 'a.doc', compoundOf({ WordDocument: Buffer.alloc(99) }), 'unsupported-type'],
  ['a message with text only in RTF', 'a.msg', msg({ '__substg1.0_10090102': Buffer.alloc(99) }), 'unsupported-type'],
  [
    'an OLE object in a message',
    'a.msg',
    msg({ '__attach_version1.0_#00000000': { '__substg1.0_3701000D': { x: Buffer.alloc(9) } } }),
    'unsupported-type',
  ],
  ['a loop in a message', 'a.msg', loop, 'damaged'],
  ['a cut archive', 'a.txt.gz', gzipSync(prose).subarray(0, 30), 'damaged'],
] as const)('%s is a reason', async (_what, name, bytes, reason) => {
  expect(await reasonsOf(name, bytes)).toEqual([reason]);
});

const form = (text: string, type = '/Type/XObject/Subtype/Form') =>
  `<<${type}/BBox[0 0 300 20]/Resources<</Font<</F1 5 0 R>>>>/Length ${lines(text).length}>>stream\n${lines(text)}\nendstream`;
const note = (subtype: string) => ({
  page: `/Annots[<</Type/Annot/Subtype/${subtype}/Rect[0 0 300 20]/AP<</N 6 0 R>>>>]`,
  more: [form(`Card ${CARD}`)],
});
const xmp = `<x:xmpmeta><rdf:RDF><rdf:Description><dc:subject><rdf:Bag><rdf:li>Card ${CARD}</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>`;
const cardInXml = `<w:p><w:t>Card ${CARD}</w:t></w:p>`;
it.each([
  ['a header', 'a.docx', word({ 'word/header1.xml': cardInXml })],
  ['a note', 'a.docx', word({ 'word/footnotes.xml': cardInXml })],
  ['a comment', 'a.docx', word({ 'word/comments.xml': cardInXml })],
  ['a chart', 'a.docx', word({ 'word/charts/chart1.xml': `<c:v>Card ${CARD}</c:v>` })],
  ['a diagram', 'a.docx', word({ 'word/diagrams/data1.xml': `<a:t>Card ${CARD}</a:t>` })],
  ['an embedded workbook', 'a.docx', word({ 'word/embeddings/a.xlsx': xlsx(sheet) })],
  ['a drawing with text', 'a.docx', word({ 'word/media/image1.svg': `<svg><text>Card ${CARD}</text></svg>` })],
  [
    'a choice',
    'a.docx',
    docx(
      `<mc:AlternateContent><mc:Choice>${cardInXml}</mc:Choice><mc:Fallback>${cardInXml}</mc:Fallback></mc:AlternateContent>`,
    ),
  ],
  [
    'a fallback',
    'a.docx',
    docx(`<mc:AlternateContent><mc:Choice/><mc:Fallback>${cardInXml}</mc:Fallback></mc:AlternateContent>`),
  ],
  ['an element that is closed too early', 'a.docx', docx(`<w:p><w:r><w:t>x</w:p>${cardInXml}</w:r>`)],
  ['a drawn text', 'a.docx', docx(`<w:p><v:textpath string="Card ${CARD}"/></w:p>`)],
  ['the code of a field', 'a.docx', docx(`<w:p><w:fldSimple w:instr="Card ${CARD}"/></w:p>`)],
  ['deleted text', 'a.docx', docx(`<w:p><w:del><w:delText>Card ${CARD}</w:delText></w:del></w:p>`)],
  ['hidden text', 'a.docx', docx(`<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Card ${CARD}</w:t></w:r></w:p>`)],
  ['a text box', 'a.docx', docx(`<w:p><w:r><w:txbxContent>${cardInXml}</w:txbxContent></w:r></w:p>`)],
  ['the description of a picture', 'a.docx', docx(`<w:p><wp:docPr descr="Card ${CARD}"/></w:p>`)],
  ['the properties', 'a.docx', word({ 'docProps/core.xml': `<dc:title>Card ${CARD}</dc:title>` })],
  ['another document', 'a.docx', word({ 'word/afchunk.html': `<p>Card ${CARD}</p>` })],
  ['the notes of a slide', 'a.pptx', slidesWith('notesSlides/notesSlide1', `<a:t>Card ${CARD}</a:t>`)],
  ['a comment to a slide', 'a.pptx', slidesWith('comments/comment1', `<p:text>Card ${CARD}</p:text>`)],
  ['a master of slides', 'a.pptx', slidesWith('slideMasters/slideMaster1', `<a:t>Card ${CARD}</a:t>`)],
  ['a field of a form', 'a.docx', docx(`<w:p><w:default w:val="Card ${CARD}"/></w:p>`)],
  ['the settings', 'a.docx', word({ 'word/settings.xml': `<w:docVar w:val="Card ${CARD}"/>` })],
  [
    'another encoding',
    'a.docx',
    word({
      'word/header1.xml': Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?><w:p>\xe4 Card ${CARD}</w:p>`,
        'latin1',
      ),
    }),
  ],
  ['a hidden sheet', 'a.xlsx', Buffer.from(xlsx(sheet))],
  ['a string of an OpenDocument field', 'a.odt', odf(`<text:user-field-decl office:string-value="Card ${CARD}"/>`)],
  ['a text box of RTF', 'a.rtf', `{\\rtf1 x{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv 1}}{\\shptxt Card ${CARD}\\par}}}}`],
  [
    'a cell of an OpenDocument that has a number only',
    'a.ods',
    odf(cellsWith(`<table:table-cell office:value="${CARD}"/>`)),
  ],
  ['a name of a range of an OpenDocument', 'a.ods', odf(`<table:named-range table:expression="Card ${CARD}"/>`)],
  ['the name of a sheet of an OpenDocument', 'a.ods', odf(cellsWith('', `Card ${CARD}`))],
  ['a choice of an OpenDocument', 'a.ods', odf(`<table:content-validation table:condition="list(Card ${CARD})"/>`)],
  ['a form of an OpenDocument', 'a.odt', odf(`<form:text form:value="Card ${CARD}"/>`)],
  [
    'the properties of an OpenDocument',
    'a.odt',
    odf('', undefined, { 'meta.xml': `<meta:keyword>Card ${CARD}</meta:keyword>` }),
  ],
  [
    'the footer of an OpenDocument',
    'a.odt',
    odf('', undefined, { 'styles.xml': `<style:footer><text:p>Card ${CARD}</text:p></style:footer>` }),
  ],
  ['deleted text of an OpenDocument', 'a.odt', odf(`<text:deletion><text:p>Card ${CARD}</text:p></text:deletion>`)],
  [
    'a note in an OpenDocument',
    'a.odt',
    odf(`<text:p>x<office:annotation><text:p>Card ${CARD}</text:p></office:annotation></text:p>`),
  ],
  [
    'the description of a picture of an OpenDocument',
    'a.odt',
    odf(`<text:p><svg:desc>Card ${CARD}</svg:desc></text:p>`),
  ],
  ['a footnote of RTF', 'a.rtf', `{\\rtf1 x{\\*\\footnote Card ${CARD}}}`],
  ['a line of RTF that is very long', 'a.rtf', `{\\rtf1 ${'x '.repeat(200_000)}Card ${CARD}}`],
  [
    'a note in a PDF',
    'a.pdf',
    pdfFrom('', { page: `/Annots[<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Card ${CARD})>>]` }),
  ],
  [
    'a choice in a PDF',
    'a.pdf',
    pdfFrom('', { page: `/Annots[<</Type/Annot/Subtype/Widget/FT/Ch/T(a)/Rect[0 0 9 9]/V[(Card ${CARD})]>>]` }),
  ],
  ['a stamp in a PDF', 'a.pdf', pdfFrom('', note('Stamp'))],
  ['a box in a PDF', 'a.pdf', pdfFrom('', note('FreeText'))],
  ['text outside of the page of a PDF', 'a.pdf', pdfFrom(`BT /F1 12 Tf 5000 1 Td (Card ${CARD}) Tj ET`)],
  ['cropped text of a PDF', 'a.pdf', pdfFrom(lines(`Card ${CARD}`), { page: '/CropBox[0 0 9 9]' })],
  [
    'text in a pattern of a PDF',
    'a.pdf',
    pdfFrom('/Pattern cs /P scn 0 0 9 9 re f', {
      page: '/Resources<</Pattern<</P 6 0 R>>>>',
      more: [form(`Card ${CARD}`, '/PatternType 1/PaintType 1/TilingType 1/XStep 300/YStep 20')],
    }),
  ],
  ['the properties of a PDF', 'a.pdf', pdfFrom('', { more: [`<</Keywords(Card ${CARD})>>`], trailer: '/Info 6 0 R' })],
  [
    'the metadata of a PDF',
    'a.pdf',
    pdfFrom('', {
      catalog: '/Metadata 6 0 R',
      more: [`<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>stream\n${xmp}\nendstream`],
    }),
  ],
  [
    'the description of a picture in a PDF',
    'a.pdf',
    pdfFrom('/Figure<</MCID 0>>BDC EMC', {
      page: '/StructParents 0',
      catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R',
      more: [
        '<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[7 0 R]]>>>>',
        `<</Type/StructElem/S/Figure/P 6 0 R/Pg 3 0 R/Alt(Card ${CARD})/K 0>>`,
      ],
    }),
  ],
  [
    'a bookmark of a PDF',
    'a.pdf',
    pdfFrom('', { catalog: '/Outlines<</First 6 0 R>>', more: [`<</Title(Card ${CARD})>>`] }),
  ],
  [
    'a file in a note of a PDF',
    'a.pdf',
    pdfFrom('', {
      page: '/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS<</F(a.txt)/EF<</F 6 0 R>>>>>>]',
      more: [`<</Length 21>>stream\nCard ${CARD}\nendstream`],
    }),
  ],
  [
    'a keyword of a message',
    'a.msg',
    msg({ '__substg1.0_8000101F': Buffer.alloc(4), '__substg1.0_8000101F-00000000': utf16(`Card ${CARD}`) }),
  ],
  [
    'a message in a message',
    'a.msg',
    msg({
      '__attach_version1.0_#00000000': {
        '__substg1.0_3701000D': {
          '__properties_version1.0': Buffer.alloc(24),
          '__substg1.0_0037001F': utf16(`Card ${CARD}`),
        },
      },
    }),
  ],
  [
    'a file in a message',
    'a.msg',
    msg({
      '__attach_version1.0_#00000000': {
        '__substg1.0_3707001F': utf16('a.txt'),
        '__substg1.0_37010102': Buffer.from(`Card ${CARD}`),
      },
    }),
  ],
  ['the name of a file in an archive', 'a.zip', zipOf({ [`Card ${CARD}/a.txt`]: 'x' })],
  ['an encoded name of an email', 'a.eml', `Subject: x\r\nTo: =?utf-8?B?${base64(`Card ${CARD}`)}?= <a>\r\n\r\nx`],
  ['an encoded subject of an email', 'a.eml', `Subject: =?utf-8?B?${base64(`Card ${CARD}`)}?=\r\n\r\nx`],
  [
    'an encoded text of an email',
    'a.eml',
    `Content-Transfer-Encoding: quoted-printable\r\n\r\nCard ${CARD.slice(0, 5)}=\r\n${CARD.slice(5)}`,
  ],
  [
    'the name of a file in an email',
    'a.eml',
    mailWith(`text/plain; name="Card ${CARD}.txt"\r\nContent-Disposition: attachment`, ''),
  ],
  ['an invitation in an email', 'a.eml', mailWith('text/calendar', `DESCRIPTION:Card ${CARD}`)],
  ['an email in an email', 'a.eml', mailWith('message/rfc822', `Subject: x\r\n\r\nCard ${CARD}`)],
  ['an attribute of a web page', 'a.html', `<p>x</p><input value="Card ${CARD}">`],
  ['a script of a web page', 'a.html', `<p>x</p><script>// Card ${CARD}</script>`],
] as const)('%s is read', async (_what, name, bytes) => {
  const { reasons, cards } = await cardsIn(name, bytes);
  expect({ reasons, count: cards.length }).toEqual({ reasons: [], count: 1 });
});

it('a file whose bytes were changed at random is read without an exception', async () => {
  const file = fc.constantFrom(...files.map(([name, , bytes]) => ({ name, bytes: Buffer.from(bytes) })));
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(file, changes, async ({ name, bytes }, changed) => {
      const mutated = Buffer.from(bytes);
      for (const [at, byte] of changed) mutated[at % mutated.length] = byte;
      const { parts } = await read(name, mutated);
      expect(parts.reduce((sum, { source }) => sum + source.length, 0)).toBeLessThan(1_000_000);
    }),
    { numRuns: 300 },
  );
});

it('the entry of a list decides if a file is downloaded', () => {
  expect([
    isReadableFile('a.docx', 'image/png', 10),
    isReadableFile('a.png', 'image/png', 10),
    isReadableFile('a.mp4', 'video/mp4', 10),
    isReadableFile('a.txt', 'text/plain', MAX_FILE_BYTES + 1),
  ]).toEqual([true, 'no-text', 'unsupported-type', 'too-large']);
});
