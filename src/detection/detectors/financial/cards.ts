import { detectorOf } from '../detector-of';
import { validateCard, validateTrack } from '../../validators/card';
import { digitRun, inside, token } from '../shapes';
import { list } from '../list';

const card = detectorOf('financial', 'Payment cards', 'high');

export const cards = [
  card('card-pan', 'Payment card number', {
    rules: [
      digitRun([12, 19]),
      // Groups of four, or 4-6-5 and 4-6-4 (Amex, Diners). Mixed separators are rejected. A date of expiry may follow.
      token(
        0,
        4,
        /\d{4}([ \u00a0\u2009\u202f]{1,3}| ?[\u2010-\u2013-] ?|[./])(?:\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3}(?!\/\d))?|\d{6}\1\d{4,5})(?![ -]?\d(?!\d ?\/ ?\d\d))/,
      ),
      // Single digits with separators.
      token(0, 1, /(?<!\d )\d(?: \d){12,18}(?! ?\d)/, { confidence: { base: 0, withContext: 0.8 } }),
    ],
    validate: validateCard,
    confidence: { base: 0.45, validated: 0.75, withContext: 0.95 },
    context: list(`
      card, cards, card number, cardnumber, card no, credit, debit, visa, mastercard, maestro, amex,
      american express, discover, diners, jcb, unionpay, PAN, primary account number, cc, ccn, kreditkarte,
      kartennummer, carte bancaire, carte de credit, numero de carte, tarjeta, carta di credito, cartao, kreditkort,
      kortnummer, creditcard, karta, kredi karti, クレジットカード, 信用卡, 신용카드
    `),
  }),
  card('card-track', 'Magnetic stripe of a payment card', {
    severity: 'critical',
    rules: [
      inside(['%b'], /%B(?<pan>\d{12,19})\^[^^\n]{2,26}\^\d{2}(?<month>\d{2})\d{3}[^?\n]{0,60}\??/i),
      token(0, [12, 19], /(?<=;)(?<pan>\d{12,19})=\d{2}(?<month>\d{2})\d{3}\d{0,30}\??/),
    ],
    validate: validateTrack,
    confidence: { base: 0.95 },
  }),
  card('card-cvv', 'Card verification code', {
    rules: [digitRun([3, 4])],
    // Rejects years and parts of expiry dates.
    rejectPattern: /^(?:19|20)\d\d$/,
    confidence: { base: 0, withContext: 0.6 },
    context: list(`
      cvv, cvv2, cvc, cvc2, cvn, card verification*, card security code, security code, prufziffer, *prufnummer,
      cryptogramme, codigo de seguridad, codigo de seguranca, codice di sicurezza, codice sicurezza, beveiligingscode,
      kod bezpieczenstwa, sakerhetskod, セキュリティコード
    `),
    contextReach: { before: 32, after: 10 },
  }),
];
