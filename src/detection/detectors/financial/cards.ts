import type { Detector } from '../../detector';
import { validateCard } from '../../validators/card';

export const cards: readonly Detector[] = [
  {
    id: 'card-pan',
    name: 'Payment card number',
    category: 'financial',
    group: 'Payment cards',
    severity: 'high',
    enabledByDefault: true,
    mask: 'last-4',
    rules: [
      { by: 'token', digits: [12, 19], pattern: /\d{12,19}(?![.,]?\d)/ },
      { by: 'token', digits: 4, pattern: /\d{4}([ -])(?:\d{4}\1\d{4}\1\d{1,7}|\d{6}\1\d{4,5})(?![ -]?\d)/ },
    ],
    validate: validateCard,
    confidence: { base: 0.75, withContext: 0.95 },
    context: ['card', 'card number', 'card no', 'credit', 'debit', 'visa', 'mastercard', 'amex', 'pan'],
  },
];
