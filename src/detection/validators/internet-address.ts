import type { Candidate, Verdict } from '../detector';
import { foldText } from '../text/fold';
import { CAPITALS, LETTERS } from '../text/letters';
import { compactForm } from '../text/normalize';

/** Not routed on the public internet (RFC 1918, 6598, 3927, 1122). */
function isPrivate([first = 0, second = 0]: readonly number[]): boolean {
  return (
    first === 10 ||
    first === 127 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    (first === 100 && second >= 64 && second <= 127)
  );
}

/** Reserved for documentation (RFC 5737), or not a host address: networks 0, and 224 and above. */
function isReserved([first = 0, second = 0, third = 0]: readonly number[]): boolean {
  return (
    first === 0 ||
    first >= 224 ||
    (first === 192 && second === 0 && (third === 0 || third === 2)) ||
    (first === 198 && ((second === 51 && third === 100) || second === 18 || second === 19)) ||
    (first === 203 && second === 0 && third === 113)
  );
}

/** Private addresses that devices, virtual machines and containers have by default, and the first that manuals use. They identify no network. */
const PRESETS = new Set(
  (
    '192.168.0.1 192.168.0.2 192.168.0.10 192.168.0.100 192.168.0.254 192.168.1.1 192.168.1.2 192.168.1.10 192.168.1.100 192.168.1.254 192.168.2.1 192.168.3.1 192.168.8.1 192.168.10.1 192.168.11.1 192.168.15.1 ' +
    '192.168.50.1 192.168.56.1 192.168.56.101 192.168.99.100 192.168.100.1 192.168.122.1 192.168.123.254 192.168.178.1 192.168.254.254 192.168.33.10 ' +
    '10.0.0.0 172.16.0.0 192.168.0.0 10.0.0.1 10.0.0.2 10.0.0.138 10.0.1.1 10.0.2.2 10.0.2.3 10.0.2.15 10.1.1.1 10.1.10.1 10.8.0.1 10.10.10.1 10.10.10.10 10.20.30.40 10.96.0.1 10.96.0.10 ' +
    '172.16.0.1 172.17.0.1 172.17.0.2 172.18.0.1'
  ).split(' '),
);

/** The same, and loopback, link-local and broadcast addresses. */
function isCommonPrivate(value: string): boolean {
  return PRESETS.has(value) || /^(?:127|169)\.|\.255$/.test(value);
}

/** Words for a host or its network near an address, without accents. */
const HOST_NEAR = new RegExp(
  String.raw`server|\bserv|serwer|\bhosts?\b|gateway|passerelle|pasarel|\brout|switch|firewall|\bnas\b|collector|proxy|\bvpn\b|\bssh\b|\bdns\b|dhcp|cluster|\bnod[eio]s?\b|noeud|knoten|druck|print|imprim|impres|stampant|skrivare|kamera|camera|\bcamara|\bvlan|subnet|netz\b|\bnetz|netzw|\breseau|\bred\b|\brete\b|\brede\b|\bsiec|natverk|network|intern|\bping|\bip(?:v4)?s?\b|adress|address|\baddr|direcc|indirizz|endereco|adres|\bdb\b|database|datenbank|controller|sterownik|interface|iface|terminal|scanner|reader|\b[a-z]*leser\b|waage|onduleur|\busv\b|\bups\b|\brack\b|\bdoor\b|zutritt|sensor|[a-z]anlage|appliance|backup|` +
    String.raw`balanc|broker|endpoint|upstream|backend|\bbind\b|listen|\bpeers?\b|replica|\bclock|laptop|\bpcs?\b|workstation|\bplc\b|\bsps\b|\bpbx\b|access point|\bwlan|wi ?fi|\bidrac|\bipmi\b|\bbmc\b|\bnvr\b|hypervisor|\besx|\bvms?\b|\bkass[ae]|\bcaja\b|\bldap|\brdp\b|\bsmb\b|ftp\b|\bnfs\b|mqtt|syslog|\bntp\b|monitor|bastion|antwort|respond|answer|risponde|luister|odpowiad|login|blocks|reachab|erreichb|joignab|raggiungib|accesib|acessiv|bereikb|dostepn|\bsits (?:on|at)|\blives (?:on|at)|\bdcs?\b|\ba record|\bcnames?\b|browser|jump ?box|\b[ck]onsol[ae]|(?:restart|neustart|redemarrage|reinicio|riavvio|herstart)[a-z]{0,2} (?:of|de[lr]?|von|di|van) |(?:target|cible|ziel|destino|destinazione|doel) ?[:=]|databaz|baza dan|\bvault|\bworker|overvak|\bpsql|mysql|zaloh|besturing|bediening|steuerung|` +
    'サーバ|アドレス|ネットワーク|地址|服务器',
);
const NEAR = 60;

/** Public DNS resolvers. */
const WELL_KNOWN = new Set(['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4', '9.9.9.9', '208.67.222.222', '208.67.220.220']);

function octetsOf(value: string): readonly number[] | undefined {
  const octets = value.split('.').map(Number);
  return octets.length === 4 && octets.every((octet) => octet <= 255) && !/(?:^|\.)0\d/.test(value)
    ? octets
    : undefined;
}

/** A usual account before an address, or any in a connection URL, or the start of a URL or a network path. Other names before an "@" are packages with a version. */
const ACCOUNT_BEFORE =
  /(?:\b(?:root|admin|deploy|ubuntu|debian|centos|ec2-user|pi|git|backup|oracle|postgres|jenkins|ansible|vagrant|operator|sftp|svc[\w-]{0,20})|:\/\/[^\s@/]{1,60})@$|(?:[a-z]:\/\/|(?<!\S)\\\\)$|(?:-[sd]|--(?:src|dst|source|destination|to-destination)|(?:src|dst)-address) ?=?$/i;

/** Four numbers with dots may also be a version of a program, a package, a section or an object identifier. */
function isVersion(before: string, after: string): boolean {
  if (
    /^(?:\+| (?:or|and|oder|und|ou|o|et|y|e|of|en|lub|eller|och|og) (?:later|newer|higher|above|up|neuer|höher|später|plus|sup[ée]rieur|ult[ée]rieur|superior|posterior|successiv|nieuwer|hoger|nowsz|wyższ|senare|nyare|nyere|newer)|\.\d|-?(?:alpha|beta|rc|snapshot|preview|final|release)|[-_.][a-z]+\d*\.(?:jar|zip|tgz|exe|dll|tar))/i.test(
      after,
    )
  )
    return true;
  if (
    /\bip\W{0,3}$|https?:\/\/$|\d\s?-\s?$|\b(?:ssh|scp|sftp|rsync)\b[^@:\n]{0,60}@$/i.test(before) ||
    ACCOUNT_BEFORE.test(before)
  )
    return false;
  return (
    /(?:\bv|§|[~^@]=?|[<>=]=|[a-z#]-|\d[.-])\s?["'`(]?$/i.test(before) ||
    /\brevisions?\W{0,3}$|(?:\b|_)(?:versions?|oid|object ?identifiers?)(?:\b|_)[^.\n]{0,20}$/i.test(before) ||
    /[a-z]OID[^\w\n.]{1,6}$|[a-z]Oid[^\w\n.]{1,6}$/.test(before) ||
    /\b(?:v|v8|releases?d?|build|section|chapter|firmware|clause|upgraded?s?|updated?s?|bump(?:ed|s)?|downgraded?|roll(?:ed)?[ -]?back|chrom(?:e|ium))\b[^.\n]{0,20}$/i.test(
      before,
    )
  );
}

/** The header of a column or a row of versions. */
const VERSION = /firmware|\bbios\b|version|versie|vers[aã]o|wersj|release|\bbuild\b|ファームウェア/i;

/** True for small numbers, which are as likely a version or section number: 4.3.99.16. */
function isSmall(octets: readonly number[]): boolean {
  const [first = 0] = octets;
  return octets.filter((octet) => octet >= 40).length <= (first < 10 ? 1 : 0);
}

/** Words for an address directly before it, and what follows only an address: a port or the length of a prefix. */
const LABEL_BEFORE =
  /(?:\bip(?:v4)?[ -]?(?:addr(?:ess|esse|ès)?|adres(?:se)?|adress(?:e|en)?)?|\b(?:server[ns]?|serveur|servidor|serwer|sunucu|host|hôte|serverul|gateway|nameserver|dns|proxy|client|address|adresse|adres|direcci[oó]n|indirizzo|endere[cç]o|ping6?|ssh|telnet|curl|remote|peer|listen|bind)|アドレス|地址)[^\w\n]{0,4}(?:is|=|:|was|ist|est|es|è|é)?[^\w\n]{0,3}$/i;
const ADDRESS_AFTER = /^(?::\d{2,5}(?!\d)|\/(?:[12]?\d|3[0-2])(?!\d))/;

/** True for the reversed address of a name in the DNS: 34.216.184.93.in-addr.arpa. */
const REVERSED = /^\.in-addr\.arpa\b/i;

/** True for the number of a heading, first on its line with a dot and a title after it. Sections have small numbers. */
function isHeading(octets: readonly number[], before: string, after: string): boolean {
  return octets.every((octet) => octet < 100) && /(?:^|\n)$/.test(before) && SECTION_AFTER.test(after);
}

/** True for the number of a section, before a title at the start of a line or after a capitalized word in text. */
function isSectionNumber(before: string, after: string): boolean {
  if (/(?:^|\n)[ \t*#=>|-]*$/.test(before) && TITLE_AFTER.test(after)) return true;
  return SECTION_BEFORE.test(before.toLowerCase()) || /^(?:절|장|節|章|条|條|项|項|номер)/.test(after);
}

const SECTION_AFTER = new RegExp(String.raw`^\. {1,4}[${CAPITALS}]`);
const TITLE_AFTER = new RegExp(String.raw`^\.?[ \t\u3000]{1,4}[${LETTERS}"'“„«(/]`);

/** A word for a part of a document in the supported languages, or "see". */
const SECTION_BEFORE = new RegExp(
  String.raw`(?<![${LETTERS}])(?:sections?|sec|chapters?|clauses?|paragraphs?|appendix|annex|figures?|fig|tables?|table|items?|rules?|steps?|articles?|see|abschnitt\w{0,2}|abs|kapitel\w{0,2}|kap|absatz|anhang|abbildung|abb|tabelle|punkt|siehe|secci[oó]n|cap[ií]tulo|apartado|apéndice|figura|tabla|v[eé]ase|ver|chapitres?|paragraphe|annexe|tableau|alin[eé]a|voir|sezione|capitolo|paragrafo|appendice|tabella|vedi|vedere|sec[cç][aã]o|se[cç][aã]o|par[aá]grafo|ap[eê]ndice|tabela|veja|sectie|paragraaf|hoofdstuk|bijlage|afbeelding|tabel|zie|rozdzia[lł]\w{0,2}|sekcj\w{1,2}|podrozdzia[lł]\w{0,2}|punkt\w{0,2}|za[lł][aą]cznik|rysunek|zob|avsnitt\w{0,2}|bilaga|tabell|se|odjeljak|odd[ií]l|kapitol\w|раздел\w{0,2}|глав\w|пункт\w{0,2}|см|τμήμα|第|节|節|章|參見|参照)[.:]?[ \u00a0]{0,2}$`,
);

/** Numbers that people write as an example: 1.2.3.4, 11.22.33.44, 111.22.33.44, 123.45.67.89, 111.111.111.111. */
function isExampleNumbers(octets: readonly number[]): boolean {
  const [first = 0, ...others] = octets;
  const steps = others.map((octet, index) => octet - (octets[index] ?? 0));
  if (first > 0 && steps.every((step) => step === steps[0]) && [1, 11].includes(steps[0] ?? -1)) return true;
  if (/^(?:1?11\.22\.33\.\d+|12[34]\.45\.67\.\d+|12\.34\.56\.\d+|1\.2\.3\.\d)$/.test(octets.join('.'))) return true;
  const [, second = 0, third = 0, fourth = 0] = octets;
  if (first > 9 && first === fourth && second === third) return true;
  return new Set(octets).size <= 2 && octets.every((octet) => /^(\d)\1\1$/.test(String(octet)));
}

/** True if the words before say that this is an example, or a name that is reserved for documentation stands there. */
function isInExample(before: string): boolean {
  return EXAMPLE_BEFORE.test(before.toLowerCase());
}

const EXAMPLE_BEFORE = new RegExp(
  String.raw`(?<![${LETTERS}])(?:examples?|e\.\s?g\.|beispiel[${LETTERS}]{0,3}|z\.\s?b\.|ejemplos?|p\.\s?ej\.|exemples?|p\.\s?ex\.|esempi[o]?|exemplos?|voorbeeld(?:en)?|bijv\.|przyk[lł]ad[${LETTERS}]{0,3}|np\.|exempel|t\.\s?ex\.|例えば|例如|例|比如|пример[${LETTERS}]{0,2}|www\.domain\.t(?:ld)?)(?![${LETTERS}])|\bexample\.(?:com|org|net)\b`,
);

/** True among the coordinates of an SVG path: `m0 1 1.5.75.75 0 0`. Numbers in logs and lists look different. */
function isInSvgPath(octets: readonly number[], before: string, after: string): boolean {
  if (octets.some((octet) => octet >= 100)) return false;
  const [, command, numbers = ''] = /(^|[^\d.])(-?\d{0,4}\.?\d+[ ,-]-?\d{0,4}\.?\d+[ ,-])$/.exec(before) ?? [];
  return (
    (/\.\d/.test(numbers) || /^[achlmqstv]$/i.test(command ?? '')) &&
    /^[ ,-]-?\.?\d(?!\d{0,2}(?:\.\d{1,3}){3}(?![\d.]))/.test(after)
  );
}

/** The limit for an address that is right, but has words around it that call it an example. */
const IN_EXAMPLE = 0.6;

/** The limit if a context word is near, but not directly before the address: "the server of 81.2.69.160". */
const WITHOUT_LABEL = 0.75;

/** A name for documentation (RFC 2606) near an address. */
const DOCUMENTED =
  /(?:(?<![\w-])example\.(?:com|org|net|edu)|[\w*-]\.example|\.sample\.(?:com|org|net))(?![\w-]|\.\w)/i;

function isNearHost({ before, after, headers }: Candidate): boolean {
  return HOST_NEAR.test(foldText(`${before.slice(-NEAR)} ${after.slice(0, NEAR)} ${headers.join(' ')}`));
}

/** @param kind the kind of addresses that the detector reports */
export function validateIPv4(kind: 'public' | 'private'): (candidate: Candidate) => Verdict {
  return (candidate) => {
    const { value, before, after, headers, row } = candidate;
    const octets = octetsOf(value);
    if (octets === undefined || isPrivate(octets) !== (kind === 'private')) return { verdict: 'invalid' };
    if (isVersion(before, after) || isInSvgPath(octets, before, after)) return { verdict: 'invalid' };
    if (REVERSED.test(after) || isHeading(octets, before, after)) return { verdict: 'invalid' };
    const isLabeled =
      LABEL_BEFORE.test(before) ||
      ADDRESS_AFTER.test(after) ||
      (kind === 'private' ? ACCOUNT_BEFORE.test(before) || isNearHost(candidate) : headers.length > 0);
    if (isSmall(octets) && headers.some((header) => VERSION.test(header))) return { verdict: 'invalid' };
    if (isSmall(octets) && !isLabeled && isSectionNumber(before, after)) return { verdict: 'invalid' };
    // In "server (section 9.2.1.4)" the nearest word names it.
    if (isSmall(octets) && SECTION_BEFORE.test(before) && !ADDRESS_AFTER.test(after)) return { verdict: 'invalid' };
    if (kind === 'private' && (isInExample(before) || DOCUMENTED.test(row === '' ? candidate.surroundings : row)))
      return { verdict: 'unknown', tags: ['example-address'], confidence: 0.4 };
    if (kind === 'private' && isCommonPrivate(value)) {
      // A table of hosts states them all the same.
      const isListed = row !== '' && octets[0] !== 127 && octets[0] !== 169 && octets[3] !== 255 && isLabeled;
      return { verdict: 'unknown', tags: ['common-address'], confidence: isListed ? 0.5 : 0.3 };
    }
    // 10.9.44.13 may also be a version or a section.
    if (kind === 'private' && octets[0] === 10 && !isLabeled && octets.every((octet) => octet < 100))
      return { verdict: 'unknown', evidence: ['format:small'], confidence: 0.4 };
    if (isReserved(octets)) return { verdict: 'unknown', tags: ['reserved-address'], confidence: 0.3 };
    if (WELL_KNOWN.has(value)) return { verdict: 'unknown', tags: ['well-known-address'], confidence: 0.3 };
    if (isExampleNumbers(octets)) return { verdict: 'unknown', tags: ['example-address'], confidence: 0.3 };
    // 4.3.99.16 and similar values are versions or sections without a label.
    if (isSmall(octets)) {
      const evidence = ['format:small'];
      return isLabeled
        ? { verdict: 'valid', evidence, confidence: IN_EXAMPLE }
        : { verdict: 'unknown', evidence, confidence: 0.4 };
    }
    // A mail policy (SPF, RFC 7208) is published in the DNS.
    if (/\bip4:$/i.test(before)) return { verdict: 'unknown', tags: ['well-known-address'], confidence: 0.4 };
    // The first and the last address of a network, which are not those of a host.
    const isNetwork = kind === 'private' && /^\/(?:1[3-9]|2\d)(?!\d)/.test(after);
    if ((octets[3] === 0 || octets[3] === 255) && !isNetwork && !LABEL_BEFORE.test(before))
      return { verdict: 'unknown', tags: ['network-prefix'], confidence: 0.4 };
    if (isInExample(before)) return { verdict: 'valid', confidence: IN_EXAMPLE };
    return isLabeled ? { verdict: 'valid' } : { verdict: 'valid', confidence: WITHOUT_LABEL };
  };
}

/** Local addresses (loopback, link-local, multicast; RFC 4291) identify no host outside of their network. */
const LOCAL_IPV6 = /^(?:::[01]?$|fe[89a-f][0-9a-f]:|ff[0-9a-f]{2}:)/;
/** For documentation (RFC 3849, RFC 9637), masks, and the space for mapped and translated addresses. */
const RESERVED_IPV6 = /^(?:2001:0?db8:|3fff:0?[0-9a-f]{0,3}:|ffff:ffff:|::ffff:0:|64:ff9b::$)/;

/** True for the bytes of a key or an identifier: 00:00:ab:11:f9:2a:c2:77. */
const isBytes = (address: string): boolean => /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}$/.test(address);

/** True for 1:2:3:4:5:6:7:8, 1111:2222::3333 and similar sequences, or groups of one repeated digit. */
function isExampleGroups(groups: readonly string[]): boolean {
  const numbers = groups.map((group) => Number.parseInt(group, 16));
  if (groups.length >= 4 && numbers.every((number, index) => index === 0 || number - (numbers[index - 1] ?? 0) === 1))
    return true;
  return groups.length >= 3 && groups.every((group) => /^([0-9a-f])\1{3}$/.test(group));
}

export function validateIPv6({ value, before, after, headers }: Candidate): Verdict {
  const address = value.replace(/[%/].*$/, '').toLowerCase();
  if (!URL.canParse(`http://[${address}]`)) return { verdict: 'invalid' };
  // `a::b` is a qualified name in C++, Rust and Perl.
  const groups = address.split(':').filter((group) => group !== '');
  if (groups.length < 3 && !/\d/.test(address)) return { verdict: 'invalid' };
  // `[::2]`, `[0::2]` are slices of lists. No network has such a short prefix.
  if (groups.length < 3 && groups.every((group) => group.length < 4) && !/^::[01]$/.test(address))
    return { verdict: 'invalid' };
  if (isBytes(address) || groups.every((group) => /^[a-f]$/.test(group))) return { verdict: 'invalid' };
  const form = canonicalForm(value, address);
  const mapped = octetsOf(/^::ffff:(\d[\d.]*)$/.exec(address)?.[1] ?? '');
  if (LOCAL_IPV6.test(address) || (mapped !== undefined && (isPrivate(mapped) || isReserved(mapped))))
    return { verdict: 'unknown', tags: ['local-address'], confidence: 0.3, ...form };
  if (RESERVED_IPV6.test(address)) return { verdict: 'unknown', tags: ['reserved-address'], confidence: 0.3, ...form };
  if (isExampleGroups(groups)) return { verdict: 'unknown', tags: ['example-address'], confidence: 0.3, ...form };
  // A prefix names a network, not a host.
  if (address.endsWith('::')) return { verdict: 'unknown', tags: ['network-prefix'], confidence: 0.3, ...form };
  // Unique local addresses (RFC 4193) and addresses outside of 2000::/3, which is all that is assigned, need a context word.
  if (!/^(?:[23][0-9a-f]{3}:|(?:::|(?:0:){5})ffff:\d)/.test(address)) {
    const isWhole = groups.length >= 4;
    return { verdict: 'unknown', confidence: isWhole ? IN_EXAMPLE : 0.4, ...form };
  }
  if (isInExample(before) || /^\/\d/.test(after)) return { verdict: 'valid', confidence: IN_EXAMPLE, ...form };
  return LABEL_BEFORE.test(before) || headers.length > 0
    ? { verdict: 'valid', ...form }
    : { verdict: 'valid', confidence: WITHOUT_LABEL, ...form };
}

/** RFC 5952, with the zone or the prefix length, because addresses that differ in these are different values. */
function canonicalForm(value: string, address: string) {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return { normalized: canonical + value.slice(address.length), ignoresCase: true };
}

/** Validates the address of a network device. Virtual machines share their prefixes, and addresses of groups and examples such as 00:11:22:33:44:55 name no device. */
export function validateDeviceAddress({ value }: Candidate): Verdict {
  const hex = value.replace(/[:.-]/g, '').toUpperCase();
  const bytes = hex.match(/../g) ?? [];
  const first = Number.parseInt(bytes[0] ?? '', 16);
  if (new Set(hex).size <= 2 || !/\d/.test(hex) || /^(?:01005E|3333|0180C2)/.test(hex)) return { verdict: 'invalid' };
  const form = { evidence: ['format:mac'], normalized: compactForm(value), ignoresCase: true };
  const isRepeated = bytes.every((byte) => byte.charAt(0) === byte.charAt(1));
  const isVirtual = /^(?:00163E|525400|000C29|005056|080027|00155D|0242AC)/.test(hex);
  const isSequence = '0123456789ABCDEF0123456789AB'.includes(hex.slice(0, 8)) || /DEADBEEF|CAFEBABE/.test(hex);
  if (isRepeated || isSequence || (first & 1) === 1)
    return { verdict: 'unknown', tags: ['example-address'], confidence: 0.3, ...form };
  return isVirtual ? { verdict: 'unknown', confidence: 0.4, ...form } : { verdict: 'unknown', ...form };
}
