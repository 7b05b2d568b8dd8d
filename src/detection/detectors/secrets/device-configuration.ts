import type { Candidate, KeywordRule, Validator } from '../../detector';
import { isPlaceholder, isWordAboutPasswords } from '../../passwords/stand-ins';
import { isDescription } from '../../vocabulary/secrets';
import { valueStrength } from '../../passwords/strength';
import { list } from '../list';
import { after, inside } from '../shapes';

/** A secret in quotes or up to the next space, which is no placeholder and no type of encryption. */
const SECRET = String.raw`["']?(?!\d{1,2}[ \t])(?<value>(?:\$9\$|[^\s"'<>{}$;,])[^\s"'<>;]{4,127})`;
const BLANK = String.raw`[ \t]{1,4}`;
/** How the secret is written. The other types (5, 7, 8, 9) are those of password hashes. */
const WRITTEN = String.raw`(?:(?:0|simple|cipher|plain|plaintext|clear|ascii|ascii-text|hex|md5|sha|sha-?\d{1,3}|read|write|ro|rw|local|remote|key-string|set-key|\d{1,3})${BLANK}){0,4}`;

/** Rules for a command that ends with a secret. */
function command(commands: readonly string[], between = ''): KeywordRule {
  return after(commands, new RegExp(`${between}${BLANK}${WRITTEN}${SECRET}`, 'i'));
}

/** Up to some indented lines of the same section, then a line that starts with a command. */
const inSection = (command: string) =>
  String.raw`[^\n]{0,80}\n(?:[ \t]{1,8}(?!${command})[^\n]{0,80}\n){0,6}?[ \t]{0,8}${command}`;

/** Commands and sections with a secret, as Cisco, Juniper, Huawei, H3C, MikroTik, Fortinet and Linux document them. */
export const deviceRules: readonly KeywordRule[] = [
  // Users and privileged mode.
  command(
    ['username '],
    String.raw`\S{1,64}(?:${BLANK}(?:privilege${BLANK}\d{1,2}|role${BLANK}\S{1,40}|algorithm-type${BLANK}\S{1,20}|common-criteria-policy${BLANK}\S{1,40})){0,3}${BLANK}(?:secret|password)`,
  ),
  command(['enable secret', 'enable password', 'super password'], String.raw`(?:${BLANK}level${BLANK}\d{1,2})?`),
  command(['local-user '], String.raw`\S{1,64}${BLANK}password`),
  command([
    ...['authentication password', 'chap password', 'pap password', 'plain-text-password-value', 'set passwd'],
    ...['password ENC', 'passwd ENC', 'psksecret ENC'],
  ]),
  command(['line vty', 'line con', 'line aux', 'line console'], inSection('password')),
  // Monitoring.
  command([
    ...['snmp-server community', 'snmp community', 'snmp-agent community', 'snmp-community-string', 'set community'],
    ...['rocommunity', 'rwcommunity'],
  ]),
  command(['usm-user v3'], String.raw`${BLANK}\S{1,64}${BLANK}(?:authentication|privacy)-mode`),
  command(['createuser '], String.raw`\S{1,64}`),
  command(['createuser '], String.raw`\S{1,64}${BLANK}\S{2,12}${BLANK}\S{5,128}${BLANK}(?:AES|DES)`),
  after(['/snmp community'], new RegExp(String.raw`[^\n]{0,80}?name=${SECRET}`)),
  command(
    ['snmp-server host'],
    String.raw`${BLANK}\S{3,64}(?:${BLANK}(?:traps|informs)){0,1}(?:${BLANK}version${BLANK}(?:1|2c))(?![^\n]{0,40}(?:auth|priv)\b)`,
  ),
  command(['snmp-server user'], String.raw`(?:${BLANK}\S{1,64}){2,3}${BLANK}auth`),
  command(
    ['snmp-server user'],
    String.raw`(?:${BLANK}\S{1,64}){2,3}${BLANK}auth${BLANK}\S{2,12}${BLANK}\S{5,128}${BLANK}priv(?:${BLANK}(?:3des|aes|des))`,
  ),
  // Authentication servers.
  command(['tacacs-server', 'radius-server'], String.raw`[^\n]{0,120}?[ \t](?:key|shared-key|secret)`),
  command(['tacacs server ', 'radius server '], inSection('key')),
  after(['client '], new RegExp(String.raw`\S{1,64}[ \t]{0,4}\{${inSection('secret')}[ \t]{0,4}=[ \t]{0,4}${SECRET}`)),
  after(['cleartext-password'], new RegExp(String.raw`[ \t]{0,3}:?=[ \t]{0,3}${SECRET}`)),
  // Keys of tunnels and routing protocols.
  command([
    ...['isakmp key', 'pre-shared-key', 'preshared-key', 'psksecret', 'wpa-psk', 'wpa2-psk', 'wpa3-psk'],
    ...['wpa-passphrase', 'shared-secret', 'authentication-key', 'message-digest-key'],
  ]),
  // Not "key string" in a sentence.
  command(['key-string'], '(?<=key-string)'),
  command(['neighbor '], String.raw`\S{2,64}${BLANK}password`),
  after([': PSK', ': EAP', ': XAUTH', ': NTLM'], new RegExp(String.raw`[ \t]{1,4}"(?<value>[^"\n]{5,128})"`)),
  // RouterOS.
  after(
    ['/user ', '/ppp ', '/radius ', '/ip ipsec', '/interface '],
    new RegExp(String.raw`[^\n]{0,160}?(?:password|secret|pre-shared-key)=${SECRET}`),
  ),
  // Labels in lists and tables.
  after(
    list(`
      snmp community, community string, read community, write community, ro community, rw community, pre-shared key,
      preshared key, shared secret, shared key, radius secret, radius shared secret, communauté snmp, comunidad snmp, comunità snmp, comunidade snmp, enable secret, radius key, tacacs secret, tacacs key, ipsec secret,
      ipsec key, ike key, bgp key, ospf key, clave precompartida, clave compartida, secreto compartido, clé partagée, clé pré-partagée,
      clé prépartagée, secret partagé, chiave condivisa, chiave precondivisa, segreto condiviso, chave partilhada, chave compartilhada,
      chave pré-compartilhada, chave pré-partilhada, segredo partilhado, gedeelde sleutel, gedeeld geheim, klucz współdzielony,
      klucz wstępny, delad nyckel, delad hemlighet, gemeinsamer schlüssel, vorab geteilter schlüssel, gemeinsames geheimnis,
      schreib-community, lese-community, 暗号化キー, 事前共有鍵, 事前共有キー, 共有シークレット, コミュニティ名
    `),
    new RegExp(
      String.raw`s?(?:[ \t]\([^()\n]{1,24}\))?["'\x60*]{0,3}(?:[ \t]{0,2}[:=：]|(?:[ \t][\wÀ-ɏ'’-]{1,20}){0,7}?(?:[ \t]?[:=：]|[ \t](?:is|lautet|ist|est|es|è|é|jest|to|är)(?=[ \t]))|[はが])[ \t]{0,3}["'\x60*]{0,3}(?<value>[^\s"'\x60<>{}$;,*][^\s"'\x60<>;*]{4,127})`,
    ),
    { cell: /\S{5,64}/ },
  ),
  // Wireless networks.
  inside(['WIFI:'], /WIFI:(?:[A-Z]:[^;\n]{0,64};){0,4}P:(?<value>[^;\n]{5,64});/),
  after(['psk=', 'wpa_passphrase=', 'wep_key0=', 'sae_password='], new RegExp(SECRET)),
  command(['wifi connect'], String.raw`${BLANK}\S{1,64}[^\n]{0,60}?[ \t]password`),
];

/** Values of vendors and of documentation. */
const KNOWN_VALUES = /^(?:public|private|community|string|cisco\d{0,3}|testing123)$/i;
/** Words that follow a command in a sentence. */
const IN_SENTENCE =
  /^(?:command|is|are|and|or|must|should|expects|authentication|encryption|exchange|timeout|retransmit|level|policy|cipher|simple)$/i;

/** Japanese text, paths, files, addresses, and names with versions. */
const OTHER_VALUE =
  /[\u3041-\u30ff\u4e00-\u9fff]{3}|^(?:~?\/|[\w.+-]+@[\w-]+\.)|^[\w-]+\.[a-z]{2,4}$|^v?\d+(?:\.\d+)+$/i;

/** A path, an algorithm, the number of bits or a reference in brackets: `(/etc/raddb/clients.conf)`, `(PSK2-AES256)`. */
const REMARK =
  /^\((?:~?\/|(?:[\w.-]*(?:aes|sha\d|md5|psk|wpa|bit|gcm|hmac)|see|siehe|voir|ver|vedi|zie|zob)(?![a-z]))/i;

/** A word is accepted only in a whole command, at the start of a line, with nothing or options behind it. */
export const deviceSecret: Validator = (candidate) => {
  const value = candidate.value.replace(/[.:)\]]+$/, '');
  if (value.length < 5 || isPlaceholder(value) || KNOWN_VALUES.test(value) || IN_SENTENCE.test(value)) {
    return { verdict: 'invalid' };
  }
  if (OTHER_VALUE.test(value) || REMARK.test(candidate.value)) return { verdict: 'invalid' };
  if (isWordAboutPasswords(value) || (!/\d/.test(value) && isDescription(value, candidate.match)))
    return { verdict: 'invalid' };
  if (valueStrength(value) !== 'plain') return { verdict: 'unknown', length: value.length };
  return isWholeCommand(candidate)
    ? { verdict: 'unknown', length: value.length, confidence: 0.5 }
    : { verdict: 'invalid' };
};

function isWholeCommand({ before, after, match, value }: Candidate): boolean {
  return (
    match !== value &&
    (/(?:^|[\n#>;])[ \t]*(?:set )?$/.test(before) || match.includes('\n')) &&
    /^["']?;?[ \t]*(?:$|\n|(?:ro|rw|view|address|authorization|timeout|priv|encrypted|level|acl|\d)\b)/i.test(after)
  );
}
