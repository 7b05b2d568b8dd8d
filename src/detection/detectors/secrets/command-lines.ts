import type { KeywordRule } from '../../detector';
import { after, inside } from '../shapes';

/** A value in quotes or up to the next space. It does not start like an option. */
const VALUE = String.raw`["']?(?<value>[^\s"'-][^\s"']{4,127})`;
/** The arguments of the same command before an option. */
const ARGUMENTS = String.raw`[^\n|;]{0,160}?`;

/** Commands with an option or an argument that is a secret. */
function command(names: readonly string[], option: string, value = VALUE): KeywordRule {
  return after(names, new RegExp(`${ARGUMENTS}${option}(?<inCommand>)${value}`));
}

/** Options with a name for a secret. */
const LONG_OPTIONS: readonly KeywordRule[] = [
  after(
    [
      ...['--password', '--passwd', '--passphrase', '--pass', '--pwd', '--token', '--secret', '--api-key', '--apikey'],
      ...['--auth-token', '--access-token', '--client-secret', '--secret-key', ' -password', ' -pwd'],
    ],
    /(?<=(?<![\w/.=-])-{1,2}[\w-]{2,24})[ =]{1,3}["']?(?<value>[^\s"'|;=]{5,200})/,
  ),
  // `--admin-password …`
  after(
    ['-password ', '-passwd ', '-token ', '-secret ', '-pwd '],
    /(?<=(?<![\w/.="'-])--[\w-]{1,40} )["']?(?<value>[^\s"'|;=-][^\s"'|;=]{4,199})/,
  ),
  after(
    ['-password=', '-passwd=', '-secret='],
    /(?<=(?<![\w/.="'-])--[\w-]{1,40}=)["']?(?<value>[^\s"'|;=-][^\s"'|;=]{4,199})/,
  ),
  after([' /pass:', ' /password:', ' /rp ', ' /p:'], /["']?(?<value>[^\s"'/][^\s"']{4,127})/),
];

/** One-letter options and arguments, whose meaning depends on the program. */
const PROGRAMS: readonly KeywordRule[] = [
  command(
    ['docker login', 'podman login', 'oc login', 'az login', 'helm registry login', 'mongo ', 'mongosh ', 'mongodump '],
    String.raw`(?<=\s)-p[= ]{1,2}`,
  ),
  command(['cqlsh', 'sshpass', 'psexec', 'evil-winrm', 'crackmapexec', 'netexec'], String.raw`(?<=\s)-p\s{0,3}`),
  command(['mysql ', 'mysqldump ', 'mysqladmin ', '7z '], String.raw`(?<=\s)-p`),
  ...['c', 'A', 'X'].map((option) =>
    command(['snmpwalk', 'snmpget', 'snmpset', 'snmpbulk'], String.raw`(?<=\s)-${option}\s{1,2}`),
  ),
  command(['mysqladmin '], String.raw`(?<=\s)password\s{1,2}`),
  command(['redis-cli'], String.raw`(?<=\s)-a\s{1,2}`),
  command(['ldapsearch', 'ldapadd', 'ldapmodify'], String.raw`(?<=\s)-w\s{1,2}`),
  command(['sqlcmd', 'mosquitto_', 'zip ', 'isql ', 'bcp ', 'ipmitool'], String.raw`(?<=\s)-P\s{1,2}`),
  command(['plink', 'pscp', 'psftp'], String.raw`(?<=\s)-pw\s{1,2}`),
  command(['openssl enc'], String.raw`(?<=\s)-k\s{1,2}`),
  command(['xfreerdp', 'rdesktop'], String.raw`(?<=\s)(?:\/p:|-p )`),
  command(['lftp '], String.raw`(?<=\s)-u\s{1,2}[^\s,"']{1,64},`),
  command(['smbclient ', 'rpcclient '], String.raw`(?<=\s)-U\s{0,2}["']?[^\s%"']{1,64}%`),
  command(['http -a', 'https -a', 'xh -a'], String.raw`\s{1,2}[^\s:"']{1,64}:`),
  command(['mount ', 'mount.cifs'], String.raw`[ ,](?:password|pass)=`, String.raw`(?<value>[^\s"',]{5,128})`),
  command(['kubectl create secret'], String.raw`--from-literal[= ]["']?[\w.-]{1,60}=`),
  command(
    ['vault kv put', 'vault write', 'ansible-playbook'],
    String.raw`[\s"'](?:\w{0,40}[_-])?(?:password|passwd|pass|secret|token|key)=`,
    String.raw`["']?(?<value>[^\s"'@{-][^\s"']{4,127})`,
  ),
  after(
    ['htpasswd -'],
    /[A-Za-z]{0,8}b[A-Za-z]{0,8}\s{1,2}\S{1,100}\s{1,2}\S{1,60}\s{1,2}["']?(?<value>[^\s"']{5,128})/,
  ),
  after(['rabbitmqctl add_user', 'rabbitmqctl change_password'], /\s{1,2}\S{1,60}\s{1,2}["']?(?<value>[^\s"']{5,128})/),
  // A secret that another program reads: `echo … | docker login --password-stdin`, `echo "name:…" | chpasswd`.
  after(
    ['echo '],
    /(?:-n\s{1,2})?["']?(?<value>[^\s"'|]{6,200})["']?\s{0,2}\|[^\n|]{0,120}--(?:(?:password|passphrase|token)-(?:stdin|fd)|stdin)\b/,
  ),
  after(['echo '], /(?:-e\s{1,2})?["']?[\w.-]{1,40}:(?<value>[^\s"'|:]{5,128})["']?\s{0,2}\|\s{0,2}(?:sudo )?chpasswd/),
  // The password file of PostgreSQL: host, port, database, user, password.
  inside([':5432:'], /[\w.*-]{1,80}:5432:[^:\s]{1,63}:[^:\s]{1,63}:(?<value>[^\s:*][^\s:]{4,127})/, {
    lead: /[\w.*-]/,
    maxLead: 80,
  }),
  // A script of expect.
  after(['send '], /(?<=assw(?:or)?d[^\n]{0,12}\n[ \t]{0,8}send )(?:-- )?"(?<value>[^"\\\s]{4,64})\\[rn]"/i),
  after(['requirepass', 'masterauth'], /[ \t]{1,4}["']?(?<value>[^\s"']{5,128})/),
];

/** Commands of Windows and of Java. */
const WINDOWS: readonly KeywordRule[] = [
  inside(
    ['convertto-securestring'],
    /convertto-securestring(?:\s{1,3}-(?:string|asplaintext|force)){0,3}\s{1,3}["']?(?<value>[^\s"'-][^\s"']{4,128})/i,
  ),
  after(['-passin', '-passout', '-passwd'], /["' ]{1,3}pass:(?<value>[^\s"']{4,128})/),
  // Without an option after it, the match may be prose: "the net user base growth2024".
  after(
    ['net user '],
    /\S{1,60}[ \t]{1,3}(?=\S{5,128}[ \t]{1,3}\/|\S{0,64}[A-Z!#$%&?@^+=~])(?<value>[^\s/*]{5,128})(?!\S|[ \t]{1,3}[^\s/])/,
  ),
  after(
    ['net use '],
    /(?:[a-z*]:?[ \t]{1,2})?\\\\\S{3,120}[ \t]{1,2}(?:\/user:\S{1,60}[ \t]{1,2})?(?<value>[^\s/*]{5,128})/i,
  ),
  after(['-storepass', '-keypass', '-srcstorepass', '-deststorepass'], /[ \t]{1,3}["']?(?<value>[^\s"':]{5,128})/),
];

export const commandLineRules: readonly KeywordRule[] = [...LONG_OPTIONS, ...PROGRAMS, ...WINDOWS];
