import { texts } from '../texts';

/** Describes the evidence of a finding. Shows unknown values of a later app version unchanged. */

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' });
/** `context:"card number"`, `checksum:luhn`, `date`. */
const PARTS = /^([a-z-]+)(?::"?(.*?)"?)?$/;

/** @param detectorName returns the name of a detector */
export function evidenceInWords(evidence: string, detectorName: (detectorId: string) => string): string {
  const { evidence: t } = texts.detections;
  const [, kind = '', about = ''] = PARTS.exec(evidence) ?? [];
  switch (kind) {
    case 'checksum':
      return t.checksum(checksumName(about));
    case 'iin':
      return t.iin(about.slice(0, 1).toUpperCase() + about.slice(1));
    case 'context':
    case 'keyword':
      return t.context(about);
    case 'table-header':
      return t.columnHeader(about);
    case 'row-header':
      return t.rowHeader(about);
    case 'heading':
      return t.heading(about);
    case 'near':
      return t.near(detectorName(about));
    case 'entropy':
      return t.entropy(about);
    case 'date':
      return t.date;
    case 'country':
      return t.country(countryName(about));
    case 'phone':
      return t.phones[about] ?? evidence;
    case 'tag':
      return t.tags[about] ?? evidence;
    case 'format':
      return t.format;
    case 'decoded':
      return t.decoded[about] ?? t.decodedOther;
    case 'alphabet':
      return t.alphabet;
    case 'key-material':
      return t.keyMaterial;
    default:
      return evidence;
  }
}

function checksumName(name: string): string {
  const { checksums, modulo } = texts.detections.evidence;
  const [, number] = /^mod(\d+)$/.exec(name) ?? [];
  return checksums[name] ?? (number === undefined ? name.toUpperCase() : modulo(number));
}

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code;
}
