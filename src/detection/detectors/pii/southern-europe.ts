import { checked, ofPerson, stdnum } from '../../validators/checked';
import { isDni } from '../../validators/european-ids';
import { digitGroups, digitRun, near, token } from '../shapes';
import { inCountry } from './in-country';
import { list } from '../list';

const spain = inCountry('Spain', 'ES');
const italy = inCountry('Italy', 'IT');
const portugal = inCountry('Portugal', 'PT');
const greece = inCountry('Greece', 'GR');
const malta = inCountry('Malta', 'MT');
const turkey = inCountry('Türkiye', 'TR');

export const southernEurope = [
  spain('es-dni', 'Spanish identity number (DNI)', {
    rules: [
      token(0, 8, /\d{8}[ -]?[A-HJ-NP-TV-Z](?![+-]\d)/i),
      token(0, [1, 2], /\d{1,2}\.\d{3}\.\d{3}[ -]?[A-HJ-NP-TV-Z]/i),
      token(0, 7, /(?!0?123456)\d{7}-?[A-HJ-NP-TV-Z](?![+-]\d)/, { confidence: { base: 0.5, withContext: 0.9 } }),
      // Lower case may also be the start of a hash.
      token(0, 7, /\d{7}-?[a-hj-np-tv-z](?![+-]\d)/, { confidence: { base: 0, withContext: 0.9 } }),
    ],
    validate: checked(isDni, 'checksum:mod23'),
    confidence: { base: 0.7, withContext: 0.95 },
    context: list(`
      DNI, nif, documento nacional de identidad, documento de identidad, identificacion, carnet de identidad
    `),
  }),
  spain('es-nie', 'Spanish foreigner’s number (NIE)', {
    rules: [
      token(1, 7, /[XYZ]-?\d{7}-?[A-HJ-NP-TV-Z]/i),
      near(['nie', 'extranjero'], [0, 40], /[XYZ]-\d{7}-?[A-HJ-NP-TV-Z]/i),
    ],
    validate: checked(stdnum('es/nie'), 'checksum:mod23'),
    confidence: { base: 0.7, withContext: 0.95 },
    context: ['NIE', 'numero de identidad de extranjero', 'identificacion de extranjero', 'extranjero'],
  }),
  spain('es-cif', 'Spanish company tax number (CIF)', {
    severity: 'low',
    enabledByDefault: false,
    rules: [token(1, [7, 8], /[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]/i, { length: 9 })],
    validate: checked(stdnum('es/cif'), 'checksum:luhn'),
    confidence: { base: 0.3, withContext: 0.85 },
    context: ['cif', 'nif', 'identificacion fiscal'],
  }),
  spain('es-nss', 'Spanish social security number', {
    rules: [digitRun(12), token(0, 2, /\d{2}([ /-])\d{8}\1\d{2}(?!\d)/)],
    validate: checked(stdnum('es/nss'), 'checksum:mod97'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: list(`
      seguridad social, seg social, seg. social, nss, naf, afiliacion, afil, numero de afiliacion, numero de la seguridad social
    `),
  }),
  spain('es-passport', 'Spanish passport number', {
    enabledByDefault: false,
    rules: [token([2, 3], 6, /[A-Z]{2,3}\d{6}/i, { length: [8, 9] })],
    context: ['pasaporte', 'numero de pasaporte', 'passport', 'passport number'],
  }),
  italy('it-codice-fiscale', 'Italian tax code (codice fiscale)', {
    rules: [
      token([6, 15], [1, 2], /[A-Z]{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]/i, {
        length: 16,
      }),
      near(
        ['codice fiscale', 'c f', 'c.f', 'cf'],
        [0, 50],
        /[A-Z]{3} [A-Z]{3} [0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{2} [A-Z][0-9LMNP-V]{3}[A-Z]/i,
      ),
    ],
    validate: checked(stdnum('it/codicefiscale'), 'checksum:mod26'),
    confidence: { base: 0.8, withContext: 0.95 },
    context: ['codice fiscale', 'CF', 'tax code', 'cod fiscale'],
  }),
  italy('it-partita-iva', 'Italian VAT number (partita IVA)', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitRun(11)],
    validate: checked(stdnum('it/iva'), 'checksum:luhn'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['partita iva', 'p iva', 'piva', 'p. iva', 'iva', 'VAT'],
  }),
  italy('it-id-card', 'Italian identity card number', {
    enabledByDefault: false,
    rules: [token(2, [5, 7], /[A-Z]{2}(?: ?\d{7}|\d{5}[A-Z]{2})/i), token(0, 7, /\d{7}[A-Z]{2}/i, { length: 9 })],
    context: ["carta d'identita", 'carta identita', 'CIE', "documento d'identita", 'numero carta'],
  }),
  italy('it-driving-licence', 'Italian driving licence number', {
    enabledByDefault: false,
    rules: [token([1, 2], [1, 7], /(?:[A-Z]{2}\d{7}|U1[0-9A-Z]{7})[A-Z]/i, { length: 10 })],
    context: ['patente', 'patente di guida', 'numero patente', 'driving licence', 'license', 'licence'],
  }),
  italy('it-passport', 'Italian passport number', {
    enabledByDefault: false,
    rules: [token(2, 7, /[A-Z]{2}\d{7}/i, { length: 9 })],
    context: ['passaporto', 'numero passaporto', 'passport', 'passaporto n'],
  }),
  portugal('pt-nif', 'Portuguese tax number (NIF)', {
    rules: [digitRun(9), digitGroups([3, 3, 3], ' ')],
    validate: ofPerson(/^[5679]/, checked(stdnum('pt/nif'), 'checksum:mod11')),
    context: ['nif', 'contribuinte', 'numero de contribuinte', 'numero fiscal', 'identificacao fiscal'],
  }),
  portugal('pt-cc', 'Portuguese citizen card number', {
    rules: [token(0, [8, 9], /\d{8} ?\d ?[A-Z]{2}\d/i)],
    validate: checked(stdnum('pt/cc'), 'checksum:luhn'),
    confidence: { base: 0.4, inRegion: 0.5, withContext: 0.9 },
    context: ['cartao de cidadao', 'CC', 'bilhete de identidade', 'numero de documento'],
  }),
  greece('gr-amka', 'Greek social security number (AMKA)', {
    rules: [digitRun(11)],
    validate: checked(stdnum('gr/amka'), 'checksum:luhn', 'date'),
    confidence: { base: 0.3, withContext: 0.85 },
    context: ['amka', 'αμκα', 'α μ κ α', 'social security'],
  }),
  greece('gr-afm', 'Greek tax number (AFM)', {
    rules: [digitRun(9)],
    validate: checked(stdnum('gr/vat'), 'checksum:mod11'),
    context: ['afm', 'αφμ', 'α φ μ', 'tax number', 'VAT'],
  }),
  malta('mt-id-card', 'Maltese identity card number', {
    enabledByDefault: false,
    rules: [token(0, [3, 7], /\d{3,7}[MGAPLHBZ]/i, { length: [4, 8] })],
    confidence: { base: 0, withContext: 0.7 },
    context: ['id card', 'identity card', 'karta tal identita', 'malta', 'id number'],
    contextReach: { before: 30, after: 10 },
  }),
  turkey('tr-tckn', 'Turkish identity number', {
    rules: [digitRun(11)],
    validate: checked(stdnum('tr/tckimlik'), 'checksum:mod10'),
    confidence: { base: 0.3, withContext: 0.85 },
    context: list(`
      tckn, tc kimlik, t c kimlik, kimlik no, kimlik numarasi, tc no, turkish id, nufus cuzdani, kisi, national id
    `),
  }),
  turkey('tr-vkn', 'Turkish tax number', {
    rules: [digitRun(10)],
    validate: checked(stdnum('tr/vkn'), 'checksum:vkn'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['vkn', 'vergi no', 'vergi kimlik', 'vergi numarasi', 'vergi dairesi'],
  }),
];
