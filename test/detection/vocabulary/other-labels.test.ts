import { detect } from '../../../src/detection/engine/detect';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';

/** The nearest label of a value decides: a value that a label calls an order or a serial number is no card and no person. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');

const text = (value: string) => ({ type: 'paragraph', content: [{ type: 'text', text: value }] });
const cell = (value: string) => ({ type: 'tableCell', attrs: {}, content: [text(value)] });
const header = (value: string) => ({ type: 'tableHeader', attrs: {}, content: [text(value)] });
const table = (...rows: readonly (readonly unknown[])[]) => ({
  type: 'table',
  attrs: {},
  content: rows.map((content) => ({ type: 'tableRow', content })),
});

function foundIn(content: unknown): readonly string[] {
  const flat = flattenAdf({ type: 'doc', version: 1, content: [content] });
  return detect(flat, selection, today).winners.map(({ start, end }) => flat.text.slice(start, end));
}

/** Values that detectors report without a label, or with any label of their own. */
const VALUES = ['4539148803436467', '4539 1488 0343 6467', '536-22-8746', '020 7219 4272', '44051408240'];

const OTHER_LABELS = [
  ...['Serial number', 'serialNo', 'Order no.', 'Ticket', 'Tracking ID', 'Part no.', 'Invoice #', 'SKU', 'Asset tag'],
  ...[
    'Seriennummer',
    'Bestell-Nr.',
    'Rechnungsnummer',
    'Aktenzeichen',
    'Sendungsnummer',
    'Artikelnummer',
    'Chargennummer',
  ],
  ...['N° de série', 'Numéro de commande', 'Numéro de suivi', 'N° de facture', 'Réf. article', 'N° de contrat'],
  ...['Número de serie', 'N.º de pedido', 'Factura', 'Localizador', 'Lote', 'Numero di serie', 'Ordine', 'Fattura n.'],
  ...['Número da encomenda', 'Fatura', 'Serienummer', 'Bestelnummer', 'Factuurnummer', 'Meterstand', 'Artikelnr'],
  ...['Numer zamówienia', 'Numer seryjny', 'Numer faktury', 'Ordernummer', 'Fakturanr', 'Ritningsnummer'],
  ...[
    'Výrobní číslo',
    'Sériové číslo',
    'Číslo zakázky',
    'Objednávka č.',
    'Tillverkningsnr',
    'Ordrenr',
    'Varenummer',
    'Sagsnr',
  ],
  ...['Protocolo de atendimento', 'Código de barras', 'code_barres', 'Case reference', 'artifact_no', 'Diarienummer'],
  ...['注文番号', '製造番号', '伝票番号', '品番', '订单号', 'Firmware version', 'Quantity', 'Room'],
];

describe.each(OTHER_LABELS)('%s', (label) => {
  it.each(VALUES)('names %s in a sentence, a list and a table', (value) => {
    expect(foundIn(text(`${label}: ${value}`))).toEqual([]);
    expect(foundIn(text(`${label} ${value}`))).toEqual([]);
    expect(foundIn(table([header('Team'), header(label)], [cell('Blue'), cell(value)]))).toEqual([]);
    expect(foundIn(table([header(label), cell(value)]))).toEqual([]);
  });
});

it.each([
  'Serial of the new scanner: ‹4539148803436467›',
  'Die Bestellnummer 020 7219 4272 bezieht sich auf die Stühle.',
  'Das Ersatzteil mit der Nummer 020 7219 4272 fehlt.',
  'The part with number 020 7219 4272 is back.',
  'Výrobní číslo čerpadla je 020 7219 4272.',
  'Das Aktenzeichen lautet 020 7219 4272, bitte angeben.',
  'La facture 020 7219 4272 couvre la période de mars.',
  'Le contrat du fournisseur porte le numéro 020 7219 4272.',
  'The orders 536-22-8746, 536-22-8747 and 536-22-8748 are late.',
  'FileVersion = 83.4.17.210',
  'Artikelnummer 640823-3234 finns inte längre i katalogen.',
])('the engine ignores the value in "%s"', (sentence) => {
  expect(foundIn(text(sentence.replace(/[‹›]/g, '')))).toEqual([]);
});

it.each([
  ['Order 81225 was paid with ', '4539148803436467'],
  ['Ticket 4471: card ', '4539148803436467'],
  ['Invoice for Ms Berg, SSN ', '536-22-8746'],
  ['Questions about your order? Call ', '020 7219 4272'],
  ['Rückfragen zur Bestellung: Telefon ', '020 7219 4272'],
  ['Contact for the contract: ', '020 7219 4272'],
  ['Node ', '81.2.69.160'],
  ['Order no. 5512, DE26 3704 0044 0532 0240 28'.slice(0, 16), 'DE26 3704 0044 0532 0240 28'],
  ['Invoice ', 'DE26 3704 0044 0532 0240 28'],
  ['Ticket from ', 'anna.berg@nordholm-logistik.de'],
])('the engine finds the value after "%s"', (before, value) => {
  expect(foundIn(text(before + value))).toEqual([value]);
});

it('the engine lets a label in the cell, and a label in the header, win over labels that are farther away', () => {
  const rows = table(
    [header('Order'), header('Phone'), header('Item')],
    [cell('81225'), cell('020 7219 4272'), cell('Phone 020 7219 4275')],
  );
  expect(foundIn(rows)).toEqual(['020 7219 4272', '020 7219 4275']);
});
