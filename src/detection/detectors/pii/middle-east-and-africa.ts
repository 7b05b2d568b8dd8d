import { isEgyptianId, isNigerianNin, isSouthAfricanId } from '../../validators/african-ids';
import {
  isBahrainiId,
  isEmiratesId,
  isIranianCode,
  isIsraeliId,
  isKuwaitiId,
  isQatariId,
  isSaudiId,
} from '../../validators/asian-ids';
import { checked, formatOnly, stdnum } from '../../validators/checked';
import { digitGroups, digitRun, prefixed, token } from '../shapes';
import { inCountry } from './in-country';
import { list } from '../list';

const israel = inCountry('Israel', 'IL');
const saudiArabia = inCountry('Saudi Arabia', 'SA');
const emirates = inCountry('United Arab Emirates', 'AE');
const kuwait = inCountry('Kuwait', 'KW');
const bahrain = inCountry('Bahrain', 'BH');
const qatar = inCountry('Qatar', 'QA');
const iran = inCountry('Iran', 'IR');
const egypt = inCountry('Egypt', 'EG');
const southAfrica = inCountry('South Africa', 'ZA');
const nigeria = inCountry('Nigeria', 'NG');
const kenya = inCountry('Kenya', 'KE');
const ghana = inCountry('Ghana', 'GH');
const mauritius = inCountry('Mauritius', 'MU');
const mozambique = inCountry('Mozambique', 'MZ');

export const middleEastAndAfrica = [
  israel('il-id', 'Israeli identity number', {
    rules: [digitRun([8, 9]), token(0, [7, 8], /\d{7,8}-\d(?!-?\d)/)],
    validate: checked(isIsraeliId, 'checksum:luhn'),
    context: ['teudat zehut', 'teudat', 'israeli id', 'mispar zehut', 'תעודת זהות', 'ת ז', 'מספר זהות'],
  }),
  saudiArabia('sa-id', 'Saudi identity or residence number', {
    rules: [digitRun(10)],
    validate: checked(isSaudiId, 'checksum:luhn'),
    context: ['saudi', 'saudi id', 'iqama', 'iqama number', 'absher', 'رقم الهوية', 'إقامة'],
  }),
  emirates('ae-emirates-id', 'Emirates identity number', {
    rules: [token(0, [3, 15], /784([ -]?)(?:19|20)\d{2}\1\d{7}\1\d(?!\d)/)],
    validate: checked(isEmiratesId, 'checksum:luhn'),
    confidence: { base: 0.7, withContext: 0.95 },
    context: ['emirates id', 'EID', 'uae id', 'الهوية'],
  }),
  kuwait('kw-civil-id', 'Kuwaiti civil number', {
    rules: [digitRun(12)],
    validate: checked(isKuwaitiId, 'checksum:mod11', 'date'),
    confidence: { base: 0.3, withContext: 0.9 },
    context: ['civil id', 'kuwait civil id', 'kuwait', 'الرقم المدني'],
  }),
  bahrain('bh-cpr', 'Bahraini personal number (CPR)', {
    enabledByDefault: false,
    rules: [digitRun(9)],
    validate: formatOnly(isBahrainiId, 'date'),
    confidence: { base: 0, withContext: 0.75 },
    context: ['bahrain cpr', 'cpr', 'bahrain', 'cpr number'],
  }),
  qatar('qa-id', 'Qatari identity number', {
    enabledByDefault: false,
    rules: [digitRun(11)],
    validate: formatOnly(isQatariId, 'format:qid'),
    confidence: { base: 0, withContext: 0.75 },
    context: ['qid', 'qatar id', 'qatar', 'qatari id'],
  }),
  iran('ir-national-code', 'Iranian national code', {
    rules: [digitRun(10), token(0, 3, /\d{3}-\d{6}-\d(?!-?\d)/)],
    validate: checked(isIranianCode, 'checksum:mod11'),
    context: ['kode melli', 'code melli', 'codemelli', 'melli code', 'کد ملی'],
  }),
  egypt('eg-national-id', 'Egyptian national number', {
    rules: [digitRun(14)],
    validate: formatOnly(isEgyptianId, 'date'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['national id', 'egyptian id', 'egypt', 'الرقم القومي'],
  }),
  southAfrica('za-id', 'South African identity number', {
    rules: [digitRun(13), digitGroups([6, 4, 2, 1], ' ')],
    validate: checked(isSouthAfricanId, 'checksum:luhn', 'date'),
    confidence: { base: 0.5, withContext: 0.9 },
    context: list(`
      sa id, rsa id, south african id, id number, identity number, permanent resident, refugee, id nommer
    `),
  }),
  nigeria('ng-nin', 'Nigerian identification number (NIN)', {
    rules: [digitRun(11)],
    validate: checked(isNigerianNin, 'checksum:verhoeff'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['NIN', 'national identification number', 'nimc', 'nigeria'],
  }),
  nigeria('ng-bvn', 'Nigerian bank verification number (BVN)', {
    enabledByDefault: false,
    rules: [digitRun(11)],
    validate: formatOnly((digits) => digits.startsWith('22'), 'format:bvn'),
    confidence: { base: 0, withContext: 0.75 },
    context: ['bvn', 'bank verification', 'bank verification number'],
  }),
  kenya('ke-pin', 'Kenyan taxpayer number (PIN)', {
    enabledByDefault: false,
    rules: [token(1, 9, /[AP]\d{9}[A-Z]/i, { length: 11 })],
    validate: formatOnly(stdnum('ke/pin'), 'format:pin'),
    confidence: { base: 0.4, withContext: 0.85 },
    context: ['kra', 'kra pin', 'PIN', 'tax pin', 'kenya'],
  }),
  ghana('gh-card', 'Ghana card number', {
    enabledByDefault: false,
    rules: [prefixed(['gha-'], /GHA-\d{9}-\d/i)],
    confidence: { base: 0.85 },
  }),
  mauritius('mu-nid', 'Mauritian identity number', {
    rules: [token(1, [12, 13], /[A-Z]\d{12}[0-9A-Z]/i, { length: 14 })],
    validate: checked(stdnum('mu/nid'), 'checksum:mod17', 'date'),
    confidence: { base: 0.6, withContext: 0.9 },
    context: ['NID', 'national identity', 'mauritius', 'mauritian id'],
  }),
  mozambique('mz-nuit', 'Mozambican taxpayer number (NUIT)', {
    enabledByDefault: false,
    rules: [digitRun(9), digitGroups([3, 3, 3], ' ')],
    validate: checked(stdnum('mz/nuit'), 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['NUIT', 'numero unico de identificacao', 'mocambique'],
  }),
];
