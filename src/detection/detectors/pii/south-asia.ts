import { isAadhaar, isCheckedGstin, isGstin, isPan, isSriLankanId } from '../../validators/asian-ids';
import { checked, either, formatOnly, ofPerson } from '../../validators/checked';
import { digitGroups, digitRun, token } from '../shapes';
import { inCountry } from './in-country';

const india = inCountry('India', 'IN');
const pakistan = inCountry('Pakistan', 'PK');
const sriLanka = inCountry('Sri Lanka', 'LK');

export const southAsia = [
  india('in-aadhaar', 'Indian Aadhaar number', {
    rules: [digitGroups([4, 4, 4], ' :-', { base: 0.6, withContext: 0.95 }), digitRun(12)],
    validate: checked(isAadhaar, 'checksum:verhoeff'),
    confidence: { base: 0.3, withContext: 0.9 },
    context: ['aadhaar', 'aadhar', 'adhaar', 'uidai', 'uid number', 'आधार'],
  }),
  india('in-pan', 'Indian permanent account number (PAN)', {
    rules: [
      token(5, 4, /[A-Z]{5}\d{4}[A-Z]/, { length: 10 }),
      token(5, 4, /[A-Z]{5}\d{4}[A-Z]/i, { length: 10, confidence: { base: 0, withContext: 0.9 } }),
    ],
    validate: ofPerson(/^.{3}[^HP]/i, formatOnly(isPan, 'format:pan')),
    confidence: { base: 0.4, inRegion: 0.5, withContext: 0.9 },
    context: ['PAN', 'pan number', 'pan card', 'permanent account number', 'income tax'],
  }),
  india('in-gstin', 'Indian goods and services tax number (GSTIN)', {
    severity: 'low',
    rules: [token(0, 2, /\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]/i, { length: 15 })],
    validate: either(checked(isCheckedGstin, 'checksum:mod36'), formatOnly(isGstin, 'format:gstin')),
    confidence: { base: 0.5, validated: 0.9, withContext: 0.9 },
    context: ['gstin', 'gst', 'gst number', 'gst registration', 'goods and services tax', 'tax identification'],
  }),
  india('in-voter-id', 'Indian voter number (EPIC)', {
    enabledByDefault: false,
    rules: [token(3, 7, /[A-Z]{3}\d{7}/i, { length: 10 })],
    context: ['voter', 'voter id', 'epic', 'elector', 'election commission'],
  }),
  india('in-passport', 'Indian passport number', {
    enabledByDefault: false,
    rules: [token(1, [2, 7], /[A-Z][1-9]\d ?\d{4}[1-9]/i)],
    context: ['passport', 'passport number', 'passport no', 'indian passport'],
  }),
  india('in-vehicle-registration', 'Indian vehicle registration', {
    severity: 'low',
    enabledByDefault: false,
    rules: [token(2, [1, 2], /[A-Z]{2}\d{1,2}[ -]?[A-Z]{1,3}[ -]?\d{4}/i)],
    confidence: { base: 0.2, withContext: 0.75 },
    context: ['registration', 'registration number', 'vehicle', 'vehicle number', 'number plate', 'rto'],
  }),
  pakistan('pk-cnic', 'Pakistani identity number (CNIC)', {
    rules: [
      token(0, 5, /[1-7]\d{4}-\d{7}-\d(?!-?\d)/, { confidence: { base: 0.4, inRegion: 0.7, withContext: 0.95 } }),
      digitRun(13),
    ],
    confidence: { base: 0, withContext: 0.85 },
    context: ['cnic', 'nicop', 'nadra', 'national identity card', 'شناختی کارڈ'],
  }),
  sriLanka('lk-nic', 'Sri Lankan identity number (NIC)', {
    rules: [token(0, 9, /\d{9}[VX]/i, { length: 10 }), digitRun(12, { base: 0, withContext: 0.8 })],
    validate: formatOnly(isSriLankanId, 'date'),
    confidence: { base: 0.4, inRegion: 0.5, withContext: 0.9 },
    context: ['NIC', 'nic number', 'national identity card', 'sri lanka'],
  }),
];
