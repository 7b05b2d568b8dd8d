import { checked, stdnum } from '../../validators/checked';
import { digitGroups, digitRun, token } from '../shapes';
import { inCountry } from './in-country';

const australia = inCountry('Australia', 'AU');
const newZealand = inCountry('New Zealand', 'NZ');

export const oceania = [
  australia('au-tfn', 'Australian tax file number', {
    rules: [digitRun([8, 9]), digitGroups([3, 3, 3]), digitGroups([3, 3, 2])],
    validate: checked(stdnum('au/tfn'), 'checksum:mod11'),
    context: ['tfn', 'tax file number', 'tax file no', 'tax file'],
  }),
  australia('au-abn', 'Australian business number', {
    severity: 'low',
    rules: [digitGroups([2, 3, 3, 3], ' -', { base: 0.5, withContext: 0.9 }), digitRun(11)],
    validate: checked(stdnum('au/abn'), 'checksum:mod89'),
    context: ['abn', 'australian business number'],
  }),
  australia('au-acn', 'Australian company number', {
    severity: 'low',
    rules: [digitRun(9), digitGroups([3, 3, 3])],
    validate: checked(stdnum('au/acn'), 'checksum:mod10'),
    context: ['acn', 'australian company number', 'arbn'],
  }),
  australia('au-passport', 'Australian passport number', {
    enabledByDefault: false,
    rules: [token([1, 2], 7, /(?:[A-FHLMNRUX]|P[A-FUWXZ])\d{7}/i, { length: [8, 9] })],
    context: ['passport', 'passport number', 'passport no', 'australian passport'],
  }),
  newZealand('nz-ird', 'New Zealand IRD number', {
    rules: [digitRun([8, 9]), digitGroups([2, 3, 3]), digitGroups([3, 3, 3])],
    validate: checked(stdnum('nz/ird'), 'checksum:mod11'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['ird', 'ird number', 'ird no', 'inland revenue'],
  }),
];
