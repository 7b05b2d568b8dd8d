import {
  isChineseResidentId,
  isMalaysianId,
  isMyNumber,
  isNik,
  isNric,
  isTaiwaneseId,
  isVietnameseId,
  validateRrn,
} from '../../validators/asian-ids';
import { checked, formatOnly, stdnum } from '../../validators/checked';
import { digitGroups, digitRun, token } from '../shapes';
import { inCountry } from './in-country';
import { list } from '../list';

const korea = inCountry('South Korea', 'KR');
const china = inCountry('China', 'CN');
const japan = inCountry('Japan', 'JP');
const taiwan = inCountry('Taiwan', 'TW');
const hongKong = inCountry('Hong Kong', 'HK');
const singapore = inCountry('Singapore', 'SG');
const thailand = inCountry('Thailand', 'TH');
const malaysia = inCountry('Malaysia', 'MY');
const indonesia = inCountry('Indonesia', 'ID');
const vietnam = inCountry('Vietnam', 'VN');
const philippines = inCountry('Philippines', 'PH');

export const eastAsia = [
  korea('kr-rrn', 'Korean resident or foreigner registration number', {
    rules: [token(0, 6, /\d{6}-[0-9]\d{6}(?![.-]?\d)/), digitRun(13, { base: 0.2, validated: 0.45, withContext: 0.9 })],
    validate: validateRrn,
    confidence: { base: 0.5, validated: 0.7, withContext: 0.9 },
    context: list(`
      rrn, frn, resident registration, korean rrn, korean frn, foreigner registration, 주민등록번호, 주민번호, 외국인등록번호
    `),
  }),
  korea('kr-brn', 'Korean business registration number', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitGroups([3, 2, 5], '-', { base: 0.4, withContext: 0.85 }), digitRun(10)],
    validate: checked(stdnum('kr/brn'), 'checksum:brn'),
    context: ['brn', 'business registration', 'business number', '사업자등록번호', '사업자번호'],
  }),
  korea('kr-passport', 'Korean passport number', {
    enabledByDefault: false,
    rules: [token(1, [3, 8], /[MSRODG](?:\d{8}|\d{3}[A-Z]\d{4})/i, { length: 9 })],
    context: ['passport', 'passport number', '여권번호', '여권'],
  }),
  korea('kr-driving-licence', 'Korean driving licence number', {
    enabledByDefault: false,
    rules: [
      token(0, 2, /(?:1[1-9]|2[0-68])([ -])\d{2}\1\d{6}\1\d{2}(?![.-]?\d)/, {
        confidence: { base: 0.4, withContext: 0.85 },
      }),
      digitRun(12),
    ],
    context: list(
      'driver license, driving licence, drivers license, license, licence, 운전면허, 운전면허번호, 면허번호',
    ),
  }),
  china('cn-resident-id', 'Chinese resident identity number', {
    rules: [token(0, [17, 18], /[1-8]\d{16}[0-9X]/i, { length: 18 })],
    validate: checked(isChineseResidentId, 'checksum:mod11-2', 'date'),
    confidence: { base: 0.7, withContext: 0.95 },
    context: ['身份证', '身份证号', '公民身份号码', '身份證', 'resident id', 'chinese id', 'id card'],
  }),
  china('cn-uscc', 'Chinese social credit code of an organisation', {
    severity: 'low',
    enabledByDefault: false,
    rules: [token([0, 1], [1, 18], /[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}/i, { length: 18 })],
    validate: checked(stdnum('cn/uscc'), 'checksum:mod31'),
    confidence: { base: 0.3, withContext: 0.9 },
    context: ['uscc', '统一社会信用代码', '信用代码', 'social credit'],
  }),
  japan('jp-my-number', 'Japanese individual number (My Number)', {
    rules: [digitRun(12), digitGroups([4, 4, 4])],
    validate: checked(isMyNumber, 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.9 },
    context: ['my number', 'mynumber', 'individual number', 'マイナンバー', '個人番号'],
  }),
  taiwan('tw-id', 'Taiwanese identity number', {
    rules: [
      token([1, 2], [8, 9], /[A-Z][1289A-D]\d{8}/, { length: 10 }),
      token([1, 2], [8, 9], /[a-z][1289a-d]\d{8}/, { length: 10, confidence: { base: 0, withContext: 0.9 } }),
    ],
    validate: checked(isTaiwaneseId, 'checksum:mod10'),
    confidence: { base: 0.5, withContext: 0.9 },
    context: ['身分證', '身分證字號', '身份證', '居留證', '統一證號', 'taiwan id', 'national id', 'ARC'],
  }),
  hongKong('hk-id', 'Hong Kong identity card number', {
    rules: [
      token([1, 2], 6, /[A-NP-Z]{1,2}\d{6}\([0-9A]\)/i, { confidence: { base: 0.8, withContext: 0.95 } }),
      token([1, 2], [6, 7], /[A-NP-Z]{1,2}\d{6}[0-9A]/i, { length: [8, 9] }),
    ],
    validate: checked(stdnum('hk/hkid'), 'checksum:mod11'),
    confidence: { base: 0.2, withContext: 0.9 },
    context: ['hkid', 'hong kong id', 'hk id', 'identity card', '香港身份證', '身份證'],
  }),
  singapore('sg-nric', 'Singaporean identity number (NRIC, FIN)', {
    rules: [token(1, 7, /[STFGM]\d{7}[A-Z]/i, { length: 9 })],
    validate: checked(isNric, 'checksum:mod11'),
    confidence: { base: 0.7, withContext: 0.95 },
    context: ['nric', 'FIN', 'fin number', 'nric no', 'identity card', 'singapore'],
  }),
  singapore('sg-uen', 'Singaporean entity number (UEN)', {
    severity: 'low',
    enabledByDefault: false,
    rules: [
      token(0, [8, 9], /\d{8,9}[A-Z]/i, { length: [9, 10] }),
      token(1, 2, /[RST]\d{2}[A-Z]{2}\d{4}[A-Z]/i, { length: 10 }),
    ],
    validate: checked(stdnum('sg/uen'), 'checksum:mod11'),
    confidence: { base: 0.4, withContext: 0.9 },
    context: ['uen', 'unique entity number', 'acra'],
  }),
  thailand('th-id', 'Thai identity number', {
    rules: [digitGroups([1, 4, 5, 2, 1], ' -', { base: 0.8, withContext: 0.95 }), digitRun(13)],
    validate: checked(stdnum('th/idnr'), 'checksum:mod11'),
    confidence: { base: 0.2, withContext: 0.9 },
    context: ['thai national id', 'thai id', 'tnin', 'national id', 'เลขประจำตัวประชาชน', 'เลขบัตรประชาชน', 'บัตรประชาชน'],
  }),
  malaysia('my-nric', 'Malaysian identity number (MyKad)', {
    rules: [digitGroups([6, 2, 4], '-', { base: 0.7, withContext: 0.95 }), digitRun(12)],
    validate: formatOnly(isMalaysianId, 'date'),
    context: ['nric', 'mykad', 'kad pengenalan', 'ic number', 'ic no', 'no kp'],
  }),
  indonesia('id-nik', 'Indonesian identity number (NIK)', {
    rules: [digitRun(16)],
    validate: formatOnly(isNik, 'date'),
    confidence: { base: 0.3, withContext: 0.9 },
    context: ['nik', 'ktp', 'e ktp', 'nomor induk kependudukan', 'kartu tanda penduduk'],
  }),
  vietnam('vn-cccd', 'Vietnamese citizen number (CCCD)', {
    enabledByDefault: false,
    rules: [digitRun(12)],
    validate: formatOnly(isVietnameseId, 'format:cccd'),
    context: ['cccd', 'can cuoc cong dan', 'cmnd', 'so can cuoc', 'dinh danh ca nhan'],
  }),
  philippines('ph-tin', 'Philippine taxpayer number (TIN)', {
    enabledByDefault: false,
    rules: [token(0, 3, /\d{3}-\d{3}-\d{3}(?:-\d{3,5})?(?!-?\d)/), digitRun([9, 12])],
    context: ['TIN', 'BIR', 'bir tin', 'taxpayer identification', 'tax identification number'],
  }),
  philippines('ph-sss', 'Philippine social security number (SSS)', {
    enabledByDefault: false,
    rules: [digitGroups([2, 7, 1], '-'), digitRun(10)],
    context: ['sss', 'sss number', 'sss no', 'social security system'],
  }),
];
