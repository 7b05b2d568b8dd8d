import { detectorOf } from '../detector-of';
import { checked } from '../../validators/checked';
import { isCusip, isIsin, isLei, isSedol } from '../../validators/securities';
import { token } from '../shapes';

const security = detectorOf('financial', 'Securities and companies', 'low');

export const securities = [
  security('isin', 'ISIN', {
    enabledByDefault: false,
    rules: [token([2, 11], [1, 10], /[A-Z]{2}[A-Z0-9]{9}\d/, { length: 12 })],
    validate: checked(isIsin, 'checksum:luhn'),
    confidence: { base: 0.4, withContext: 0.8 },
    context: ['isin', 'security', 'securities', 'wertpapier', 'bond', 'shares', 'fund', 'wkn'],
  }),
  security('lei', 'Legal Entity Identifier', {
    enabledByDefault: false,
    rules: [token([0, 15], [1, 20], /[A-Z0-9]{18}\d{2}/, { length: 20 })],
    validate: checked(isLei, 'checksum:mod97'),
    confidence: { base: 0.4, withContext: 0.8 },
    context: ['LEI', 'lei code', 'legal entity identifier', 'gleif'],
  }),
  security('cusip', 'CUSIP', {
    regions: ['US', 'CA'],
    enabledByDefault: false,
    rules: [token(0, [3, 9], /\d{3}[0-9A-Z]{5}\d/, { length: 9 })],
    validate: checked(isCusip, 'checksum:luhn'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['cusip', 'security', 'securities', 'bond', 'shares', 'fund'],
  }),
  security('sedol', 'SEDOL', {
    regions: ['GB', 'IE'],
    enabledByDefault: false,
    rules: [token([0, 6], [1, 7], /[0-9B-DF-HJ-NP-TV-Z]{6}\d/, { length: 7 })],
    validate: checked(isSedol, 'checksum:sedol'),
    confidence: { base: 0, withContext: 0.8 },
    context: ['sedol'],
  }),
];
