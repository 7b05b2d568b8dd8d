import { detectorOf } from '../detector-of';
import { validateBirthDate } from '../../validators/birth-date';
import { validateMachineReadableZone } from '../../validators/machine-readable-zone';
import { inside, prefixed, token } from '../shapes';
import { list } from '../list';

const BIRTH_WORDS = list(`
  dob, d o b, d.o.b, date of birth, birth date, birthdate*, birthday*, born, born on, birth,
  *geburtsdat*, geburtstag*, *geboren*, geb, gebdat*, geborene, ne le, nee le, ne(e) le, ne(e), ne a, nee a, nee,
  date naissance, naissance, naiss, naissances, nacimiento, fecha de nac, fecha nac, f nac, f. nac, fec nac, fec. nac, nac., fecha de nto, fecha nto, f. nto, d.n., fdt, nacido,
  nacida, nacido/a, nacio, naci, nascita, nato il, nata il, nato a, nata a, nato/a, nascimento, nasc, nascido, nascida,
  nascido/a, nasceu, geboortedat*, geboortedag, data urodzenia, urodzenia, urodzon*, urodzil*, narodil*, ur., data ur, fodelsedat*,
  fodelsedag*, fodd, fodt, fodselsdat*, fodselsdag*, zur welt, came into the world, au monde, til verden, till varlden, ter wereld, al mundo, al mondo, ao mundo, na swiat, na svet, syntymaaika*, syntymapaiva*, syntynyt, narozen*, narodeni*,
  szuletesi*, szuletett, dogum tarihi, dogum, рожден*, родил*, народжен*, 生年月日, 誕生日, 生まれ, 出生日期, 出生年月,
  出生, 生日, 생년월일, 생일, 출생
`);

const MONTH_WORDS = list(`
  january, february, march, april, may, june, july, august, september, october, november, december, jan, feb, mar,
  apr, jun, jul, aug, sep, sept, oct, nov, dec
`);

const personal = detectorOf('pii', 'People', 'low');
const postcode = detectorOf('pii', 'Addresses', 'low');

export const person = [
  personal('date-of-birth', 'Date of birth', {
    severity: 'medium',
    rules: [
      token(0, [1, 2], /\d{1,2}([./ -]|\. )(?:\d{1,2})\1(?:19|20)?\d{2}(?!\d|[./-]\d)/),
      token(0, 4, /(?:19|20)\d{2}([./-]|\. )\d{1,2}\1\d{1,2}(?!\d|[./-]\d)/),
      token(0, 8, /(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![./-]?\d)/, { length: 8 }),
      // `(*22.08.1954)` and `, b. 2018-10-21` in lists of persons
      token(0, [1, 2], /(?<=[(,\p{L}] ?(?:\*|geb\. ?|b\. ))\d{1,2}([./-])\d{1,2}\1(?:19|20)\d{2}(?!\d|[./-]\d)/u, {
        confidence: { base: 0.6, withContext: 0.7 },
      }),
      token(0, 4, /(?<=[(,] ?(?:\*|b\. ))(?:19|20)\d{2}([./-])\d{1,2}\1\d{1,2}(?!\d|[./-]\d)/, {
        confidence: { base: 0.6, withContext: 0.7 },
      }),
      // Chinese, Japanese and Korean; years of the eras of Japan.
      token(0, 4, /(?:19|20)\d{2} ?[年년] ?\d{1,2} ?[月월] ?\d{1,2} ?[日일]/),
      prefixed(['昭和', '平成', '大正', '令和'], /[昭平大令][和成正] ?(?:\d{1,2}|元) ?年 ?\d{1,2} ?月 ?\d{1,2} ?日/),
      token(
        0,
        [1, 2],
        /\d{1,2}(?:st|nd|rd|th|er|\.|[º°ª])?(?: de| of)?[ -]?[a-z\u00c0-\u024f]{3,11}\.?(?: de| del|,)?[ -]?(?:19|20)\d{2}/i,
      ),
      prefixed(MONTH_WORDS, /[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d{2}/i),
    ],
    validate: validateBirthDate,
    confidence: { base: 0, withContext: 0.7 },
    context: BIRTH_WORDS,
    contextReach: { before: 35, after: 25 },
  }),
  personal('passport-mrz', 'Machine-readable zone of a passport or identity card', {
    severity: 'critical',
    multiline: true,
    rules: [
      inside(
        ['p<', 'v<', 'i<', 'a<', 'c<', 'idd<<', 'idfra', 'ip<', 'ac<'],
        /(?:[PV][A-Z<][A-Z<]{3}[A-Z<]{25,39}\s{1,3}[A-Z0-9<]{36,44}|[ACI][A-Z0-9<][A-Z<]{3}[A-Z0-9<]{25}\s{1,3}[A-Z0-9<]{30}\s{1,3}[A-Z<]{30})/,
      ),
    ],
    validate: validateMachineReadableZone,
    confidence: { base: 0.97 },
  }),
  postcode('us-zip', 'US ZIP code', {
    regions: ['US'],
    enabledByDefault: false,
    rules: [token(0, 5, /\d{5}(?:-\d{4})?(?![.,:-]?\d)/, { length: 5 })],
    confidence: { base: 0, withContext: 0.5 },
    context: ['zip', 'zip code', 'zipcode', 'postal code', 'mailing address', 'street address'],
  }),
  postcode('ca-postal-code', 'Canadian postal code', {
    regions: ['CA'],
    enabledByDefault: false,
    rules: [token(1, 1, /[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d/i)],
    confidence: { base: 0.2, withContext: 0.6 },
    context: ['postal code', 'postcode', 'address', 'code postal', 'canada', 'ontario', 'quebec'],
  }),
  postcode('de-postal-code', 'German postal code', {
    regions: ['DE'],
    enabledByDefault: false,
    rules: [token(0, 5, /(?!01000|99999)(?:0[1-9]|[1-9]\d)\d{3}(?![.,:-]?\d)/, { length: 5 })],
    confidence: { base: 0, withContext: 0.5 },
    context: ['plz', 'postleitzahl', 'anschrift', 'wohnort', 'postanschrift', 'lieferadresse', 'rechnungsadresse'],
  }),
  postcode('postal-address-uk', 'UK postcode', {
    regions: ['GB'],
    enabledByDefault: false,
    rules: [
      token(
        [1, 2],
        [1, 3],
        /(?:[A-PR-UWYZ](?:\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d{1,2}|[A-HK-Y]\d[ABEHMNPRVWXY])) ?\d[ABD-HJLNP-UW-Z]{2}/i,
      ),
      token(3, 1, /GIR ?0AA/i),
    ],
    confidence: { base: 0.2, withContext: 0.6 },
    context: list(`
      postcode, post code, postal code, address, delivery, mailing, shipping, correspondence, street, road, avenue,
      lane
    `),
  }),
];
