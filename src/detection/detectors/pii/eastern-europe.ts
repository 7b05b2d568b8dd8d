import { isIin } from '../../validators/asian-ids';
import { checked, ofPerson, stdnum } from '../../validators/checked';
import {
  isEgn,
  isEmso,
  isHungarianTaxId,
  isJmbg,
  isPolishIdCard,
  isPolishPassport,
  isRodneCislo,
  isSnils,
  isTaj,
} from '../../validators/european-ids';
import { isOfNobody } from '../../validators/person-evidence';
import { digitGroups, digitRun, near, token } from '../shapes';
import { inCountry } from './in-country';

const poland = inCountry('Poland', 'PL');
const czechiaAndSlovakia = inCountry('Czechia and Slovakia', 'CZ', 'SK');
const hungary = inCountry('Hungary', 'HU');
const romania = inCountry('Romania', 'RO');
const moldova = inCountry('Moldova', 'MD');
const bulgaria = inCountry('Bulgaria', 'BG');
const croatia = inCountry('Croatia', 'HR');
const slovenia = inCountry('Slovenia', 'SI');
const westernBalkans = inCountry('Western Balkans', 'RS', 'BA', 'ME', 'MK');
const ukraine = inCountry('Ukraine', 'UA');
const russia = inCountry('Russia', 'RU');
const belarus = inCountry('Belarus', 'BY');
const kazakhstan = inCountry('Kazakhstan', 'KZ');

export const easternEurope = [
  poland('pl-pesel', 'Polish personal number (PESEL)', {
    rules: [digitRun(11)],
    validate: checked(stdnum('pl/pesel'), 'checksum:mod10', 'date'),
    confidence: { base: 0.5, withContext: 0.9 },
    context: ['pesel', 'numer pesel', 'nr pesel', 'polish id'],
  }),
  poland('pl-nip', 'Polish tax number (NIP)', {
    rules: [digitGroups([3, 3, 2, 2], '-'), digitGroups([3, 2, 2, 3], '-'), digitRun(10)],
    validate: ofPerson(isOfNobody, checked(stdnum('pl/nip'), 'checksum:mod11')),
    context: ['nip', 'numer nip', 'nr nip', 'identyfikacji podatkowej', 'VAT'],
  }),
  poland('pl-regon', 'Polish business register number (REGON)', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitRun(9), digitRun(14)],
    validate: checked(stdnum('pl/regon'), 'checksum:mod11'),
    context: ['regon', 'numer regon', 'nr regon'],
  }),
  poland('pl-id-card', 'Polish identity card number', {
    rules: [token(3, 6, /[A-Z]{3}\d{6}/i, { length: 9 }), near(['dowod', 'dowodu'], [0, 50], /[A-Z]{3} \d{6}/)],
    validate: checked(isPolishIdCard, 'checksum:7-3-1'),
    context: ['dowod', 'dowod osobisty', 'dowodu osobistego', 'nr dowodu', 'id card', 'seria i numer'],
  }),
  poland('pl-passport', 'Polish passport number', {
    rules: [token(2, 7, /[A-Z]{2}\d{7}/i, { length: 9 })],
    validate: checked(isPolishPassport, 'checksum:7-3-1'),
    context: ['paszport', 'paszportu', 'numer paszportu', 'passport'],
  }),
  czechiaAndSlovakia('cz-sk-rc', 'Czech or Slovak birth number', {
    rules: [token(0, 6, /\d{6}\/\d{3,4}(?!\d|\/)/, { confidence: { base: 0.6, withContext: 0.9 } }), digitRun([9, 10])],
    validate: checked(isRodneCislo, 'checksum:mod11', 'date'),
    context: ['rodne cislo', 'rodneho cisla', 'RC', 'R C', 'birth number', 'datum narozeni'],
  }),
  hungary('hu-taj', 'Hungarian social security number (TAJ)', {
    rules: [digitGroups([3, 3, 3]), digitRun(9)],
    validate: checked(isTaj, 'checksum:mod10'),
    context: ['TAJ', 'taj szam', 'tajszam', 'tarsadalombiztositasi'],
  }),
  hungary('hu-tax-id', 'Hungarian personal tax number', {
    rules: [digitRun(10)],
    validate: checked(isHungarianTaxId, 'checksum:mod11'),
    context: ['adoazonosito', 'adoazonosito jel', 'adoszam', 'ado szam', 'tax id'],
  }),
  romania('ro-cnp', 'Romanian personal code (CNP)', {
    rules: [digitRun(13)],
    validate: checked(stdnum('ro/cnp'), 'checksum:mod11', 'date'),
    confidence: { base: 0.4, withContext: 0.9 },
    context: ['cnp', 'cod numeric personal', 'codul numeric personal'],
  }),
  moldova('md-idnp', 'Moldovan personal or company number', {
    rules: [digitRun(13)],
    validate: ofPerson(/^1/, checked(stdnum('md/idno'), 'checksum:7-3-1')),
    confidence: { base: 0, withContext: 0.8 },
    context: ['idnp', 'idno', 'cod personal', 'cod fiscal'],
  }),
  bulgaria('bg-egn', 'Bulgarian citizen number (EGN)', {
    rules: [digitRun(10)],
    validate: checked(isEgn, 'checksum:mod11', 'date'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['egn', 'егн', 'единен граждански номер', 'лнч', 'bulgarian id'],
  }),
  croatia('hr-oib', 'Croatian personal identification number (OIB)', {
    rules: [digitRun(11)],
    validate: checked(stdnum('hr/oib'), 'checksum:mod11-10'),
    context: ['oib', 'osobni identifikacijski broj'],
  }),
  slovenia('si-emso', 'Slovenian citizen number (EMŠO)', {
    rules: [digitRun(13)],
    validate: checked(isEmso, 'checksum:mod11', 'date'),
    confidence: { base: 0.4, withContext: 0.9 },
    context: ['emso', 'maticna stevilka', 'enotna maticna stevilka'],
  }),
  westernBalkans('rs-jmbg', 'Citizen number of Serbia and its neighbours (JMBG)', {
    rules: [digitRun(13)],
    validate: checked(isJmbg, 'checksum:mod11', 'date'),
    confidence: { base: 0.4, withContext: 0.9 },
    context: ['jmbg', 'maticni broj', 'јмбг', 'матични број', 'embg'],
  }),
  ukraine('ua-rntrc', 'Ukrainian taxpayer number', {
    rules: [digitRun(10)],
    validate: checked(stdnum('ua/rntrc'), 'checksum:mod11'),
    context: ['рнокпп', 'ідентифікаційний номер', 'іпн', 'rnokpp', 'ipn', 'rntrc'],
  }),
  russia('ru-inn', 'Russian taxpayer number (INN)', {
    rules: [digitRun(10), digitRun(12)],
    validate: ofPerson(/^\d{10}$/, checked(stdnum('ru/inn'), 'checksum:mod11')),
    context: ['инн', 'INN', 'номер налогоплательщика'],
  }),
  russia('ru-snils', 'Russian pension insurance number (SNILS)', {
    rules: [
      token(0, 3, /\d{3}-\d{3}-\d{3}[ -]\d{2}(?!\d)/, { confidence: { base: 0.8, withContext: 0.95 } }),
      digitRun(11),
    ],
    validate: checked(isSnils, 'checksum:mod101'),
    context: ['снилс', 'snils', 'страховой номер'],
  }),
  belarus('by-unp', 'Belarusian payer number (UNP)', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitRun(9)],
    validate: checked(stdnum('by/unp'), 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['унп', 'unp', 'учетный номер плательщика'],
  }),
  kazakhstan('kz-iin', 'Kazakh individual number (IIN)', {
    rules: [digitRun(12)],
    validate: checked(isIin, 'checksum:mod11', 'date'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['иин', 'жсн', 'iin', 'individual identification number'],
  }),
];
