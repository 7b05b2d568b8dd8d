import type { Detector } from '../../detector';
import { checked } from '../../validators/checked';
import { isVatNumber } from '../../validators/vat-number';
import { token } from '../shapes';
import { list } from '../list';

export const taxAndPay: readonly Detector[] = [
  {
    id: 'eu-vat',
    name: 'European VAT number',
    category: 'financial',
    group: 'Tax',
    severity: 'low',
    enabledByDefault: false,
    rules: [
      token(
        [2, 5],
        [1, 12],
        /(?:AT|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK|XI)-?[0-9A-Z.]{8,15}(?:-[0-9]{2})?/i,
      ),
      // With a space after the country code, the number is not one token.
      {
        by: 'window',
        keywords: list(`
          vat, ust id, ust idnr, ustid, ustidnr, umsatzsteuer, tva, p iva, iva, btw, moms
        `),
        before: 0,
        after: 50,
        pattern: /[A-Z]{2}[ .](?:[0-9A-Z]{8,12}|[0-9A-Z]{2,4}(?:[ .][0-9A-Z]{2,4}){1,4})/,
      },
    ],
    validate: checked(isVatNumber, 'checksum:vat'),
    confidence: { base: 0.6, withContext: 0.85 },
    context: list(`
      vat, vat id, vat no, vat number, ust id, ust idnr, ustid, umsatzsteuer, mwst, tva, iva, btw, moms, nip, dph
    `),
  },
  {
    id: 'salary-amount',
    name: 'Salary',
    category: 'financial',
    group: 'Pay',
    severity: 'medium',
    enabledByDefault: false,
    rules: [
      {
        by: 'keyword',
        keywords: ['$', '€', '£', '¥', 'usd', 'eur', 'gbp', 'chf', 'inr', 'aud', 'cad'],
        pattern: /(?:[$€£¥]|[A-Z]{3}) ?\d{1,3}(?:[.,' ]?\d{3}){1,3}(?:[.,]\d{2})?/i,
      },
      token(
        0,
        [1, 7],
        /\d{1,3}(?:[.,' ]?\d{3}){1,3}(?:[.,]\d{2})? ?(?:[$€£¥]|(?:USD|EUR|GBP|CHF|INR|AUD|CAD|kr|zł)\b)/i,
      ),
      token(0, [2, 3], /\d{2,3}k(?: ?[$€£]| ?(?:USD|EUR|GBP|CHF)\b)?/i),
    ],
    confidence: { base: 0, withContext: 0.5 },
    context: list(`
      salary, salaries, compensation, base pay, annual pay, wage, wages, payroll, pay rise, bonus, remuneration,
      *gehalt, lohn, *lohn, vergutung, salaire*, sueldo*, salario*, stipendio, retribuzione, ordenado, *salaris, lon, *manadslon,
      *arslon, *lonn, wynagrodzenie, pensja, palkka, 給与, 年収, 月給, 工资, 연봉
    `),
  },
];
