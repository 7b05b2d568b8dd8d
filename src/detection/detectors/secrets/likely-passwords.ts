import { validateLikelyPassword } from '../../validators/likely-password';
import { secretsOf } from './secret';
import { ACCESS_WORDS, ACCOUNT_WORDS, PASSWORD_WORDS } from './secret-words';
import { list } from '../list';

/** Between spaces, quotation marks, brackets or separators: letters, digits and at least one sign that names do not have. */
const WORD_WITH_SIGN =
  /(?<![^\s"'`“”„«»‚’‘([|,;:/→>–—])[\wÀ-ɏ](?=[^\s"'`]{7})[\wÀ-ɏ.-]{0,38}[!#$%&*+?^~§@=][\wÀ-ɏ.!#$%&*+?^~§@=-]{0,38}(?![^\s"'`“”„«»‚’‘)\]|,;:/.→<–—])/;

/** Inside other words as well: windows have no asterisks. */
const WORDS = [
  ...[...PASSWORD_WORDS, ...ACCOUNT_WORDS, ...ACCESS_WORDS].map((word) => word.replace('*', '')),
  ...list('mdp, kode, geheim, lösen, secret, anmeldung'),
];

/** A password that a sentence or a row does not state in a form that another detector knows. */
export const likelyPasswords = secretsOf(
  'Passwords and secrets',
  [
    {
      id: 'likely-password',
      addedIn: 2,
      name: 'Likely password near a word for passwords or logins',
      severity: 'high',
      rules: [
        {
          by: 'window',
          keywords: WORDS,
          before: 120,
          after: 200,
          pattern: WORD_WITH_SIGN,
        },
        {
          by: 'window',
          keywords: PASSWORD_WORDS.map((word) => word.replace('*', '')),
          before: 0,
          after: 80,
          // `words` says which of the two patterns matched.
          pattern:
            /(?<words>)(?<![^\s"'`“”„«»‚’‘([|,;:→–—])(?<value>[A-Za-zÀ-ɏ](?=[^\s"'`]{7})[\wÀ-ɏ]{2,24}[-_.][\wÀ-ɏ.-]{2,38})(?![^\s"'`“”„«»‚’‘)\]|,;:.!?→–—])/,
        },
      ],
      confidence: { base: 0.5 },
      rejectPlaceholders: false,
      validate: validateLikelyPassword,
      generic: true,
    },
  ],
  { areTokens: false },
);
