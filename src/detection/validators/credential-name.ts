/**
 * Returns whether the name of a variable, option or field that contains a word such as "key" or "token" names a secret.
 * "publicKey", "keyCode", "tokenType" and "author" do not. Separators and letter case make no difference.
 */
export function isSecretName(name: string): boolean {
  const words = name.split(BETWEEN_WORDS).filter((word) => word !== '');
  const plain = words.join('').toLowerCase();
  const starts = new Set<number>();
  let end = 0;
  for (const word of words) {
    starts.add(end);
    end += word.length;
  }
  OTHER_NAMES.lastIndex = 0;
  for (let found = OTHER_NAMES.exec(plain); found !== null; found = OTHER_NAMES.exec(plain)) {
    const { index } = found;
    const last = index + found[0].length;
    // Matches "end_key", and "endkey" in "weekendkey", but not across the words of "moosend_key" and "ClickUpKey".
    if (starts.has(index) || ![...starts].some((start) => index < start && start < last)) return false;
    OTHER_NAMES.lastIndex = index + 1;
  }
  return true;
}

const BETWEEN_WORDS = /[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/;

const OTHER_NAMES = new RegExp(
  [
    // Keys of tables, caches and keyboards; tokens of grammars and pages.
    `(?:public|pub|primary|foreign|partition|sort|cache|caching|hot|short|mon|tur|don|hoc|joc|bucket|sequence|natural|schema|idx
    |hash|range|map|index|i18n|translation|row|col|column|lookup|json|object|dict|event|arrow|enter|tab|shift|react|unique|group
    |sequencer|data|item|host|gpg|recv|id|each|per|by|the|of|no|up|down|left|right|home|end|nav|idempotency|deduplication|tracking|correlation|asset|issue|space|page|attribute|record|gnupg|pgp)keys?`,
    `(?:csrf|xsrf|page|nextpage|next|continuation|cursor|skip|sync|cancel|cancellation|abort|design|syntax|punctuation|comment
    |first|last|prev|previous|current|start|end|close|open|eos|bos|eot|pad|stop|max|min|num|total|prompt|completion|input|output
    |publickey|public|device|push|registration|file|lexer|parser|regex|color|theme|space|type|string|invite|change|lock)tokens?`,
    // Attributes of a key, a token or a secret.
    `(?:keys?|tokens?|secrets?|passwords?|credentials?|auth|access)(?:id|ids|name|names|alias|code|codes|board|press|pressed|down|up
    |left|right|frame|frames|size|length|len|path|paths|file|files|filename|ring|store|vault|vaultname|vaultid|type|types|word|words
    |stone|hole|pair|pairs|chain|map|mapping|usage|signature|selector|mesh|format|prefix|suffix|label|field|fields|column|spec
    |algorithm|alg|version|str|count|limit|endpoint|url|uri|urls|expiry|expires|expiration|expiresin|expiresat|lifetime|ttl|issuer|kind
    |budget|izer|iser|ize|ized|symbol|address|contract|arn|ref|keyref|policy|reset|hash|hashed|mode|method|methods|domain|scheme
    |flow|provider|level|control|point|placeholder|hint|help|message|error|location|source|header|param|index|idx|event|handler
    |class|manager|service|factory|generator|validator|rule|rules|required|enabled|changed|confirmation|strength|regex|pattern|min
    |max|attempts|history|checksum|fingerprint|thumbprint|digest|sha|sha1|sha256|md5|date|time|age|text|title|description|example)$`,
    // Words that contain one of these words.
    `(?:keyword|keyboard|keydown|keyup|keypress|keyserver|keynote|keyframe|monkey|turkey|donkey|hockey|jockey|whiskey|tokenize|tokenis(?:e|ing|at)|secretar|author(?!i[sz]ation)
    |accessor|accessib|authenticat(?:ed|or)|authentication(?:results|type|mode|method|scheme|provider|flow|url)|compass|bypass
    |passenger|passport|passive|passing|passthrough|surpass|encompass|trespass|underpass|askpass|credentialsid|credentialid|accessid
    |auth0(?!.*(?:secret|token|key|pass|cred))|withcredentials|rapidapi(?!key)|usersecretsid|randomaccess|licenses?key$|licensekey|api(?:version|group|url|uri|host|base|name|server|endpoint|doc|path|prefix|gateway|client|type|level|call|reference)|integrity|resolution|checksum|ciphertext)`,
  ]
    .join('|')
    .replace(/\s+/g, ''),
  'g',
);
