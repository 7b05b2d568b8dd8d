import { checkNumber, type NumberModule } from './on-demand';

const COUNTRIES: Readonly<Record<string, NumberModule>> = {
  AT: 'at/uid',
  BE: 'be/vat',
  BG: 'bg/vat',
  CHE: 'ch/vat',
  CY: 'cy/vat',
  CZ: 'cz/dic',
  DE: 'de/vat',
  DK: 'dk/cvr',
  EE: 'ee/kmkr',
  EL: 'gr/vat',
  ES: 'es/nif',
  FI: 'fi/alv',
  FR: 'fr/tva',
  GB: 'gb/vat',
  GR: 'gr/vat',
  HR: 'hr/oib',
  HU: 'hu/anum',
  IE: 'ie/vat',
  IT: 'it/iva',
  LT: 'lt/pvm',
  LU: 'lu/tva',
  LV: 'lv/pvn',
  MT: 'mt/vat',
  NL: 'nl/btw',
  NO: 'no/mva',
  PL: 'pl/nip',
  PT: 'pt/nif',
  RO: 'ro/cui',
  SE: 'se/vat',
  SI: 'si/ddv',
  SK: 'sk/dph',
  XI: 'gb/vat',
};

/** Validates a VAT number with country prefix by the rules of its country. */
export function isVatNumber(text: string): boolean {
  const country = text.startsWith('CHE') ? 'CHE' : text.slice(0, 2);
  const body = country === 'CHE' || country === 'AT' || country === 'NO' ? text : text.slice(2);
  const module = COUNTRIES[country];
  return module !== undefined && checkNumber(module, body);
}
