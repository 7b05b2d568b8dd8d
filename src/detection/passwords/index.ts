import { secretOf } from '../detectors/secrets/secret';
import { SERVICE_NAMES } from '../vocabulary/service-names';
import { CODE_FORMS, LICENSE_FORMS, LIKELY_FORMS, PASSWORD_FORMS, RECOVERY_CODE_FORMS, TOKEN_FORMS } from './forms';
import { judgeAccessCode, judgeRecoveryCode } from './judge-code';
import { judgeLikelyPassword, judgePassword } from './judge-password';
import { judgeNearService, judgeToken } from './judge-token';

const generic = secretOf('Generic', 'high');
const likely = secretOf('Passwords and secrets', 'high', { areTokens: false });

/**
 * Finds passwords, tokens and codes that only the words around them identify. A value passes these stages:
 *
 * 1. `../vocabulary/secrets.ts` lists the words of labels. The engine finds the words in the text.
 * 2. `forms.ts` has the patterns that the engine tries at each word: a label, a sentence, a table cell, a pair of user and password.
 * 3. A judge decides about each match (`judge-password.ts`, `judge-token.ts`, `judge-code.ts`), and calls the other files in this order:
 *    - `value.ts` finds the end of the value, and rejects paths, code, dates and other notations,
 *    - `strength.ts` rates its characters: generated, chosen by a person, or plain words,
 *    - `stand-ins.ts` rejects placeholders and examples,
 *    - `label.ts` rejects labels of something else, such as "public key" and "password policy",
 *    - `stated.ts` accepts a plain word or a number if the text states that it is the password.
 */
export const passwords = [
  generic('access-code', 'Numeric access code (PIN, door, alarm, safe)', {
    severity: 'medium',
    rules: CODE_FORMS,
    confidence: { base: 0.8 },
    rejectPlaceholders: false,
    validate: judgeAccessCode,
    generic: true,
  }),
  generic('password-in-prose', 'Password in a sentence, a list or a table', {
    rules: PASSWORD_FORMS,
    rejectPlaceholders: false,
    validate: judgePassword,
    generic: true,
  }),
  generic('secret-assignment', 'Secret, token or key in an assignment', {
    rules: TOKEN_FORMS,
    rejectPlaceholders: false,
    validate: judgeToken,
    generic: true,
  }),
  generic('recovery-code', 'Recovery code or password of an app', {
    rules: RECOVERY_CODE_FORMS,
    confidence: { base: 0.75, validated: 0.9 },
    rejectPlaceholders: false,
    validate: judgeRecoveryCode,
    generic: true,
  }),
  generic('product-key', 'Licence or product key', {
    severity: 'medium',
    rules: LICENSE_FORMS,
    confidence: { base: 0.7 },
    minEntropy: 3,
  }),
  generic('service-credential', 'Key or token beside the name of a service', {
    rules: [
      {
        by: 'token',
        letters: [0, 31],
        digits: [1, 31],
        pattern: /(?<![\w./+@#%&?~$-]|\d:)(?:[\w-]{16,200}|[\w+/]{40,200}={0,2})(?![\w+/=-]|\.\w)/,
      },
    ],
    confidence: { base: 0.65 },
    rejectPlaceholders: false,
    validate: judgeNearService(SERVICE_NAMES),
    generic: true,
  }),
  // A password in a sentence or a row, in a form that no other detector recognizes.
  likely('likely-password', 'Likely password near a word for passwords or logins', {
    addedIn: 2,
    rules: LIKELY_FORMS,
    confidence: { base: 0.8 },
    rejectPlaceholders: false,
    validate: judgeLikelyPassword,
    generic: true,
  }),
];
