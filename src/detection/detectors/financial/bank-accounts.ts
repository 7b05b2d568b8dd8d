import { detectorOf } from '../detector-of';
import {
  isCbu,
  isClabe,
  isCreditorIdentifier,
  isNorwegianAccount,
  isRib,
  isRoutingNumber,
} from '../../validators/bank-account';
import { checked, formatOnly } from '../../validators/checked';
import { checkNumber, isBic, validateIban } from '../../validators/on-demand';
import { validateAccountNumber } from '../../validators/labeled-numbers';
import { digitGroups, digitRun, token } from '../shapes';
import { list } from '../list';

/** Excludes words whose fifth and sixth letters are a country code: "BIC (REQUIRED): …". */
const BANK_CODE =
  '(?!REQUIRED|DOCUMENT|CUSTOMER|SETTINGS|BUSINESS|OVERVIEW|REGISTER|TERMINAL|OPTIONAL|EXAMPLE|BENEFICIARY|TRANSACTION|INSTRUCTION|DESTINATION)' +
  '[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?';

const account = detectorOf('financial', 'Bank accounts', 'high');

export const bankAccounts = [
  account('iban', 'IBAN', {
    rules: [
      // Two letters and two check digits; the account continues with digits or letters.
      token(2, [2, 31], /[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Z0-9]{1,3})?/i),
    ],
    validate: validateIban,
    confidence: { base: 0.95 },
  }),
  account('swift-bic', 'SWIFT/BIC code', {
    severity: 'low',
    rules: [
      {
        by: 'keyword',
        keywords: ['swift', 'bic'],
        // As a whole word or at the start of a word within an identifier: `bankBic`, but not "ARABIC".
        pattern: new RegExp(
          String.raw`(?:(?<![A-Za-z])(?:swift|bic)|(?<![A-Z])(?:Swift|SWIFT|Bic|BIC))(?:[_ ]?code)?s?(?![a-z])[^\n]{0,40}?(?<![A-Za-z0-9])(?<value>${BANK_CODE})(?![A-Za-z0-9])`,
        ),
        cell: new RegExp(BANK_CODE),
        bounded: false,
      },
    ],
    validate: checked(isBic, 'format:bic', 'country'),
    confidence: { base: 0.7 },
  }),
  account('us-aba-routing', 'US bank routing number', {
    severity: 'medium',
    regions: ['US'],
    rules: [digitRun(9), digitGroups([4, 4, 1], '-', { base: 0.5, withContext: 0.85 })],
    validate: checked(isRoutingNumber, 'checksum:3-7-1'),
    confidence: { base: 0.2, withContext: 0.8 },
    context: list('aba, routing, routing number, routing no, rtn, routing transit, bank routing, wire transfer, ACH'),
  }),
  account('us-bank-account', 'US bank account number', {
    regions: ['US'],
    enabledByDefault: false,
    rules: [digitRun([6, 17])],
    validate: formatOnly((text) => !/^(\d)\1*$/.test(text), 'format:digits'),
    confidence: { base: 0, withContext: 0.5 },
    context: list(`
      bank account, account number, account no, acct, checking account, savings account, banking account,
      deposit account
    `),
    contextReach: { before: 35, after: 10 },
  }),
  account('uk-sort-account', 'UK sort code and account number', {
    regions: ['GB'],
    rules: [
      token(0, 2, /(?<!\d[ .:/-])\d{2}([ -])\d{2}\1\d{2}(?:[ ,;|/:a-z.]{1,30}\d{8})?(?!-?\d)/i),
      token(0, 6, /\d{6}[ ,;|/:a-z.]{1,30}\d{8}/i),
    ],
    confidence: { base: 0, withContext: 0.7 },
    context: ['sort code', 'sortcode', 's/c', 'account number', 'bacs', 'chaps', 'faster payment', 'bank details'],
  }),
  account('au-bsb-account', 'Australian BSB and account number', {
    regions: ['AU'],
    rules: [token(0, 3, /\d{3}[- ]?\d{3}(?:[ ,;|/:a-z.]{1,30}\d{6,9})?(?!-?\d)/i)],
    confidence: { base: 0, withContext: 0.7 },
    context: ['bsb', 'bsb number', 'bank state branch'],
    contextReach: { before: 30, after: 10 },
  }),
  account('nz-bank-account', 'New Zealand bank account number', {
    regions: ['NZ'],
    rules: [
      token(0, 2, /\d{2}-\d{3,4}-\d{7}-\d{2,3}(?!-?\d)/, { confidence: { base: 0.8, withContext: 0.9 } }),
      digitRun([15, 16], { base: 0, withContext: 0.8 }),
    ],
    // The parts are not padded, so the separators are part of the value.
    validate: ({ value }) =>
      checkNumber('nz/bank', value) ? { verdict: 'valid', evidence: ['checksum:mod11'] } : { verdict: 'invalid' },
    confidence: { base: 0.8 },
    context: ['bank account', 'account number', 'new zealand'],
  }),
  account('in-ifsc', 'Indian bank branch code (IFSC)', {
    severity: 'low',
    regions: ['IN'],
    rules: [token(4, [1, 7], /[A-Z]{4}0[A-Z0-9]{6}/i, { length: 11 })],
    confidence: { base: 0, withContext: 0.7 },
    context: ['ifsc', 'ifsc code', 'neft', 'rtgs', 'imps'],
  }),
  account('mx-clabe', 'Mexican bank account (CLABE)', {
    regions: ['MX'],
    rules: [digitRun(18)],
    validate: checked(isClabe, 'checksum:3-7-1'),
    confidence: { base: 0, withContext: 0.85 },
    context: ['clabe', 'cuenta', 'clabe interbancaria', 'spei', 'transferencia'],
  }),
  account('ar-cbu', 'Argentine bank account (CBU)', {
    regions: ['AR'],
    rules: [digitRun(22)],
    validate: checked(isCbu, 'checksum:cbu'),
    confidence: { base: 0.6, withContext: 0.9 },
    context: ['cbu', 'cvu', 'cuenta', 'clave bancaria'],
  }),
  account('no-bank-account', 'Norwegian bank account number', {
    regions: ['NO'],
    rules: [digitGroups([4, 2, 5], ' .'), digitRun(11)],
    validate: checked(isNorwegianAccount, 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.85 },
    context: ['kontonummer', 'konto', 'kontonr', 'bankkonto', 'konto nr'],
  }),
  account('fr-rib', 'French bank account (RIB)', {
    regions: ['FR', 'MC'],
    rules: [token(0, [5, 23], /\d{5}[ -]?\d{5}[ -]?[0-9A-Z]{11}[ -]?\d{2}/)],
    validate: checked(isRib, 'checksum:mod97'),
    confidence: { base: 0.5, withContext: 0.9 },
    context: ['rib', "releve d'identite bancaire", 'compte', 'code banque', 'code guichet', 'cle rib'],
  }),
  account('sepa-creditor-id', 'SEPA creditor identifier', {
    severity: 'low',
    enabledByDefault: false,
    rules: [token(2, [2, 31], /[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{5,28}/)],
    validate: checked(isCreditorIdentifier, 'checksum:mod97'),
    confidence: { base: 0, withContext: 0.8 },
    context: list(`
      creditor identifier, creditor id, glaubiger id, glaubiger identifikationsnummer, ics, SEPA,
      identificativo creditore
    `),
  }),
  account('bank-account-number', 'Bank account number', {
    addedIn: 2,
    // Detectors of one country are more specific.
    generic: true,
    rules: [
      digitRun([6, 26]),
      token(0, [2, 6], /(?<!\d[.,:/-]|\+)\d{2,6}(?:[ \u00a0.-]\d{2,12}){1,7}(?:[ \u00a0-]\d)?(?![./-]?\d|:\w|,\d)/),
      // A check character at the end, or the number of a Swedish branch in front.
      token(0, [5, 12], /(?<!\d[.,:/-]|\+)\d{5,12}-[\dX](?![\w./-]|,\d)/),
      token(0, [2, 10], /(?<!\d[.,:/-]|\+)(?:\d{2,6}-)?\d{6,10}\/\d{4}(?![\w/-]|[.,]\d)/),
      token(0, 10, /\d{10}[A-Z](?![\w./-]|,\d)/, { length: 11 }),
      token(0, 4, /(?<!\d[.,:/-]|\+)\d{4}-\d, ?\d{3} \d{3} \d{3}(?:-\d)?(?![\w./-]|,\d)/),
    ],
    validate: validateAccountNumber,
    confidence: { base: 0, withContext: 0.7 },
    context: list(`
      account*, acct*, a/c, *konto*, *kto, konta, compte, comptes, rib, code banque, cuenta, cuentas, ccc, conto, c/c, conta, nib,
      ゆうちょ, 記号, *rekening*, rachunek*, rachunku, bankgiro, plusgiro, tilinumero, ucet, uctu, ucet*, 口座, 普通, 当座, 账号, 账户, 帐号, 賬號, 계좌
    `),
  }),
];
