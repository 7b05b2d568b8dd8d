import { detectorOf } from '../detector-of';
import { isPlaceholder, isWordAboutPasswords } from '../../passwords/stand-ins';
import { passwordForHost } from '../../validators/reserved-name';
import { valueStrength } from '../../passwords/strength';
import { digitGroups, digitRun, near, prefixed } from '../shapes';
import { list } from '../list';

/** A kind of socket, in the place of the user: `inet:port@localhost`. */
const SOCKET = /^(?:inet6?|unix|local|tcp[46]?|udp[46]?|proto(?:col)?|pipe|host|scheme):/i;

const account = detectorOf('network', 'Cloud accounts', 'low');

export const infrastructure = [
  account('url-with-credentials', 'URL with user name and password', {
    severity: 'high',
    category: 'secret',
    group: 'Infrastructure',
    rejectPlaceholders: true,
    // Generic, because detectors that know the scheme are more specific.
    generic: true,
    rules: [
      {
        by: 'keyword',
        keywords: ['://'],
        at: 'end',
        until: { text: '@', within: 402 },
        // The scheme comes before; `${` and `<` start template variables.
        pattern:
          /(?<value>[^\s:@/?#'"<>{}[\]$|\\]{1,100}(?:@[\w.-]{1,100})?:[^\s@/?#'"<>{}[\]$|\\]{4,200})@[\w.-]{1,253}/,
        bounded: false,
      },
      // Without a scheme: "root:… @10.0.0.1".
      {
        by: 'keyword',
        keywords: ['@1', '@2', '@3', '@4', '@5', '@6', '@7', '@8', '@9', '@localhost'],
        // No negated class, because it would match the border between blocks.
        lead: /[\w!#$%&*+.:=?^~[\]{}\\`-]/,
        pattern:
          /(?<value>[A-Za-z][\w.-]{1,30}:[^\s:@/"'<>]{6,64})@(?:localhost\b|\d{1,3}(?:\.\d{1,3}){3})(?![\w.-]*[a-z])/i,
        bounded: false,
        confidence: { base: 0.75 },
      },
      // A token instead of the user, without a password.
      {
        by: 'keyword',
        keywords: ['://'],
        at: 'end',
        until: { text: '@', within: 200 },
        pattern: /(?<value>[\w-]{20,200})@[\w-]{1,63}\.[\w.-]{1,253}/,
        bounded: false,
        confidence: { base: 0.7 },
      },
    ],
    // Rejects "user:password", "user:1111", "user:REPLACE_ME". A word with digits after it may still be a password.
    validate: ({ value, match, before }) => {
      if (SOCKET.test(value) && !before.endsWith('://')) return { verdict: 'invalid' };
      const password = value.slice(value.indexOf(':') + 1);
      if (password === value && valueStrength(value) !== 'random') return { verdict: 'invalid' };
      if (isWordAboutPasswords(password)) return { verdict: 'invalid' };
      const mayBeOne = !isPlaceholder(password) || /^[a-z]{4,}\d{2,}$/i.test(password);
      return mayBeOne ? passwordForHost(password, match.slice(match.lastIndexOf('@') + 1)) : { verdict: 'invalid' };
    },
    confidence: { base: 0.9 },
  }),
  account('internal-hostname', 'Internal host name', {
    group: 'Infrastructure',
    enabledByDefault: false,
    rules: [
      prefixed(
        ['.corp', '.intern', '.intra', '.lan', '.local', '.home.arpa'],
        /(?:[a-z0-9][a-z0-9-]{0,62}\.){1,6}(?:corp|internal|intranet|lan|local(?:domain)?|home\.arpa|(?:corp|intern(?:al|[aeo])?|intra|lan)\.[a-z0-9-]{2,63}\.[a-z]{2,24})(?!\.*[\w-])/i,
        { lead: /[\w.-]/ },
      ),
    ],
    // Names of files and packages.
    rejectPattern: /^\.?(?:env|config|settings|rc)\.local$|^(?:com|org|net|io|java)\./i,
    confidence: { base: 0.6 },
  }),
  account('aws-arn', 'AWS resource name (ARN)', {
    enabledByDefault: false,
    rules: [
      {
        by: 'keyword',
        keywords: ['arn:aws'],
        pattern: /arn:aws(?:-cn|-us-gov)?:[a-z0-9-]{1,30}:[a-z0-9-]{0,20}:\d{12}:[\w+=,.@:/*-]{1,200}/,
      },
    ],
    stopWords: list(':123456789012:, :111122223333:, :000000000000:, :111111111111:, :444455556666:, :999999999999:'),
    confidence: { base: 0.5, withContext: 0.6 },
  }),
  account('aws-account-id', 'AWS account number', {
    enabledByDefault: false,
    rules: [digitRun(12), digitGroups([4, 4, 4], '-')],
    rejectPattern: /^(?:123456789012|1111-?2222-?3333|(\d)\1*)$/,
    confidence: { base: 0, withContext: 0.5 },
    context: ['aws account', 'aws account id', 'account id', 'amazon account', 'aws'],
  }),
  account('azure-tenant-or-subscription', 'Azure tenant or subscription', {
    enabledByDefault: false,
    rules: [
      near(
        ['tenant id', 'subscription id', 'tenantid', 'subscriptionid', 'directory id'],
        [0, 60],
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i,
      ),
    ],
    rejectPattern: /^(?:0{8}-|(\d)\1{7}-\1{4}|12345678-)/,
    confidence: { base: 0.5 },
  }),
];
