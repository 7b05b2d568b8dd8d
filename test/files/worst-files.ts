import { deflateSync, gzipSync } from 'node:zlib';
import { zipOf } from './zip-of';

const MB = 1024 * 1024;
const fill = (text: string, bytes: number) => Buffer.alloc(bytes, text);
const xml = (name: string, content: Buffer) => zipOf({ '[Content_Types].xml': '<Types/>', [name]: content });

function pdfOf(operations: Buffer): Buffer {
  const content = deflateSync(operations);
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`;
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Pages 2 0 R>>\nendobj\n2 0 obj<</Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj${page}\nendobj\n`,
    ),
    Buffer.from(`4 0 obj<</Filter/FlateDecode/Length ${content.length}>>stream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n'),
    Buffer.from('trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF'),
  ]);
}

/** pdf.js requests all pages, and does not handle the failure of the last one after an earlier one has failed. */
function unhandledPdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Kids[3 0 R 5 0 R 6 0 R]/Count 3>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    '<</Type/ObjStm/N 1/First 6/Length 6>>stream\n(x) 0 \nendstream',
  ];
  const offsets: number[] = [];
  let body = '%PDF-1.5\n';
  for (const [index, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${index + 1} 0 obj${object}\nendobj\n`;
  }
  // The type of each object, its offset or the stream that has it, and its place there.
  const rows = [[0, 0], ...offsets.map((offset) => [1, offset]), [2, 4], [2, 4], [1, body.length]];
  const table = Buffer.from(rows.flatMap(([type = 0, at = 0]) => [type, at >> 8, at & 255, 0]));
  return Buffer.concat([
    Buffer.from(`${body}7 0 obj<</Type/XRef/Size 8/W[1 2 1]/Root 1 0 R/Length ${table.length}>>stream\n`),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF`),
  ]);
}

/** For each format, the file within the limits that needs the most memory, and one that ends the process of a careless reader. */
export const worstFiles: Readonly<Record<string, () => Buffer>> = {
  'letters.txt': () => fill('some t\xe4xt of a log 1234\n', 20 * MB),
  'cells.csv': () => fill('a,b,c,d\n', 20 * MB),
  'elements.html': () => fill('<b>x</b>', 20 * MB),
  'groups.rtf': () => Buffer.concat([Buffer.from('{\\rtf1 '), fill('{', 19 * MB)]),
  'signs.rtf': () => Buffer.concat([Buffer.from('{\\rtf1 '), fill("\\'41", 19 * MB)]),
  'parts.eml': () => Buffer.concat([Buffer.from('From: a@b.example\r\n\r\n'), fill('text of a mail\r\n', 19 * MB)]),
  'depth.docx': () => xml('word/document.xml', fill('<w:p>', 60 * MB)),
  'paragraphs.docx': () => xml('word/document.xml', fill('<w:p><w:r><w:t>x</w:t></w:r></w:p>', 60 * MB)),
  'slides.pptx': () => xml('ppt/slides/slide1.xml', fill('<a:p><a:t>x</a:t></a:p>', 60 * MB)),
  'cells.xlsx': () => xml('xl/worksheets/sheet1.xml', fill('<row><c><v>1</v></c></row>', 60 * MB)),
  'cells.ods': () => zipOf({ 'META-INF/manifest.xml': '<m/>', 'content.xml': fill('<table-cell/>', 60 * MB) }),
  'log.zip': () => zipOf({ 'a.log': fill('some text of a log 1234\n', 190 * MB) }),
  'log.gz': () => gzipSync(fill('some text of a log 1234\n', 190 * MB)),
  'lines.pdf': () => pdfOf(fill('0 0 m 1 1 l S ', 2 * MB - 100)),
  'texts.pdf': () => pdfOf(Buffer.concat([Buffer.from('BT /F 12 Tf '), fill('(a) Tj 9 9 Td ', 7 * MB)])),
  'pages.pdf': unhandledPdf,
};
