import { checked, formatOnly, ofPerson, stdnum } from '../../validators/checked';
import { isBalticCode, isCpr, isLatvianCode, isPersonnummer, validateHetu } from '../../validators/european-ids';
import { digitGroups, digitRun, token } from '../shapes';
import { inCountry } from './in-country';
import { list } from '../list';

const sweden = inCountry('Sweden', 'SE');
const norway = inCountry('Norway', 'NO');
const finland = inCountry('Finland', 'FI');
const denmark = inCountry('Denmark', 'DK');
const iceland = inCountry('Iceland', 'IS');
const estonia = inCountry('Estonia', 'EE');
const latvia = inCountry('Latvia', 'LV');
const lithuania = inCountry('Lithuania', 'LT');

export const northernEurope = [
  sweden('se-personnummer', 'Swedish personal number', {
    rules: [
      token(0, [6, 8], /(?:1[89]|20)?\d{6}[-+]\d{4}(?![.-]?\d)/),
      digitRun(10, { base: 0.3, withContext: 0.9 }),
      digitRun(12, { base: 0.3, withContext: 0.9 }),
    ],
    validate: checked(isPersonnummer, 'checksum:luhn', 'date'),
    confidence: { base: 0.6, withContext: 0.9 },
    context: list('personnummer, pnr, person nr, personnr, samordningsnummer, svenskt, swedish id, swedish personal'),
  }),
  sweden('se-orgnr', 'Swedish organisation number', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitGroups([6, 4], '-'), digitRun(10)],
    validate: checked(stdnum('se/orgnr'), 'checksum:luhn'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['organisationsnummer', 'orgnr', 'org nr', 'foretagsnummer', 'orgnummer'],
  }),
  norway('no-fnr', 'Norwegian birth number', {
    rules: [digitRun(11), digitGroups([6, 5], ' ')],
    validate: checked(stdnum('no/fodselsnummer'), 'checksum:mod11', 'date'),
    confidence: { base: 0.5, withContext: 0.9 },
    context: ['fodselsnummer', 'personnummer', 'fnr', 'd nummer', 'fodselsnr'],
  }),
  norway('no-orgnr', 'Norwegian organisation number', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitRun(9), digitGroups([3, 3, 3], ' ')],
    validate: checked(stdnum('no/orgnr'), 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['organisasjonsnummer', 'orgnr', 'org nr', 'foretaksregisteret', 'mva'],
  }),
  finland('fi-hetu', 'Finnish personal identity code', {
    rules: [token(0, 6, /\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]/i)],
    validate: validateHetu,
    confidence: { base: 0.6, withContext: 0.9 },
    context: ['hetu', 'henkilotunnus', 'personbeteckning', 'personal identity code', 'finnish id'],
  }),
  finland('fi-ytunnus', 'Finnish business identity code', {
    severity: 'low',
    enabledByDefault: false,
    rules: [token(0, 7, /\d{7}-\d(?![.-]?\d)/)],
    validate: checked(stdnum('fi/ytunnus'), 'checksum:mod11'),
    confidence: { base: 0.3, withContext: 0.85 },
    context: ['y tunnus', 'ytunnus', 'business id', 'fo nummer'],
  }),
  denmark('dk-cpr', 'Danish personal number (CPR)', {
    rules: [digitGroups([6, 4], '-'), digitRun(10)],
    validate: formatOnly(isCpr, 'date'),
    confidence: { base: 0, withContext: 0.7 },
    context: ['cpr', 'cpr nummer', 'cpr nr', 'personnummer', 'cprnr'],
  }),
  denmark('dk-cvr', 'Danish business number (CVR)', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitRun(8), digitGroups([2, 2, 2, 2], ' ')],
    validate: checked(stdnum('dk/cvr'), 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['cvr', 'cvr nummer', 'cvr nr', 'virksomhed', 'se nummer'],
  }),
  iceland('is-kennitala', 'Icelandic identity number', {
    rules: [digitGroups([6, 4], '-', { base: 0.4, withContext: 0.85 }), digitRun(10)],
    validate: ofPerson(/^[4-7]/, checked(stdnum('is/kennitala'), 'checksum:mod11', 'date')),
    context: ['kennitala', 'kt', 'kennitolu'],
  }),
  estonia('ee-isikukood', 'Estonian personal code', {
    rules: [digitRun(11)],
    validate: checked(isBalticCode, 'checksum:mod11', 'date'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['isikukood', 'IK', 'estonian id', 'personal code', 'personal identification code'],
  }),
  latvia('lv-personas-kods', 'Latvian personal code', {
    rules: [digitGroups([6, 5], '-'), digitRun(11)],
    validate: formatOnly(isLatvianCode, 'format:personas-kods'),
    context: ['personas kods', 'personas koda', 'PK', 'latvian id', 'personal code'],
  }),
  lithuania('lt-asmens-kodas', 'Lithuanian personal code', {
    rules: [digitRun(11)],
    validate: checked(isBalticCode, 'checksum:mod11', 'date'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['asmens kodas', 'asmens koda', 'AK', 'lithuanian id', 'personal code'],
  }),
];
