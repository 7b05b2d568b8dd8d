import { FORMS } from './value-copies';
import { seededRandom } from '../../local/forge/seeded-random';

/** Values that no reason may contain, by the name of the detector that finds them. */
export const SENSITIVE: Readonly<Record<string, string>> = {
  'Payment card number': '4539 1488 0343 6467',
  IBAN: 'DE26 3704 0044 0532 0240 28',
  'GitHub token': 'ghp_9Kp2Vt7Qx4Lm8Rz3Wn6Bc1Yd5Hf0Js2Ga4Ue',
  'AWS access key id': 'AKIAQYLPMN5HHHFPZAM2',
  'Medical record number': 'MRN: 48291376',
  'UK NHS number': 'NHS number 943 474 8224',
  'US Social Security number': 'SSN 536-90-4399',
  'Password in a sentence, a list or a table': 'password: Xk7#mQ92!vLp',
};

const encoded = (name: string) => (value: string) => FORMS[name]?.(value, seededRandom(1)) ?? value;
const split = (joint: string) => (value: string) =>
  value.slice(0, value.length / 2) + joint + value.slice(value.length / 2);

/** The spellings in which a page scan finds a value, and in which a reason can have it. */
export const SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  quoted: encoded('quoted'),
  'in JSON': encoded('in JSON'),
  'in an address': encoded('in an address'),
  'percent-encoded': encoded('percent-encoded'),
  'percent-encoded in part': encoded('percent-encoded in part'),
  'percent-encoded twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'blanks as plus signs': (value) => value.replaceAll(' ', '+'),
  'HTML entities': encoded('HTML entities'),
  'hexadecimal entities': encoded('hexadecimal entities'),
  'named entities': (value) => value.replaceAll(' ', '&nbsp;'),
  'entities of entities': (value) => value.replace(/\d/g, (digit) => `&amp;#${digit.charCodeAt(0)};`),
  'JSON escapes': encoded('JSON escapes'),
  'backslash escapes': encoded('backslash escapes'),
  'full width': encoded('full width'),
  'split by a tag': (value) => `<b>${split('</b>')(value)}`,
  'split by a comment': split('<!-- -->'),
  'split by a line break': split('\n'),
  'split by a line break of HTML': split('<br/>'),
  'split over cells': (value) => `<td>${split('</td><td>')(value)}</td>`,
  'split by an invisible character': split('&#8203;'),
  'split by a soft hyphen': split('&shy;'),
};

/** Reasons without sensitive data that look similar. */
export const HARMLESS = [
  'Contains PCI data, see JIRA-1234',
  'Published on our website on 20 November.',
  'Approved 2026-11-20 14:30 by legal',
  'Same as page 164001\n164002\n164003',
  'See 4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81',
  'Ask anna.meier@example.com or +49 30 2647183',
  'No card numbers, IBANs or passwords any more',
  'https://example.atlassian.net/wiki/spaces/ENG/pages/123456789/Title+of+page%20two',
  'C++11 and a+b, 100% of 50%20',
  'INC0012345, order 4500012345, contract 2026/4711-22',
  'Older version 1.2.3.4 at commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'SEC-2024-00123: passwords rotated, patient data removed, salary list moved',
];
