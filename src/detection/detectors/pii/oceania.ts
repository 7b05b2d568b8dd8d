import type { Detector } from '../../detector';
import { checked, stdnum } from '../../validators/checked';
import { digitGroups, digitRun, token } from '../shapes';
import { inCountry } from './in-country';

const australia = inCountry('Australia', 'AU');
const newZealand = inCountry('New Zealand', 'NZ');

export const oceania: readonly Detector[] = [
  australia({
    id: 'au-tfn',
    name: 'Australian tax file number',
    rules: [digitRun([8, 9]), digitGroups([3, 3, 3]), digitGroups([3, 3, 2])],
    validate: checked(stdnum('au/tfn'), 'checksum:mod11'),
    context: ['tfn', 'tax file number', 'tax file no', 'tax file'],
  }),
  australia({
    id: 'au-abn',
    name: 'Australian business number',
    severity: 'low',
    rules: [digitGroups([2, 3, 3, 3], ' -', { base: 0.5, withContext: 0.9 }), digitRun(11)],
    validate: checked(stdnum('au/abn'), 'checksum:mod89'),
    context: ['abn', 'australian business number'],
  }),
  australia({
    id: 'au-acn',
    name: 'Australian company number',
    severity: 'low',
    rules: [digitRun(9), digitGroups([3, 3, 3])],
    validate: checked(stdnum('au/acn'), 'checksum:mod10'),
    context: ['acn', 'australian company number', 'arbn'],
  }),
  australia({
    id: 'au-passport',
    name: 'Australian passport number',
    enabledByDefault: false,
    rules: [token([1, 2], 7, /(?:[A-FHLMNRUX]|P[A-FUWXZ])\d{7}/i, { length: [8, 9] })],
    confidence: { base: 0, withContext: 0.75 },
    context: ['passport', 'passport number', 'passport no', 'australian passport'],
  }),
  newZealand({
    id: 'nz-ird',
    name: 'New Zealand IRD number',
    rules: [digitRun([8, 9]), digitGroups([2, 3, 3]), digitGroups([3, 3, 3])],
    validate: checked(stdnum('nz/ird'), 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['ird', 'ird number', 'ird no', 'inland revenue'],
  }),
];
