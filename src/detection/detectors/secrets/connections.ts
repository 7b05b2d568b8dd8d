import type { KeywordRule, Validator } from '../../detector';
import { decodeBase64 } from '../../validators/base64-text';
import { isPlaceholder, isWordAboutPasswords } from '../../passwords/stand-ins';
import { isPublishedSample } from '../../validators/published-samples';
import { passwordForHost } from '../../validators/reserved-name';
import { valueStrength } from '../../passwords/strength';
import { commandLineRules } from './command-lines';
import { deviceRules, deviceSecret } from './device-configuration';
import { mustLookGenerated, secretOf } from './secret';
import { list } from '../list';
import { after, inside, prefixed } from '../shapes';

/** `user:password` in base64. */
const basicCredentials: Validator = ({ value }) => {
  const [user, password] = (decodeBase64(value) ?? '').split(':', 2);
  if (user === undefined || password === undefined) return { verdict: 'invalid' };
  const secret = password === '' ? user : password;
  // The header is a word for a password, so "admin123!" is one.
  return isPlaceholder(secret) && !/[A-Za-z]\d|\d[A-Za-z]/.test(secret)
    ? { verdict: 'invalid' }
    : { verdict: 'valid', evidence: ['decoded:user-password'] };
};

/** The text in the place of a password is one, unless it is a placeholder. */
const mustNotStandIn: Validator = ({ value }) =>
  isPlaceholder(value) || isPublishedSample(value) ? { verdict: 'invalid' } : { verdict: 'unknown' };

/** A password on a command line is no option, file or variable. It is a word only behind an option that has no other meaning. */
const commandLineValue: Validator = ({ value, match, groups }) => {
  if (isPlaceholder(value) || /^[-/$.]|\.\w{1,4}$|=$/.test(value)) return { verdict: 'invalid' };
  if (valueStrength(value) !== 'plain') return { verdict: 'unknown' };
  if (groups['inCommand'] === undefined || !isWordOfPerson(value)) return { verdict: 'invalid' };
  // `-port`: the option has more letters.
  const isPartOfWord = /[a-z]$/.test(match.slice(0, match.lastIndexOf(value))) && isPlaceholder(`p${value}`);
  return isPartOfWord ? { verdict: 'invalid' } : { verdict: 'unknown', confidence: 0.5 };
};

/** A word that may be a password: lower-case letters, no placeholder, and no word about passwords. */
function isWordOfPerson(value: string): boolean {
  return /^[a-z]{7,20}$/.test(value) && !isPlaceholder(value) && !isWordAboutPasswords(value);
}

/** In quotes, the password of an SQL statement may be a word. */
const sqlPassword: Validator = (candidate) => {
  const { value, match } = candidate;
  if (/^\*?[0-9A-F]{40}$/.test(value)) return { verdict: 'unknown' };
  if (/["']$/.test(match.slice(0, match.lastIndexOf(value))) && isWordOfPerson(value)) {
    return { verdict: 'unknown', confidence: 0.5 };
  }
  return mustLookGenerated(candidate);
};

/** The entries of a Secret manifest that are reported. */
const MAX_SECRET_ENTRIES = 10;

/** The rules for one entry of a Secret manifest, in YAML and JSON, before and after its kind. */
function secretEntryRules(skipped: number): KeywordRule[] {
  const name = String.raw`["']?[\w.-]{1,80}["']?:`;
  const encoded = String.raw`[A-Za-z0-9+/]{8,4000}={0,2}`;
  const line = String.raw`[ \t]{0,16}${name}(?:[ \t]{0,4}[|>][-+]?\s{1,12})?[ \t]{0,4}["']?[A-Za-z0-9+/]{0,4000}={0,2}["']?[ \t]{0,4}\n`;
  const value = String.raw`[ \t]{0,16}["']?(?<name>[\w.-]{1,80})["']?:(?:[ \t]{0,4}[|>][-+]?\s{1,12})?[ \t]{0,4}["']?(?<value>${encoded})`;
  const data = String.raw`data:[ \t]{0,4}\n(?:${line}){${String(skipped)}}${value}(?![\w+/=])`;
  const others = String.raw`(?:(?!---)[^\n]{0,200}\n){0,12}?`;
  const kind = String.raw`kind:[ \t]{0,4}["']?secret["']?[ \t]{0,40}`;
  const member = String.raw`\s{0,12}"[\w.-]{1,80}"\s{0,4}:\s{0,4}"[A-Za-z0-9+/]{0,4000}={0,2}"\s{0,4},`;
  const jsonData = String.raw`"data"\s{0,4}:\s{0,4}\{(?:${member}){${String(skipped)}}\s{0,12}"(?<name>[\w.-]{1,80})"\s{0,4}:\s{0,4}"(?<value>${encoded})"`;
  const jsonKind = String.raw`"kind"\s{0,4}:\s{0,4}"Secret"`;
  return [
    inside(['kind:'], new RegExp(`${kind}\\n${others}\\s{0,8}${data}`, 'i')),
    inside(['data:'], new RegExp(`${data}["']?[ \\t]{0,4}\\n${others}${kind}(?=\\s|$)`, 'i')),
    inside(['"data"'], new RegExp(`${jsonData}[^{}]{0,4000}\\}[^{}]{0,200}${jsonKind}`)),
    inside(['"kind"'], new RegExp(`${jsonKind}(?:[^{}]|\\{[^{}]{0,400}\\}){0,400}?${jsonData}`)),
  ];
}

/** Entries of a Secret manifest that hold no secret. */
const PUBLIC_ENTRY =
  /^(?:user(?:name)?|login|host(?:name)?|port|database|db(?:[-_.]?name)?|namespace|ca\.crt|tls\.crt|type)$/i;

const secret = secretOf('Connections', 'high', { areTokens: false });

export const connections = [
  secret('database-url', 'URL of a database, queue or mail server with a password', {
    severity: 'critical',
    rules: [
      inside(
        list(`
          postgres://, postgresql://, mysql://, mysql2://, mariadb://, mongodb://, mongodb+srv://, redis://,
          rediss://, amqp://, amqps://, mssql://, sqlserver://, oracle://, clickhouse://, cockroachdb://,
          couchdb://, neo4j://, neo4j+s://, bolt://, ldap://, ldaps://, smtp://, smtps://, imap://, imaps://,
          nats://, mqtt://, mqtts://, kafka://, snowflake://, redshift://, influxdb://, db2://, psycopg2://,
          pymysql://, asyncpg://, mysqldb://, mysqlconnector://
        `),
        /[a-z0-9+]{4,14}:\/\/[^\s:/"'<>`]{0,128}:(?<value>[^\s/"'<>`]{1,128})@(?=[\w[$-])/i,
      ),
      after(
        ['jdbc:oracle:thin:', 'jdbc:oracle:oci:', 'sqlplus '],
        /(?:-[sSlL]{1,2} )?[A-Za-z][\w$#.]{0,60}\/(?<value>[^\s@/"'<>]{3,64})@/,
      ),
    ],
    validate: mustNotStandIn,
  }),
  secret('connection-string', 'ODBC, ADO or JDBC connection string with a password', {
    severity: 'critical',
    rules: [
      inside([';password', ';pwd', '; password', '; pwd'], /;\s?(?:password|pwd)\s?=\s?(?<value>[^;"'\s]{3,128})/i),
      inside(
        ['password=', 'pwd='],
        /(?:password|pwd)=(?<value>[^;"'\s]{3,128});\s?(?:user|uid|server|data source|database|initial|host|port|encrypt|trust|persist|integrated)/i,
      ),
    ],
    confidence: { base: 0.8 },
    validate: mustNotStandIn,
  }),
  secret('basic-auth-header', 'HTTP Basic credentials', {
    severity: 'critical',
    rules: [
      prefixed(['basic '], /basic[ \t]{1,4}(?<value>[a-z0-9+/]{8,400}={0,2})(?![\w+/=])/i),
      inside(['TlRMTVNTUAAD'], /(?<![A-Za-z0-9+/]{2})TlRMTVNTUAAD[A-Za-z0-9+/]{40,2000}={0,2}/, {
        confidence: { base: 0.8 },
      }),
      inside(['"auth"'], /"auth"\s{0,4}:\s{0,4}"(?<value>[A-Za-z0-9+/]{12,400}={0,2})"/),
    ],
    validate: (candidate) =>
      candidate.value.startsWith('TlRMTVNTUAAD') ? { verdict: 'unknown' } : basicCredentials(candidate),
  }),
  secret('bearer-header', 'HTTP Bearer or other Authorization token, or session cookie', {
    rules: [
      inside(['bearer '], /bearer[ \t]{1,4}(?<value>[\w~@.+/-]{16,2000}={0,2})/i),
      inside(
        ['authorization'],
        /(?<!::\w{1,40})authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:bearer|token|api-token|apikey|api-key|key|ntlm|negotiate|ghtoken|oauth)[ :=]{1,3})?(?<value>[\w~@.+/-]{10,2000}={0,2})(?![\w~@.+/(-])/i,
      ),
      after(
        ['JSESSIONID=', 'PHPSESSID=', 'ASP.NET_SessionId=', 'connect.sid=', 'laravel_session=', '_session_id='],
        /(?<value>[\w%.+/-]{16,400}={0,2})(?![\w%.+/(-])/,
      ),
      after(
        ['cookie:'],
        /(?:[^;\n]{1,80};){0,8}[ \t]{0,3}[\w.-]{0,24}?(?:sess|sid|auth|token|jwt)[\w.-]{0,24}=(?<value>[\w%.+/-]{16,2000}={0,2})(?![\w%.+/(-])/i,
      ),
      inside(['--oauth2-bearer'], /--oauth2-bearer[ =]["']?(?<value>[\w~.+/-]{10,2000}={0,2})/),
    ],
    confidence: { base: 0.75 },
    minEntropy: 2.8,
    // A cookie may contain words: "auth_provider=okta_enterprise_login_v2".
    validate: (candidate) =>
      /^cookie:/i.test(candidate.match) &&
      /[a-z]{3,}[_-][a-z]{3,}/.test(candidate.value) &&
      valueStrength(candidate.value) !== 'random'
        ? { verdict: 'invalid' }
        : mustLookGenerated(candidate),
    generic: true,
  }),
  secret('curl-user', 'User and password on the command line (curl -u)', {
    rules: [
      inside(
        [' -u ', ' -u\t', ' --user ', ' --user=', ' --proxy-user ', ' -u"', " -u'"],
        / -(?:u|-user|-proxy-user)[ \t=]{0,5}["']?(?<value>[^\s"':@]{0,100}["']?:["']?[^\s"']{0,100})/,
      ),
      // An email address as the user is a finding of its own.
      inside(
        [' -u ', ' -u\t', ' --user ', ' --user=', ' --proxy-user ', ' -u"', " -u'"],
        / -(?:u|-user|-proxy-user)[ \t=]{0,5}["']?[^\s"':@]{1,64}@[^\s"':@]{1,100}["']?:["']?(?<value>[^\s"']{3,100})/,
      ),
    ],
    confidence: { base: 0.75 },
    validate: ({ value }) => {
      const [, user = '', password = ''] = /^["']?([^:]*?)["']?:["']?(.*)$/.exec(value) ?? [value, value];
      const secret = password === '' ? user : password;
      return secret.length < 3 ||
        isPlaceholder(secret) ||
        value.includes('::') ||
        (/[{$<[]/.test(secret.charAt(0)) && !/\d/.test(secret)) ||
        /^\d+$/.test(secret)
        ? { verdict: 'invalid' }
        : { verdict: 'unknown' };
    },
  }),
  secret('netrc', 'Password in .netrc', {
    severity: 'critical',
    rules: [
      inside(
        ['machine ', 'default '],
        /(?:machine\s{1,4}(?<host>[^\s:/]{1,100})\S{0,100}|default)\s{1,8}login\s{1,4}\S{1,100}\s{1,8}(?:account\s{1,4}\S{1,100}\s{1,8})?password\s{1,4}["']?(?<value>[^\s"']{1,128})/i,
      ),
    ],
    validate: (candidate) =>
      mustNotStandIn(candidate).verdict === 'invalid'
        ? { verdict: 'invalid' }
        : passwordForHost(candidate.value, candidate.groups['host'] ?? ''),
    multiline: true,
  }),
  secret('npmrc', 'Credential of a package registry (.npmrc, NuGet)', {
    severity: 'critical',
    rules: [
      inside(
        ['_authToken', '_password'],
        /(?<![A-Za-z\d])(?:_authToken|_password)\s{0,3}=\s{0,3}["']?(?<value>[\w+/.-]{12,400}={0,2})/,
      ),
      inside([':_auth', '_auth ='], /_auth\s{0,3}=\s{0,3}["']?(?<value>[A-Za-z0-9+/]{12,400}={0,2})/, {
        lead: /:/,
        maxLead: 1,
      }),
      inside(['ClearTextPassword"', '"Password"'], /"(?:ClearText)?Password"\s{1,4}value="(?<value>[^"]{8,200})"/i, {
        lead: /"/,
        maxLead: 1,
      }),
      after(
        ['NPM_TOKEN', 'YARN_NPM_AUTH_TOKEN'],
        /_TOKEN\s{0,3}[:=]\s{0,3}["']?(?<value>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/,
      ),
    ],
    rejectPattern: /^%.*%$/,
    validate: mustNotStandIn,
  }),
  secret('kubernetes-secret', 'Kubernetes Secret manifest', {
    rules: Array.from({ length: MAX_SECRET_ENTRIES }, (_, skipped) => secretEntryRules(skipped)).flat(),
    confidence: { base: 0.6, validated: 0.85 },
    validate: ({ value, groups }) => {
      if (PUBLIC_ENTRY.test(groups['name'] ?? '') || isPublishedSample(value)) return { verdict: 'invalid' };
      const text = decodeBase64(value);
      if (text === undefined) return { verdict: value.length < 16 ? 'invalid' : 'unknown' };
      return isPlaceholder(text) && !text.includes(':')
        ? { verdict: 'invalid' }
        : { verdict: 'valid', evidence: ['decoded:text'] };
    },
  }),
  secret('sql-password', 'Password in an SQL statement', {
    rules: [
      inside(
        ['identified by', 'identified with'],
        /identified\s{1,4}(?:with\s{1,4}\S{1,60}\s{1,4}(?:as|by)|by)\s{1,4}(?:password\s{1,4})?\\?["']?(?<value>[^\s"';\\)]{4,128})/i,
      ),
      after(
        ['with password', 'login password', 'encrypted password'],
        /(?:\s{1,4}|\s{0,2}=\s{0,4})\\?["']?(?<value>[^\s"';\\)]{4,128})\\?["';)]/i,
      ),
      after(
        ['set password for'],
        /[ \t]{1,4}[^\s=]{1,80}\s{0,3}=\s{0,3}(?:password\()?["'](?<value>[^\s"';\\)]{4,128})["']/i,
      ),
    ],
    confidence: { base: 0.7 },
    // A file, or a name with a value: "identified by /etc/fstab".
    rejectPattern: /^\/|^\w+=/,
    validate: sqlPassword,
  }),
  secret('command-line-secret', 'Password or token on a command line', {
    rules: commandLineRules,
    confidence: { base: 0.65 },
    validate: commandLineValue,
    generic: true,
  }),
  secret('credential-arguments', 'User and password as arguments of a call', {
    rules: [
      after(
        list(`
          NetworkCredential, PSCredential, PasswordAuthentication, UsernamePasswordCredentials,
          UsernamePasswordAuthenticationToken, HTTPBasicAuth, BasicAuth, auth=, .auth, .login
        `),
        /\(\s{0,3}[bu@]?["'`][^"'`\s]{1,100}["'`]\s{0,2},\s{0,3}[bu@]?["'`](?<value>[^"'`\s]{5,128})["'`]/,
      ),
      // The address of a database, the user, the password.
      after(
        list('new PDO, new mysqli, mysqli_connect, getConnection, createConnection, Sequelize'),
        /\(\s{0,3}[^,()\n]{1,120},\s{0,4}["'`][^"'`\s]{1,100}["'`]\s{0,2},\s{0,4}["'`](?<value>[^"'`\s]{5,128})["'`]/,
      ),
    ],
    confidence: { base: 0.7 },
    validate: mustLookGenerated,
    generic: true,
  }),
  secret('network-device-secret', 'Secret in the configuration of a network device (users, SNMP, RADIUS, VPN, WLAN)', {
    rules: deviceRules,
    confidence: { base: 0.8 },
    validate: deviceSecret,
    rejectPlaceholders: false,
    multiline: true,
  }),
  secret('environment-default', 'Secret as the default of an environment variable', {
    rules: [
      after(
        ['getenv', 'environ.get', 'env.get', 'GetEnvOrDefault'],
        /\\?["'(]{1,3}(?<name>\w{1,60})\\?["']{0,2}(?:\s{0,2},\s{0,2}|\)\s{0,2}or\s{0,2})b?\\?["'](?<value>[^"\\\s]{5,200}?)\\?["']/,
      ),
    ],
    confidence: { base: 0.65 },
    validate: (candidate) =>
      /pass|pw|secret|token|key|cred|auth/i.test(candidate.groups['name'] ?? '')
        ? mustLookGenerated(candidate)
        : { verdict: 'invalid' },
  }),
  secret('password-hash', 'Password hash (crypt, bcrypt, Argon2, LDAP)', {
    severity: 'medium',
    rules: [
      inside(['$2a$', '$2b$', '$2y$'], /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}/),
      inside(
        ['$1$', '$5$', '$6$', '$y$', '$apr1$', '$sha1$'],
        /\$(?:1|5|6|y|apr1|sha1)\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9$]{1,40}\$[./A-Za-z0-9]{22,90}/,
      ),
      inside(
        ['$argon2'],
        /\$argon2(?:id|i|d)\$v=\d{1,3}\$m=\d{1,8},t=\d{1,4},p=\d{1,4}\$[A-Za-z0-9+/]{8,90}\$[A-Za-z0-9+/]{16,180}/,
      ),
      inside(['$1c$'], /\$1c\$[^\s"'$]{4,40}\$[^\s"']{20,90}/),
      inside(['$P$', '$H$'], /\$[PH]\$[./A-Za-z0-9]{31}/),
      // Cisco: reversible (7), salted (5, 8, 9).
      after(
        ['password 7', 'secret 5', 'secret 7', 'secret 8', 'secret 9', 'key 7'],
        / (?<value>[0-9A-F]{8,60}|\$\d\$\S{20,90})(?!\w)/,
      ),
      // Windows dumps of LAN Manager and NT hashes.
      inside([':::'], /(?:[0-9a-f]{0,12}:)?(?:\d{1,8}:)?(?<value>[0-9a-f]{32}:[0-9a-f]{32}):::/i, {
        lead: /[0-9a-f:]/i,
        maxLead: 90,
      }),
      inside(
        ['$pbkdf2', '$scrypt$'],
        /\$(?:pbkdf2(?:-sha\d{1,3})?|scrypt)\$[^\s"'$]{1,40}\$[A-Za-z0-9./+]{8,64}\$[A-Za-z0-9./+]{20,128}/,
      ),
      inside(['$krb5'], /\$krb5(?:tgs|asrep|pa)\$\d{1,2}\$[^\s"']{32,6000}/),
      inside(['{SSHA', '{SHA}', '{SMD5}'], /\{S(?:SHA(?:256|512)?|HA|MD5)\}[A-Za-z0-9+/]{20,120}={0,2}/),
      inside(
        ['pbkdf2_sha256$', 'pbkdf2:sha256:', 'scrypt:'],
        /(?:pbkdf2[_:]sha256[$:]\d{4,8}|scrypt:\d{4,6}:\d{1,2}:\d{1,2})\$[A-Za-z0-9./+]{8,64}\$[A-Za-z0-9+/=]{32,128}/,
      ),
    ],
    confidence: { base: 0.75 },
    rejectPlaceholders: false,
    minEntropy: 2.5,
    // Accepts account names that look like placeholders, because they are only a part of the match.
    validate: ({ value }) => ({ verdict: value.startsWith('$krb5') ? 'valid' : 'unknown' }),
  }),
  secret('framework-secret', 'Secret of a web framework (Laravel, Django, ASP.NET, WordPress, Jenkins)', {
    severity: 'critical',
    rules: [
      prefixed(['base64:'], /base64:[A-Za-z0-9+/]{43}=/),
      inside(['django-insecure-'], /django-insecure-[^\s"']{30,80}/),
      after(['SECRET_KEY'], /\s{0,3}[=:]\s{0,3}[rub]?["'](?<value>[^"'\s]{40,100})["']/),
      prefixed(
        ['validationKey', 'decryptionKey'],
        /(?:validation|decryption)Key\s{0,2}=\s{0,2}["'](?<value>[0-9A-F]{32,160})(?:,IsolateApps)?["']/,
      ),
      after(
        ['AUTH_KEY', 'AUTH_SALT', 'LOGGED_IN_KEY', 'LOGGED_IN_SALT', 'NONCE_KEY', 'NONCE_SALT'],
        /["']\s{0,3},\s{0,12}["'](?<value>[^\n]{48,80}?)["']\s{0,2}\)/,
      ),
      inside(['{AQAAABAAAA'], /\{(?<value>AQAAABAAAA[A-Za-z0-9+/]{30,400}={0,2})\}/),
    ],
    minEntropy: 3,
  }),
];
