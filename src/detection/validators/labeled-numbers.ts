import type { Candidate, Validator } from '../detector';
import { foldText } from '../text/fold';
import { compactForm } from '../text/normalize';
import { digitsOf, isOneDigitRepeated } from './digits';
import { COLUMN_OF_PEOPLE, EMPLOYEE_CELL, isAboutPerson, namesPerson } from './person-evidence';

/** Validates numbers without a format of their own by the parts of their labels, in the supported languages. */

/** "Bank account", "Kontonummer", "n° de compte", "numer rachunku", "口座番号". */
const ACCOUNT_LABEL = new RegExp(
  [
    String.raw`\bbank ?(?:account|acct)|\b(?:checking|savings?|current|deposit) (?:account|acct)|\baccount to credit`,
    String.raw`konto ?n(?:umme)?r|bankkonto|\bkonto(?:n\b|\b)|\bkonta\b|rachun(?:ek|ku)|bankgiro|plusgiro|tilinumero|\bucet\b|\buctu\b`,
    String.raw`\bn(?:umero|um|o)?[°º.]* ?(?:de |du |do |da |di )?(?:compte|cuenta|conto|conta)\b|\bcompte (?:bancaire|courant|a crediter)|code (?:banque|guichet)|\brib\b`,
    String.raw`\bcuenta (?:bancaria|corriente|de ahorro|de abono)|\bccc\b|\bconto (?:corrente|bancario)|\bc/c\b|\bconta (?:bancaria|corrente|poupanca|a ordem)|\bnib\b`,
    String.raw`rekening ?n(?:umme)?r|bankrekening|\bop rekening`,
    // Abbreviations. "Kto" alone is "who" in Polish.
    String.raw`\b(?:bank|giro|lohn|gehalts)kto\b|\bkto\.?[ -]{0,2}n(?:umme)?r|\bkto[.:]{1,2} ?$`,
    // Accounts of the Japanese post bank have a symbol and a number.
    String.raw`(?:記号[ :：]?\d{5}(?:-\d)?[\s,、，]*|ゆうちょ\p{L}{0,20} ?)番号`,
    '口座|普通預金|当座預金|普通 ?$|当座 ?$|账号|账户|帐号|賬號|계좌',
  ].join('|'),
  'u',
);
/** The account of a customer or of a user, unless a bank is near. */
const WEAK_ACCOUNT_LABEL = /\b(?:account|acct|a\/c|compte|cuenta|conto|conta|rekening)\b/;
const BANK =
  /\bbank|sort ?code|\bs\/c\b|\bbsb\b|\brouting|\baba\b|\bswift\b|\bbic\b|\biban\b|\bwire\b|\bpay(?:ee|able|ment|out)|beneficia|\bdirect (?:deposit|debit)|uberweis|\bblz\b|virement|\bbanque|\bbanco\b|\bbanca\b|transferencia|bonifico|przelew|wage|salary|lohn|gehalt|nomina|stipendi|salaire|振込|銀行/;

/** Validates the number of a bank account. */
export const validateAccountNumber: Validator = (candidate) => {
  const { value, after } = candidate;
  const digits = digitsOf(value);
  if (digits.length < 6 || digits.length > 26 || isOneDigitRepeated(digits) || isDate(value) || CURRENCY.test(after))
    return { verdict: 'invalid' };
  if (LEDGER.test(foldText(`${candidate.before.slice(-60)} ${after.slice(0, 30)} ${candidate.headerRow}`)))
    return { verdict: 'invalid' };
  const label = labelMatching(candidate, ACCOUNT_LABEL);
  const isWeak = !label && labelMatching(candidate, WEAK_ACCOUNT_LABEL) && BANK.test(foldText(candidate.surroundings));
  if (!label && !isWeak) return { verdict: 'invalid' };
  const evidence = ['format:account'];
  return { verdict: 'unknown', evidence, normalized: digits, ...(isWeak && { confidence: 0.6 }) };
};

/** Accounts of bookkeeping. */
const LEDGER =
  /\bledger|chart of accounts|suspense|account code|ksiegow|sachkonto|sachkonten|kostenstelle|kontenplan|kontenrahmen|plan comptable|cuenta contable|plan contable|conto contabile|piano dei conti|conta contabil|grootboek|bokforing|kontoplan/;
const CURRENCY = /^[ \u00a0]?(?:[$€£¥%円元]|(?:eur|usd|gbp|chf|kr|zł|pln|sek)\b)/i;

const DOCUMENT_LABEL = new RegExp(
  [
    String.raw`passport|reisepass|\bpass ?n(?:umme)?r|passeport|pasaporte|passaport|paspoort|paszport|\bpas ?nummer|\bpassi(?:n|numero)|\bpasset\b.{0,12}\bnummer|reist mit (?:dem )?pass`,
    String.raw`personalausweis|\bausweis ?n|\bpssp(?:o?r)?t\b`,
    String.raw`carte (?:nationale )?d'identite|\bcni\b|cart[ae] d'identita|identiteits(?:kaart|bewijs)|dow[oó]d\w*\.? osob|\bdow\. ?os\b|id kort|\b(?:national )?identity card|\bnational id\b|\bid[ -]card (?:no|num)`,
    String.raw`\bdoc(?:ument[ao]?|umento)?[. ]*(?:de |di |d'|d )?identi(?!f)|cartao de cidadao|bilhete de identidade`,
    String.raw`\bresidence (?:permit|card)|aufenthalts(?:titel|erlaubnis|karte)|titre de sejour|permesso di soggiorno|permiso de residencia|verblijfs(?:vergunning|document)|karta pobytu|karty pobytu|uppehallstillstand`,
    '旅券|パスポート|在留カード|护照|護照|여권',
  ].join('|'),
);

/** Validates the number of a passport or an identity card. */
export const validateDocumentNumber: Validator = (candidate) => validateCode(candidate, DOCUMENT_LABEL, 4);

const LICENSE_LABEL =
  /driv(?:ing|er'?s?) (?:licen[cs]e|permit)|\blicen[cs]e (?:number|no\b|#).{0,20}\bdriv|fuhrerschein|fahrerlaubnis|permis de conduire|\bn[°º.]* ?(?:de )?permis\b|carnet de conducir|permiso de conduc|patente (?:di guida|n)|\bpatente\b|carta de conducao|carteira de habilitacao|\bcnh\b|rijbewijs|prawo jazdy|prawa jazdy|korkort|k[oø]rekort|f[oø]rerkort|ajokort|運転免許|免許証|驾驶证|운전면허/;

/** Validates the number of a driving license. */
export const validateLicenseNumber: Validator = (candidate) => {
  const { value } = candidate;
  const isPatent =
    labelMatching(candidate, /\bpatente\b/) && !/^(?:[A-Z]{2}\d{7}[A-Z]|U1[A-Z0-9]{7}[A-Z])$/.test(value);
  return isPatent ? { verdict: 'invalid' } : validateCode(candidate, LICENSE_LABEL, 5);
};

function validateCode(candidate: Candidate, label: RegExp, minDigits: number): ReturnType<Validator> {
  const { value } = candidate;
  const digits = digitsOf(value);
  // German, Dutch and Italian numbers may have two digits.
  const isOfLetters = /^(?:[A-Z][A-Z0-9]{8}|U1[A-Z0-9]{8})$/.test(value) && digits.length >= 2;
  if (!isOfLetters && (digits.length < minDigits || isOneDigitRepeated(digits) || isDate(value)))
    return { verdict: 'invalid' };
  if (!labelMatching(candidate, label)) return { verdict: 'invalid' };
  return { verdict: 'unknown', evidence: ['format:document'], normalized: compactForm(value), ignoresCase: true };
}

function labelMatching({ labels }: Candidate, pattern: RegExp): boolean {
  return labels.some((label) => pattern.test(foldText(label)));
}

function isDate(value: string): boolean {
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$|^\d{1,2}([./ -])\d{1,2}\1(?:19|20)?\d\d$|^(?:19|20)\d\d([./ -])\d{1,2}\2\d{1,2}$/.test(
    value,
  );
}

/** Words for amounts that belong to no person: minimum, average, total, budget, range. */
const IMPERSONAL =
  /\bmin(?:imum|dest|imal|imo|ima)|\baverage|\bmedian|\bmean\b|durchschnitt|\bgesamt|\bmoyen|\bmediana?\b|\bmedi[oa]\b|promedio|gemiddeld|sredni|[sś]redni|genomsnitt|平均|最低|\btotal|\bsum(?:me|a)?\b|\bbudget|kosten|\bcosts?\b|\bcost[oi]s?\b|masse salariale|\bband\b|\brange\b|spanne|festpreis|honorar|angebot|\boffre\b|oferta|offerta|\bquote\b|tilbud|website|\bpay ?grade|\bsoftware|\btool\b|stellenanz|einstiegs|propose(?!d? (?:(?:new|pay|salary) )*(?:rais|rise|increase|salary|pay|bonus))|hiring|vacanc|\bjob ad|oferta de (?:emp|trab)|\bvaga\b|vacature|ogloszen|\bfor the role|\bentre\b|\bbetween\b|zwischen|\btra\b|\bprices?\b|preis|\brent\b|\bmiete|\babo\b|licen[cs]e|lizenz|revenue|turnover|umsatz|loyer|alquiler|affitto|\brenda\b|\bhuur\b|czynsz|\bhyra|husleje|invoice|rechnung|factur|fattura|fatura|faktur|discount|rabat|concorso|spesen|auslagen|expenses|経費/;

const PAY =
  /salai?r|gehalt|lohn|loon\b|brutoloon|\bwage|\bpay\b|payroll|compensation|\bbonus|remun|vergut|bezuge|sueldo|nomina|stipend|retribu|ordenado|vencimento|l[oö]n\b|l[oö]nn|wynagr|pensj|palkka|給|年収|年俸|工资|薪|연봉|월급|\bmzda|\bplat\b/;
/** Characters around a value whose words belong to it. */
const NEAR = 40;
const GROSS = /brutto|lord[oa]|\bbrutos?\b|\bgross\b|\bnet(?:to)? m|\bbrut\b|\bral\b/;
/** Labels of pay that prices have as well. */
const RATE =
  /\braises?\b|pay rise|commission|provision\b|provvigion|comision|comissao|(?:hourly|daily|day) rate|stundensatz|tagessatz|taux (?:horaire|journalier)|tarifa (?:por hora|diaria)|tariffa oraria|uurtarief|dagtarief|stawk[aie] (?:godz|dzien)|tim(?:pris|taxa)|hodinov[ae] sazb|\bpension\b|pensione\b|pensioen|emerytur|altersrente|duchod\b/;
/** Verbs and words of what a person is paid. */
const BONUS = new RegExp(
  String.raw`bonus|pramie|zulage|\bprime|\bpremio|gratific|\bpremia|odmen|tillag|tillog|toeslag|\boffer for|podwyzk|opslag|ersattning|erhohung|賞与|${RATE.source}`,
);
const EARNS = new RegExp(
  String.raw`\b(?:earn(?:s|ed)?|is paid|takes? ?home|makes|raise|moves|moving|rises|goes|verdient|bekommt|erhalt|steigt|gagne|touche|percoit|passe|cobra|gana|percibe|subimos|entra con|pasa|guadagna|prende|percepisce|aumento|passa|ganha|recebe|aufere|krijgt|ontvangt|gaat|zarabia|dostaje|podwyzk\w+|tjanar|far|tjener|stiger|bere|vydelava|dostava)\b|${BONUS.source}|auszahlung|\bis on\b`,
);
const PERIOD =
  /\b(?:an?|per|each) (?:year|month|hour|annum)|annual|monthly|hourly|\bbase\b|im (?:jahr|monat)|pro (?:jahr|monat|stunde)|jahrlich|monatlich|par (?:mois|an|heure)|mensuel|annuel|al (?:mes|ano|mese)|all?'anno|l'anno|por (?:mes|ano|hora)|mensual|annui|per (?:maand|jaar|uur)|miesiecznie|rocznie|i manaden|om (?:maneden|aret)|mesicne|rocne|\bbrut|\bnet(?:to|ti|os?)?\b|netto|\bgross|take ?home|lord[oai]|liquid|hrub|before tax|\b(?:today|now|heute|derzeit|aktuell|aujourd'hui|actuellement|actualmente|hoy|oggi|attualmente|hoje|atualmente|nu|obecnie|nyni|dnes)\b|limpos|for the year/;
const HOUR = /hour|stunde|heure|\bhoras?\b|\bor[ae]\b|orari|uurloon|per uur|godz|timl|timmen|timen|\bhod|時給/;
const STAFF =
  /employee|\bstaff|mitarbeit|personal|dipendent|empleado|trabajador|colaborador|funcionari|salarie|werknemer|medewerker|pracowni|anstalld|steuer id|codice fiscale|\bssn\b|pesel|\biban\b|lohn|gehalt|payroll|社員|従業員/;

/** "Hill: gross then 3,900 instead of 3,600". */
const RISE =
  /^[\s*•–-]*\p{Lu}\p{Ll}[\p{L}'-]+ ?: ?(?:[Gg]ross|[Bb]rutto|[Bb]ruto|[Bb]rut|[Ll]ordo|[Hh]rubá) (?:then|now|dann|jetzt|neu|künftig|ensuite|désormais|poi|ora|después|ahora|depois|agora|dan|nu|teraz|potem|sedan|nyní) .*(?:instead of|statt|au lieu d|en (?:lugar|vez) de|em vez de|invece di|in plaats van|zamiast|i ?stället för|i stedet for|místo)/u;
/** "Bei Herrn Hill sind 2.900 € vereinbart". Fees are agreed with people too. */
const AGREED =
  /\b(?:vereinbart|agreed|convenus?|acordad[oa]s?|pattuit[io]|concordat[io]|afgesproken|aftalt|uzgodnion\w+|dohodnut\w+)\b/;
const FOR = /(?:^|[.!?;] )(?:bei|for|pour|para|per|voor|dla|pro|u) /;

/** Validates the amount of a salary. Its label must not call it an average or a total. */
export const validateSalary: Validator = ({ value, before, after, labels, surroundings, headerRow, groups }) => {
  const sentence = before.split(/[.;!?\n](?!\d)/).at(-1) ?? '';
  const label = foldText([sentence, ...labels].join(' '));
  if (IMPERSONAL.test(label)) return { verdict: 'invalid' };
  // Invoices have gross amounts as well.
  const next = foldText(after.slice(0, NEAR));
  const around = `${label} ${next}`;
  const isPay = PAY.test(label) || PAY.test(next);
  const columns = foldText(headerRow);
  const isOfPeople = COLUMN_OF_PEOPLE.test(columns) || EMPLOYEE_CELL.test(columns);
  const isPaid = (EARNS.test(label) || GROSS.test(next)) && (PERIOD.test(around) || BONUS.test(label));
  const isAgreed =
    AGREED.test(around) && namesPerson(before.slice(-NEAR)) && (FOR.test(foldText(before)) || PERIOD.test(around));
  const isPersonal =
    isAgreed ||
    RISE.test(before + value + after) ||
    (isPaid && (isOfPeople || isAboutPerson(sentence + value + (after.split(/[.;!?]/)[0] ?? ''), BONUS)));
  if (!isPay && !isPersonal && (!GROSS.test(label) || !(isOfPeople || STAFF.test(foldText(surroundings)))))
    return { verdict: 'invalid' };
  if (groups['bare'] !== undefined && !isOfPeople) return { verdict: 'invalid' };
  if (/^\D*\d{1,3}(?:[.,]\d{2})?[^\d万k]*$/i.test(value) && !isPersonal && !HOUR.test(around))
    return { verdict: 'invalid' };
  const hasCurrency = /[^\d.,' \u00a0\u202f-]/.test(value);
  const isBare = !hasCurrency && /^\d{1,2}$|^(?:19|20)\d\d$/.test(value);
  return isBare ? { verdict: 'invalid' } : { verdict: 'unknown', evidence: ['format:amount'] };
};
