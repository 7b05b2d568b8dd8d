/* eslint-disable @typescript-eslint/no-require-imports -- only a literal `require` loads a module later without a promise */
import type { Validator as NumberPackage } from 'stdnum/lib/cjs/types';
import type { Candidate, Verdict } from '../detector';
import type * as BitcoinAddress from './bitcoin-address';
import type * as EthereumAddress from './ethereum-address';
import type * as Iban from './iban';
import type * as Phone from './phone';
import type * as SeedPhrase from './seed-phrase';

/**
 * Checks with packages, which are loaded when a value is first checked. A page needs few of them, and loading all takes longer than
 * scanning a page (docs/adr/0067).
 */

const bitcoinAddress = () => require('./bitcoin-address') as typeof BitcoinAddress;
const ethereumAddress = () => require('./ethereum-address') as typeof EthereumAddress;
const iban = () => require('./iban') as typeof Iban;
const phone = () => require('./phone') as typeof Phone;
const seedPhrase = () => require('./seed-phrase') as typeof SeedPhrase;

export const validateIban = (candidate: Candidate): Verdict => iban().validateIban(candidate);
export const isBic = (text: string): boolean => iban().isBic(text);
export const validateEthereumAddress = (candidate: Candidate): Verdict =>
  ethereumAddress().validateEthereumAddress(candidate);
export const validateSeedPhrase = (candidate: Candidate): Verdict => seedPhrase().validateSeedPhrase(candidate);
export const validateInternationalPhone = (candidate: Candidate): Verdict =>
  phone().validateInternationalPhone(candidate);
export const validateNationalPhone = (candidate: Candidate): Verdict => phone().validateNationalPhone(candidate);
export const isBitcoinAddress = (text: string): boolean => bitcoinAddress().isBitcoinAddress(text);
export const isLitecoinAddress = (text: string): boolean => bitcoinAddress().isLitecoinAddress(text);
export const isDogecoinAddress = (text: string): boolean => bitcoinAddress().isDogecoinAddress(text);
export const isTronAddress = (text: string): boolean => bitcoinAddress().isTronAddress(text);
export const isWalletImportKey = (text: string): boolean => bitcoinAddress().isWalletImportKey(text);
export const isXrpAddress = (text: string): boolean => bitcoinAddress().isXrpAddress(text);

/** The modules of stdnum, by country and number. */
const STDNUM = {
  'ar/cuit': () => require('stdnum/lib/cjs/ar/cuit') as NumberPackage,
  'at/tin': () => require('stdnum/lib/cjs/at/tin') as NumberPackage,
  'at/uid': () => require('stdnum/lib/cjs/at/uid') as NumberPackage,
  'at/vnr': () => require('stdnum/lib/cjs/at/vnr') as NumberPackage,
  'au/abn': () => require('stdnum/lib/cjs/au/abn') as NumberPackage,
  'au/acn': () => require('stdnum/lib/cjs/au/acn') as NumberPackage,
  'au/tfn': () => require('stdnum/lib/cjs/au/tfn') as NumberPackage,
  'be/bis': () => require('stdnum/lib/cjs/be/bis') as NumberPackage,
  'be/nn': () => require('stdnum/lib/cjs/be/nn') as NumberPackage,
  'be/vat': () => require('stdnum/lib/cjs/be/vat') as NumberPackage,
  'bg/vat': () => require('stdnum/lib/cjs/bg/vat') as NumberPackage,
  'br/cnpj': () => require('stdnum/lib/cjs/br/cnpj') as NumberPackage,
  'br/cpf': () => require('stdnum/lib/cjs/br/cpf') as NumberPackage,
  'by/unp': () => require('stdnum/lib/cjs/by/unp') as NumberPackage,
  'ca/bn': () => require('stdnum/lib/cjs/ca/bn') as NumberPackage,
  'ch/ssn': () => require('stdnum/lib/cjs/ch/ssn') as NumberPackage,
  'ch/uid': () => require('stdnum/lib/cjs/ch/uid') as NumberPackage,
  'ch/vat': () => require('stdnum/lib/cjs/ch/vat') as NumberPackage,
  'cn/uscc': () => require('stdnum/lib/cjs/cn/uscc') as NumberPackage,
  'co/nit': () => require('stdnum/lib/cjs/co/nit') as NumberPackage,
  'cy/vat': () => require('stdnum/lib/cjs/cy/vat') as NumberPackage,
  'cz/dic': () => require('stdnum/lib/cjs/cz/dic') as NumberPackage,
  'de/stnr': () => require('stdnum/lib/cjs/de/stnr') as NumberPackage,
  'de/vat': () => require('stdnum/lib/cjs/de/vat') as NumberPackage,
  'dk/cvr': () => require('stdnum/lib/cjs/dk/cvr') as NumberPackage,
  'ec/ci': () => require('stdnum/lib/cjs/ec/ci') as NumberPackage,
  'ee/kmkr': () => require('stdnum/lib/cjs/ee/kmkr') as NumberPackage,
  'es/cif': () => require('stdnum/lib/cjs/es/cif') as NumberPackage,
  'es/nie': () => require('stdnum/lib/cjs/es/nie') as NumberPackage,
  'es/nif': () => require('stdnum/lib/cjs/es/nif') as NumberPackage,
  'es/nss': () => require('stdnum/lib/cjs/es/nss') as NumberPackage,
  'fi/alv': () => require('stdnum/lib/cjs/fi/alv') as NumberPackage,
  'fi/ytunnus': () => require('stdnum/lib/cjs/fi/ytunnus') as NumberPackage,
  'fr/nif': () => require('stdnum/lib/cjs/fr/nif') as NumberPackage,
  'fr/nir': () => require('stdnum/lib/cjs/fr/nir') as NumberPackage,
  'fr/siren': () => require('stdnum/lib/cjs/fr/siren') as NumberPackage,
  'fr/siret': () => require('stdnum/lib/cjs/fr/siret') as NumberPackage,
  'fr/tva': () => require('stdnum/lib/cjs/fr/tva') as NumberPackage,
  'gb/utr': () => require('stdnum/lib/cjs/gb/utr') as NumberPackage,
  'gb/vat': () => require('stdnum/lib/cjs/gb/vat') as NumberPackage,
  'gr/amka': () => require('stdnum/lib/cjs/gr/amka') as NumberPackage,
  'gr/vat': () => require('stdnum/lib/cjs/gr/vat') as NumberPackage,
  'gt/cui': () => require('stdnum/lib/cjs/gt/cui') as NumberPackage,
  'hk/hkid': () => require('stdnum/lib/cjs/hk/hkid') as NumberPackage,
  'hr/oib': () => require('stdnum/lib/cjs/hr/oib') as NumberPackage,
  'hu/anum': () => require('stdnum/lib/cjs/hu/anum') as NumberPackage,
  'ie/pps': () => require('stdnum/lib/cjs/ie/pps') as NumberPackage,
  'ie/vat': () => require('stdnum/lib/cjs/ie/vat') as NumberPackage,
  'is/kennitala': () => require('stdnum/lib/cjs/is/kennitala') as NumberPackage,
  'it/codicefiscale': () => require('stdnum/lib/cjs/it/codicefiscale') as NumberPackage,
  'it/iva': () => require('stdnum/lib/cjs/it/iva') as NumberPackage,
  'ke/pin': () => require('stdnum/lib/cjs/ke/pin') as NumberPackage,
  'kr/brn': () => require('stdnum/lib/cjs/kr/brn') as NumberPackage,
  'lt/pvm': () => require('stdnum/lib/cjs/lt/pvm') as NumberPackage,
  'lu/tva': () => require('stdnum/lib/cjs/lu/tva') as NumberPackage,
  'lv/pvn': () => require('stdnum/lib/cjs/lv/pvn') as NumberPackage,
  'md/idno': () => require('stdnum/lib/cjs/md/idno') as NumberPackage,
  'mt/vat': () => require('stdnum/lib/cjs/mt/vat') as NumberPackage,
  'mu/nid': () => require('stdnum/lib/cjs/mu/nid') as NumberPackage,
  'mx/rfc': () => require('stdnum/lib/cjs/mx/rfc') as NumberPackage,
  'mz/nuit': () => require('stdnum/lib/cjs/mz/nuit') as NumberPackage,
  'nl/bsn': () => require('stdnum/lib/cjs/nl/bsn') as NumberPackage,
  'nl/btw': () => require('stdnum/lib/cjs/nl/btw') as NumberPackage,
  'no/fodselsnummer': () => require('stdnum/lib/cjs/no/fodselsnummer') as NumberPackage,
  'no/mva': () => require('stdnum/lib/cjs/no/mva') as NumberPackage,
  'no/orgnr': () => require('stdnum/lib/cjs/no/orgnr') as NumberPackage,
  'nz/bank': () => require('stdnum/lib/cjs/nz/bank') as NumberPackage,
  'nz/ird': () => require('stdnum/lib/cjs/nz/ird') as NumberPackage,
  'pe/ruc': () => require('stdnum/lib/cjs/pe/ruc') as NumberPackage,
  'pl/nip': () => require('stdnum/lib/cjs/pl/nip') as NumberPackage,
  'pl/pesel': () => require('stdnum/lib/cjs/pl/pesel') as NumberPackage,
  'pl/regon': () => require('stdnum/lib/cjs/pl/regon') as NumberPackage,
  'pt/cc': () => require('stdnum/lib/cjs/pt/cc') as NumberPackage,
  'pt/nif': () => require('stdnum/lib/cjs/pt/nif') as NumberPackage,
  'ro/cnp': () => require('stdnum/lib/cjs/ro/cnp') as NumberPackage,
  'ro/cui': () => require('stdnum/lib/cjs/ro/cui') as NumberPackage,
  'ru/inn': () => require('stdnum/lib/cjs/ru/inn') as NumberPackage,
  'se/orgnr': () => require('stdnum/lib/cjs/se/orgnr') as NumberPackage,
  'se/vat': () => require('stdnum/lib/cjs/se/vat') as NumberPackage,
  'sg/uen': () => require('stdnum/lib/cjs/sg/uen') as NumberPackage,
  'si/ddv': () => require('stdnum/lib/cjs/si/ddv') as NumberPackage,
  'sk/dph': () => require('stdnum/lib/cjs/sk/dph') as NumberPackage,
  'th/idnr': () => require('stdnum/lib/cjs/th/idnr') as NumberPackage,
  'tr/tckimlik': () => require('stdnum/lib/cjs/tr/tckimlik') as NumberPackage,
  'tr/vkn': () => require('stdnum/lib/cjs/tr/vkn') as NumberPackage,
  'ua/rntrc': () => require('stdnum/lib/cjs/ua/rntrc') as NumberPackage,
  've/rif': () => require('stdnum/lib/cjs/ve/rif') as NumberPackage,
};

export type NumberModule = keyof typeof STDNUM;

const loaded: { [module in NumberModule]?: NumberPackage } = {};

/** True if a module of stdnum accepts a number. */
export function checkNumber(module: NumberModule, number: string): boolean {
  return (loaded[module] ??= STDNUM[module]()).validate(number).isValid;
}
