import { anyOf, checked, either, formatOnly, stdnum, withoutNormalForm } from '../../validators/checked';
import {
  isGermanDocument,
  isMatricule,
  isOldGermanDocument,
  isRentenversicherung,
  isSteuerId,
} from '../../validators/european-ids';
import { digitGroups, digitRun, prefixed, token } from '../shapes';
import { inCountry } from './in-country';
import { list } from '../list';

const germany = inCountry('Germany', 'DE');
const austria = inCountry('Austria', 'AT');
const switzerland = inCountry('Switzerland', 'CH', 'LI');
const france = inCountry('France', 'FR');
const netherlands = inCountry('Netherlands', 'NL');
const belgium = inCountry('Belgium', 'BE');
const luxembourg = inCountry('Luxembourg', 'LU');

export const westernEurope = [
  germany('de-steuer-id', 'German tax identification number', {
    rules: [digitRun(11), digitGroups([2, 3, 3, 3])],
    validate: checked(isSteuerId, 'checksum:mod11-10'),
    confidence: { base: 0.2, withContext: 0.9 },
    context: list(`
      steuer id, steuerid, steuer idnr, idnr, id nr, identifikationsnummer, steueridentifikationsnummer,
      steuerliche identifikationsnummer, steuernummer, TIN, tax id, tax identification, bzst
    `),
  }),
  germany('de-rvnr', 'German pension insurance number', {
    rules: [token(0, 8, /\d{8}[A-Z]\d{3}/i, { length: 12 }), token(0, 2, /\d{2} \d{6} [A-Z] \d{3}/i)],
    validate: checked(isRentenversicherung, 'checksum:mod10', 'date'),
    confidence: { base: 0.6, withContext: 0.9 },
    context: list(`
      rentenversicherung, rentenversicherungsnummer, sozialversicherungsnummer, sv nummer, svnr, rvnr,
      versicherungsnummer, rente
    `),
  }),
  germany('de-idcard-passport', 'German identity card or passport number', {
    rules: [token([1, 8], [1, 8], /[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{7}\d/i, { length: 9 })],
    validate: either(checked(isGermanDocument, 'checksum:7-3-1'), formatOnly(isOldGermanDocument, 'format:id-card')),
    confidence: { base: 0.2, withContext: 0.9 },
    context: list(`
      personalausweis, personalausweisnummer, ausweis, ausweisnummer, ausweis nr, reisepass, reisepassnummer,
      passnummer, pass nr, passport, passport number, identity card, id card, seriennummer, dokumentennummer
    `),
  }),
  germany('de-steuernummer', 'German tax number', {
    enabledByDefault: false,
    rules: [token(0, [2, 3], /\d{2,3}([/ ])\d{3,4}\1\d{4,5}(?!\d|[/.]\d)/), digitRun([10, 13])],
    // Federal states group the eleven digits differently: 3-3-5 or 3-4-4.
    validate: withoutNormalForm(formatOnly(stdnum('de/stnr'), 'format:steuernummer')),
    confidence: { base: 0, withContext: 0.8 },
    context: ['steuernummer', 'steuer nr', 'st nr', 'st. nr', 'steuernr', 'finanzamt', 'tax number'],
  }),
  germany('de-driving-licence', 'German driving licence number', {
    enabledByDefault: false,
    rules: [
      token([1, 4], [1, 8], /[A-Z0-9]\d{2}[A-Z0-9]{6}\d[A-Z0-9]/i, { length: 11 }),
      token(2, [8, 9], /[A-Z]{2}\d{8}[A-Z0-9]/i, { length: 11 }),
    ],
    context: list(`
      fuhrerschein, fuhrerscheinnummer, fahrerlaubnis, fahrerlaubnisnummer, driving licence, fuhrerschein nr
    `),
  }),
  austria('at-svnr', 'Austrian social insurance number', {
    rules: [digitRun(10), digitGroups([4, 6], ' ')],
    validate: checked(stdnum('at/vnr'), 'checksum:mod11', 'date'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['svnr', 'sv nummer', 'sozialversicherungsnummer', 'versicherungsnummer', 'sv nr', 'e card'],
  }),
  austria('at-tin', 'Austrian tax number', {
    rules: [token(0, [2, 9], /\d{2}[- ]?\d{3}\/?\d{4}(?!\d)/)],
    validate: checked(stdnum('at/tin'), 'checksum:tin'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['steuernummer', 'abgabenkontonummer', 'finanzamt', 'tax number', 'tin'],
  }),
  switzerland('ch-ahv', 'Swiss social security number (AHV)', {
    rules: [token(0, [3, 13], /756([. -]?)\d{4}\1\d{4}\1\d{2}(?!\d)/)],
    validate: checked(stdnum('ch/ssn'), 'checksum:ean13'),
    confidence: { base: 0.85, withContext: 0.95 },
    context: ['ahv', 'ahv nummer', 'avs', 'numero avs', 'sozialversicherungsnummer', 'oasi', 'navs'],
  }),
  switzerland('ch-uid', 'Swiss business identification number', {
    severity: 'low',
    enabledByDefault: false,
    rules: [token(3, [3, 9], /CHE[- ]?\d{3}\.?\d{3}\.?\d{3}/i), prefixed(['che-'], /CHE-\d{3}\.\d{3}\.\d{3}/i)],
    validate: checked(stdnum('ch/uid'), 'checksum:mod11'),
    confidence: { base: 0.8, withContext: 0.9 },
    context: ['UID', 'IDE', 'mwst', 'unternehmens identifikationsnummer'],
  }),
  france('fr-nir', 'French social security number (NIR)', {
    rules: [
      token(0, [6, 15], /[12]\d{4}(?:\d{2}|2[AB])\d{8}(?!\d)/i, { length: 15 }),
      token(0, 1, /[12]([ .\u00a0-])\d{2}\1\d{2}\1(?:\d{2}|2[AB])\1\d{3}\1\d{3}\1\d{2}(?!\d)/i),
      token(0, [6, 13], /[12]\d{4}(?:\d{2}|2[AB])\d{6} \d{2}(?!\d)/i),
    ],
    validate: checked(stdnum('fr/nir'), 'checksum:mod97'),
    confidence: { base: 0.7, withContext: 0.95 },
    context: list('nir, insee, securite sociale, numero de securite sociale, numero de secu, carte vitale, nss'),
  }),
  france('fr-spi', 'French tax identification number (SPI)', {
    rules: [digitRun(13), digitGroups([2, 2, 3, 3, 3], ' ')],
    validate: checked(stdnum('fr/nif'), 'checksum:mod511'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['SPI', 'numero fiscal', 'reference fiscale', 'impots', 'nif', 'tax id'],
  }),
  france('fr-siren-siret', 'French company number (SIREN, SIRET)', {
    severity: 'low',
    enabledByDefault: false,
    rules: [digitRun(9), digitGroups([3, 3, 3], ' '), digitRun(14), digitGroups([3, 3, 3, 5], ' ')],
    validate: checked(anyOf(stdnum('fr/siren'), stdnum('fr/siret')), 'checksum:luhn'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['siren', 'siret', 'numero siren', 'numero siret', 'rcs'],
  }),
  france('fr-passport', 'French passport number', {
    enabledByDefault: false,
    rules: [token(0, 2, /\d{2}[A-Z]{2}\d{5}/i, { length: 9 })],
    context: ['passeport', 'numero de passeport', 'passport', 'passport number'],
  }),
  france('fr-id-card', 'French identity card number', {
    enabledByDefault: false,
    rules: [digitRun(12), token([1, 8], [1, 8], /[A-Z0-9]{9}/i, { length: 9 })],
    confidence: { base: 0, withContext: 0.7 },
    context: ["carte d'identite", "carte nationale d'identite", 'cni', 'numero cni', "piece d'identite"],
    contextReach: { before: 30, after: 10 },
  }),
  netherlands('nl-bsn', 'Dutch citizen service number (BSN)', {
    rules: [digitRun([8, 9]), digitGroups([4, 2, 3], ' .'), digitGroups([3, 3, 3], ' .')],
    validate: checked(stdnum('nl/bsn'), 'checksum:11'),
    context: ['bsn', 'burgerservicenummer', 'sofinummer', 'sofi nummer', 'bsn nummer', 'citizen service number'],
  }),
  netherlands('nl-passport', 'Dutch passport or identity card number', {
    enabledByDefault: false,
    rules: [token([2, 8], [1, 7], /[A-NP-Z]{2}[A-NP-Z0-9]{6}\d/i, { length: 9 })],
    context: ['paspoort', 'paspoortnummer', 'documentnummer', 'identiteitskaart', 'passport'],
  }),
  belgium('be-nn', 'Belgian national number', {
    rules: [
      token(0, 2, /\d{2}\.\d{2}\.\d{2}[- ]\d{3}[.-]\d{2}(?!\d)/),
      digitRun(11, { base: 0.3, withContext: 0.9 }),
      digitGroups([6, 3, 2], ' -'),
    ],
    validate: checked(anyOf(stdnum('be/nn'), stdnum('be/bis')), 'checksum:mod97', 'date'),
    confidence: { base: 0.6, withContext: 0.9 },
    context: list(`
      rijksregisternummer, rijksregister, numero national, registre national, nationaal nummer, insz, niss,
      national number
    `),
  }),
  luxembourg('lu-matricule', 'Luxembourg national number', {
    rules: [digitRun(13), digitGroups([4, 2, 2, 3, 2], ' ')],
    validate: checked(isMatricule, 'checksum:luhn', 'checksum:verhoeff', 'date'),
    confidence: { base: 0.6, withContext: 0.9 },
    context: ['matricule', "numero d'identification national", 'luxembourg', 'ccss'],
  }),
];
