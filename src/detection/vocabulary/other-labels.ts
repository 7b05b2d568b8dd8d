import { foldText } from '../text/fold';
import { CAPITALS, LETTERS, SMALL_LETTERS } from '../text/letters';
import { INLINE_OBJECT } from '../text/flat-text';

/**
 * Recognizes labels of numbers that are no sensitive data: orders, invoices, serial numbers, articles, versions, quantities.
 * Labels are recognized by their parts, in the supported languages, so that "Bestellnummer", "order no." and "nº de pedido"
 * need no entry each (docs/adr/0071).
 */

/** Parts that name nothing else. Other words may follow: "serial number of the lift". */
const CERTAIN = [
  String.raw`\bserial|\bserien|\bserienummer|\b(?:n|no|nr|num|numero)[°º.]* (?:de |di |do )?serie\b|seryjn|\bmatricola|\bseriove|\bvyrobni|\btillverkningsn|\bproduksjonsn|\bfabrikationsn|\bsarjan|\bvalmistusn`,
  String.raw`\btracking|\bsendung|\bpaket(?:e|n| )|\bparcel|\bshipment|\bsuivi\b|\bseguimiento|\brastre[io]o?|\blocalizador|\bspedizion|przesy[lł]|\bzending|\bguia de transporte|\bforsendelse|\bzasilk|\bkolli(?:n|\b)|\bcolis\b`,
  String.raw`aktenzeichen|geschaftszeichen|\bisbn|\bissn|\bean\b|\bgtin|\bupc\b|\bsku\b|bar ?code|strichcode|code ?barres|codigo de barras|\bsnr\b|\bs/n\b`,
  String.raw`(?<!con|per|di|in|re|sub|a)version|\bversao|\bversie|\bwersj|\bfirmware|\bmicrologiciel|\brelease|\bbuild\b|build ?n|\brevision|\brevisie|\bdrivers?\b|\btreiber|\bpilote\b|stuurprogramma|sterownik|drivrutin|\bbaugruppe|\bcommit|\bhash\b|checksum|prufsumme|timestamp|zeitstempel|horodatage`,
  String.raw`\bnipc\b|\bico\b|\bkvk|\bsire[nt]\b|\bhandelsregister|\bhr[ab]\b|\bcif\b|\bregon\b|\bkrs\b|\borg\.? ?-?n(?:umme)?r|(?<!/)\borganisationsn|\bcvr\b|\bcompany n|\bregistro mercantil|\brcs\b|\bfirmenbuch|\bkbo\b`,
  'シリアル|製造番号|追跡|伝票|バージョン|版数|序列号|일련번호|运单|快递单号|版本',
].join('|');

/** Parts that also occur before people and contacts: "order for …", "item owner". */
const POSSIBLE = [
  String.raw`\border(?!ed)|bestel|\bbestilling|auftrag|\bcommande|\bpedido|\bordine\b|\bencomenda|zam[oó]wieni|tilaus|\bordre(?:n|\b)|\bzakazk|\bobjednavk|\bprotocolo(?: de atendimento| (?=n))|\bcommessa`,
  String.raw`\binvoice|rechnung|\bfactu|\bfattur|\bfatura|\bfaktur|\bkvitt|\breceipt|\bbeleg`,
  String.raw`\bticket|\bvorgang|\bissue\b|\bcase (?=n|id|#|ref)|\bdocket|\bincident|\bpratic[ah]|\bvoucher|gutschein|\bdiarien|\barendenummer|\bsagsn|\bsaksn`,
  String.raw`\bpart\b|\bteile|bauteil|ersatzteil|\bpiece\b|\bpieza|\bpezzo|\bpeca\b|onderdeel|\barti[ckg]|\bartyku|\bitem|\bproduct|\bprodukt|\bproduit|\bprodotto|\bproduto|\btuote|\bvaren(?:r|u)|\bpolozk|\bartifact|\bassembly`,
  String.raw`\blot\b|\blotn|\bbatch|\bcharge(?:n|\b)|\bparti[aij]|\blote\b|\blotto\b|\bsarze`,
  String.raw`\broom\b|raumn|zimmern|\bsalle\b|\bdock\b|\bgate\b|\bseat\b|\brack\b|\bslot\b|\bport\b|\bbin\b`,
  String.raw`\bcontract|vertrag|\bcontrat|\bcontratt|\bumow|\bavtal|\boffer|\bangebot|\bdevis\b|\boferta|\bpreventivo|\bquot(?:e|ation)\b`,
  String.raw`\bdrawing|zeichnung|\britning|\bdessin|\btekening|\bsoftware|\bprogram(?:m|ma|a|me)?\b|\blogiciel|\babschnitt|\bsection|\bkapitel|\bchapter|\bchapitre|\bcapitolo|\bcapitulo|\bclause\b|\bsensor|\bcounter|\bzahler|meterstand|\bcompteur|\bkontrolnr`,
  String.raw`\basset|\binventa|\bmodel|typenn|\bdevice (?=n|id)|gerate ?n`,
  String.raw`\bmenge\b|\banzahl|\bquanti|\bcantidad|\bilos[cś]|\bantal\b|\baantal|\bamount|betrag|\bmontant|\bimporte\b|\bimporto|\bkwota|\bbelopp|\bbedrag|\bprice|preis\b|\bprix\b|\bprecio|\bprezzo|\bpreco\b|\bprijs|\bcena\b|\bpris\b`,
  String.raw`\bmess(?:wert|ung|reihe)|\breading|\bkoordinat|\bcoordin|\brule\b|\bregel\b|\bregla\b|\berror|\bfault|\bfehler|\berreur|\bfallo\b|\berrore|\berro\b`,
  '^版|版 ?$|注文|受注|订单|訂單|請求書|发票|品番|型番|商品|部品|数量|個数|単価|金額|契約番号|見積|ロット|部屋番号|エラー|結果コード|품번|주문',
].join('|');

const OTHER = new RegExp(`(?:(?<certain>${CERTAIN})|${POSSIBLE})[${LETTERS}]*`, 'g');

const LETTER = new RegExp(`[${LETTERS}]`);
const WORDS = new RegExp(`[${LETTERS}]+`, 'g');
const CAMEL_CASE = new RegExp(`([${SMALL_LETTERS}])(?=[${CAPITALS}])`, 'g');

/** Words for a number, articles and prepositions of a genitive. They say nothing about what the label names. */
const EMPTY_WORDS = new Set(
  (
    'number numbers nummer nummern numero numeros numer nr no num n id ids ref reference referenz referencia riferimento referentie ' +
    'cislo cisla c code codes codigo codice kod kennung the a an of de la le les l du des der die das den dem del della dell di do da dos el los ' +
    'las het een van v tag und et y e i och og en and or'
  ).split(' '),
);

/** Words after which another label or a person begins. */
const RESET = new RegExp(
  String.raw`(?<![${LETTERS}])(?:with|by|via|from|for|to|call|owner|customer|client|contact|person|name|user|employee|mr|mrs|ms|dr|` +
    'mit|per|bei|unter|fur|von herrn|von frau|herrn?|frau|kunde|kundin|inhaber|avec|par|chez|pour|m|mme|monsieur|madame|client|' +
    String.raw`con|por|para|senor|senora|sr|sra|cliente|con|signor|signora|sig|met|door|bij|voor|mevrouw|meneer|med|av|hos|for|przez|dla|pan|pani|klient)(?![${LETTERS}])`,
);

/** A sign or a verb between a label and its value. */
const STATES = new RegExp(
  String.raw`(?:[:=：＝#>|]|(?<![${LETTERS}])(?:is|was|are|has|ist|lautet|war|hat|est|etait|porte|es|era|e|foi|jest|byl|je|ar|är|er|var|luidt|number|nummer|numero|numer|nr|no))[\s"'\x60(]*$|は\s?$`,
);

/** "The spare part with the number …": a preposition before the number of the label, not another label. */
const WITH_NUMBER =
  /\b(?:with|mit|avec|con|com|met|med|o|s)(?: (?:the|der|le|el|il|o|het))? (?:number|nummer|numero|numerze|cislem|no|nr)\b/;

const MAX_WORDS = { certain: 5, possible: 3, unstated: 1 };

/** Directly before a value of the same form: `orders 12-34 and`, `12-34, 56-78,`. */
const LIST_END = /\s*(?:[,/&]|\b(?:and|und|et|y|e|i|och|og|en|or|oder|ou|o)\b)\s*$/;

/** Prepositions and articles before a label: "contact for the order". */
const PREPOSITION =
  /(?: (?:for|of|about|on|the|your|our|fur|zu|zur|zum|der|die|das|des|de|du|des|la|le|les|l'|pour|para|por|el|los|las|del|da|do|dos|per|di|il|lo|een|het|voor|van|om|til|dla|a|as|an|una?|une|uma|einer?))+ $/;

/** Where a clause ends. Abbreviations such as "Ser. No." do not end one. */
const CLAUSE = new RegExp(String.raw`[;,!?\n${INLINE_OBJECT}]|(?<=[a-z]{4})\. `);

/** A label of another kind of number before a value. */
export interface OtherLabel {
  /** The characters between the label and the value. */
  readonly distance: number;
  /** The same from the preposition before the label: "for the order". Undefined without one. */
  readonly preposition: number | undefined;
}

/** @param before the text before the value, at least 80 characters if there are as many */
export function findOtherLabel(before: string, value: string): OtherLabel | undefined {
  const clause = withoutList(before, value).split(CLAUSE).at(-1) ?? '';
  if (!LETTER.test(clause)) return undefined;
  const folded = foldLabel(clause);
  const last = [...folded.matchAll(OTHER)].at(-1);
  if (last === undefined) return undefined;
  const gap = folded.slice(last.index + last[0].length).replace(WITH_NUMBER, ' ');
  // A number in between is what the label names.
  if (/\d/.test(gap) || RESET.test(gap)) return undefined;
  const words = (gap.match(WORDS) ?? []).filter((word) => !EMPTY_WORDS.has(word)).length;
  const { certain, possible, unstated } = MAX_WORDS;
  const isCertain = last.groups?.['certain'] !== undefined;
  const max = STATES.test(gap) ? (isCertain ? certain : possible) : isCertain ? unstated : 0;
  if (words > max) return undefined;
  const preposition = PREPOSITION.exec(folded.slice(0, last.index))?.[0];
  return {
    distance: gap.length,
    preposition: preposition === undefined ? undefined : gap.length + last[0].length + preposition.length,
  };
}

/** True if a header names such a number. */
export function isOtherHeader(header: string): boolean {
  return foldLabel(header).search(OTHER) >= 0;
}

/** Splits the words of identifiers: `serialNumber`. */
function foldLabel(text: string): string {
  return foldText(text.replace(CAMEL_CASE, '$1 '));
}

/** Removes other values of the same form. In "orders 12-34 and 56-78", the label belongs to both. */
function withoutList(before: string, value: string): string {
  const shape = shapeOf(value);
  let rest = before;
  for (let count = 0; count < MAX_LIST; count++) {
    const shorter = rest.replace(LIST_END, '');
    if (shorter === rest || !shapeOf(shorter).endsWith(shape)) return rest;
    rest = shorter.slice(0, shorter.length - shape.length);
  }
  return rest;
}

const MAX_LIST = 4;

function shapeOf(text: string): string {
  return text.replace(/\d/g, '0');
}
