import type { AssignmentRule, KeywordRule, TokenRule, WindowRule } from '../detector';
import { after, near } from '../detectors/shapes';
import { list } from '../detectors/list';
import {
  ACCESS_CODE_WORDS,
  ACCESS_WORDS,
  ACCOUNT_NAMES,
  ACCOUNT_WORDS,
  AMBIGUOUS_ABBREVIATIONS,
  ANSWERING_WORDS,
  AS_PASSWORD,
  FOREIGN_SECRET_WORDS,
  HALVES_OF_NAMES,
  KEY_WORDS,
  LICENSE_WORDS,
  OPENING_WORDS,
  OPENINGS_OF_PAIRS,
  PHRASE_WORDS,
  RECOVERY_CODE_WORDS,
  RECOVERY_TITLES,
  PASSWORD_TITLES,
  TYPING_WORDS,
  UNLOCKING_WORDS,
  wordsOf,
} from '../vocabulary/secrets';

const NAMES = wordsOf('names');
const LABELS = wordsOf('names', 'others');
const SHORT_LABELS = wordsOf('short', 'shortLabels');
const MISSPELLED_NAMES = wordsOf('misspelled');

/** The text between the word for a secret and the secret. The patterns start after the word. */

/** The value in quotes or as character data, which may contain any other character. */
const ENCLOSED = String.raw`(?<=["'\x60])[^\s"'\x60]{5,128}(?=["'\x60])|(?<=CDATA\[)[^\s\]]{5,128}(?=\]\]>)`;

/** A character of a value without quotes. */
const PLAIN = String.raw`[^\s"'\x60“”„«»「」‘’‚=:]`;

/** A quotation mark or an ampersand as an escape. */
const ESCAPED_QUOTE = String.raw`&quot;|&#34;|\\u002[27]`;
/** The color of a terminal, also with its escape character as text. */
const COLOR = String.raw`(?:\u001b|\\(?:0?33|x1b|u001b|e))\[[\d;]{0,12}m`;

const REST_OF_NAME = String.raw`(?:[\w가-힣-]{0,24}(?![\w가-힣])(?:\[\w{0,8}\])?|\s{0,2}\([^()\n]{1,16}\))\.?(?:["'\x60\])*\\]{0,4}|</\w{1,8}>|${ESCAPED_QUOTE}|${COLOR})`;
/** Signs that also divide texts and name the next step. */
const LOOSE_OPERATOR = String.raw`(?<loose>[-–—=~]{1,4}>{1,3}|>{2,3}|:-|[»·⟹]|\.{3,60}|…{1,20})`;
const OPERATOR = String.raw`(?::{0,3}[=:：＝]{1,3}>?(?!-)|-{1,2}>|=>|[→⇒⟶➜]|<-|~(?!>)|!==?|\?=|\||>(?!>)|&gt;|%3D|\\u003[dD]|${LOOSE_OPERATOR}|[ \t]value\s?=|,(?=\s?\\?["'])|[ \t](?=[@bu]?\\?["'«]))`;
/** A sign before a value besides quotation marks. */
const BORDER = String.raw`(?:${COLOR}[ \t]{0,3}|${ESCAPED_QUOTE}|<!\[CDATA\[)?`;

/**
 * The text between a word for a password and the password: the rest of the identifier, an operator, quotes. A password without
 * quotes does not contain `=` and `:` before a letter, because they start the next name and value; it contains at most two
 * others.
 */
const AFTER_OPERATOR = new RegExp(
  String.raw`${REST_OF_NAME}[ \t\u00a0]{0,3}${OPERATOR}(?:\*\*)?[ \t\u00a0]{0,16}\n?[ \t]{0,8}${BORDER}(?:[a-z]{1,8}\s?=\s?)?[*_]{0,2}(?:[@bu](?=\\?["'\x60]))?\(?[\\"'\x60“”„«»「‘‚]{0,4}(?:(?<=«)[ \u00a0\u202f])?(?!/[a-z]{2,24}(?:[/=:\s]|$)|\\?u0026)(?<value>${ENCLOSED}|(?=${PLAIN}{5}|${PLAIN}{3,4}[=:](?![a-z가-힣(]))${PLAIN}{3,128}(?:[=:](?![a-z가-힣(])${PLAIN}{0,64}){0,2})`,
  'i',
);

/** "The password is …", "Das Passwort lautet …", "the password was changed to …". Without quotes, it is more than letters. */
const VERB = String.raw`(?:['’]s|is|was|are|be|to|remains|lautet|heißt|ist|bleibt|est|c['’]est|reste|es|sigue siendo|é|continua sendo|permanece|è|rimane|resta|blijft|luidt|jest|pozostaje|är|förblir|er|on|je|(?<changed>auf|op|på|till|na|su|para|por|in|en|a))`;
const ADVERB =
  '(?:still|now|currently|always|simply|just|noch|immer|jetzt|aktuell|weiterhin|derzeit|nun|toujours|encore|actuellement|désormais|todavía|siempre|ahora|actualmente|ancora|sempre|ora|ainda|agora|nog|nu|steeds|nadal|teraz|numera|nyní|teď|really|actually|tatsächlich|wirklich|vraiment|realmente|davvero|echt|naprawdę|faktiskt|(?:since|seit|sinds|depuis|desde|dal?|od|sedan|siden)[ \\t][\\wÀ-ɏ.-]{2,12})';
const AFTER_VERB = new RegExp(
  String.raw`[\w가-힣-]{0,12}["'\x60]?(?:[ \t][\wÀ-ɏ@'’"./-]{1,24}){0,6}?[ \t\u00a0]{1,2}${VERB}(?:[ \t]${ADVERB}){0,2}[ :\t\u00a0]{1,3}[*_]{0,2}(?:["'\x60“”„»(]{0,3}|«[ \u00a0\u202f]?)(?:(?<=["'\x60“„«»][ \u00a0\u202f]?)|(?=[^\s"'\x60“”„«»]{0,40}(?:\d|[a-z][A-Z]|[!#$%&*@^+~][^\s"'\x60“”„«»]))|(?=(?:[A-Za-zÀ-ɏ]{6,24}|[A-Za-zÀ-ɏ]{4,20}(?:[-.][A-Za-zÀ-ɏ]{4,20}){2,5})(?:[.,;!\n]|[ \t][–(-]|$)|[A-ZÀ-Þ][a-zß-ɏ]{5,23}[ \t](?:for|until|on|pour|para|hasta|per|fino|voor|tot|dla|do|för|til)[ \t]))(?<value>[^\s"'\x60“”„«»]{5,128})`,
);

/** "Password for the test server: …", "mot de passe par défaut : …", "Passwort für das Tablet (bis Mai): …". */
const AFTER_DESCRIPTION =
  /(?:[ \t](?:[\wÀ-ɏ'’"-]{1,32}|\([^()\n]{2,48}\))){1,7}?[ \t]{0,2}(?:[:=→]|[-=–—]{1,3}>|(?<loose>[ \t][-–—]|>{2,3}|»|\.{3,60}|…{1,20}))[ \t]{1,3}["'`“”„«»]?(?<value>[^\s"'`“”„«»]{5,128})/i;
const AFTER_SHORT_DESCRIPTION = new RegExp(String.raw`(?<!www)(?![a-z])\.?(?:${AFTER_DESCRIPTION.source})`, 'i');

/** "Gris.Chat42", "tulip-and-mint-5", "sunflowers.77": words and a number. */
const WORDS_AND_NUMBER = String.raw`(?:(?=\S{0,40}[a-zß-ɏ]{3})(?=\S{12}|[A-ZÀ-Þ])(?:[A-Za-zÀ-ɏ]{1,20}[-_.]){1,4}[A-Za-zÀ-ɏ]{2,20}[-_.]?\d{1,4}|[A-Za-zÀ-ɏ]{8,20}[-_.]\d{2,4}|[A-ZÀ-Þ][a-zß-ɏ]{4,20}_\d{2,4}|(?=\S{14})(?:[a-zß-ɏ]{3,20}-){2,6}\d{1,4}(?:-[a-zß-ɏ]{3,20}){1,6})(?![\w.-]?\w)`;

/** "witqar-Tucme5-miqwoh": the passwords that browsers suggest. */
const SUGGESTED = String.raw`(?=\S{0,20}[A-Z])(?:[A-Za-z\d]{6}-){2}[A-Za-z\d]{6}(?![\w-])`;

/** Looks ahead for a digit and for characters that do not occur together with digits in words and versions. */
const MIXED = String.raw`(?=[^\s"'\x60“”„«»]{0,40}\d)(?:(?=[^\s"'\x60“”„«»]{0,40}(?:[!#$%&*?@^+=~]|[a-z]\d{0,3}[A-Z]|[a-z];[A-Za-z]|\d[A-Za-z]))|(?=${WORDS_AND_NUMBER}|${SUGGESTED}))`;
/** Words of both letter cases and a number anywhere: "Tansy7-bracken". For words that state a password. */
const COMPOSED = String.raw`(?:${MIXED}|(?=\S{0,40}\d)(?=\S{0,40}[A-Z])(?=[\wÀ-ɏ.,=-]{8,64}["'\x60”“»)\].,;:!?\s]|[\wÀ-ɏ.,=-]{8,64}$))`;

/** Looks ahead for a digit, a letter and a sign that names and paths do not contain. */
const STRONG = String.raw`(?=[^\s"'\x60]{0,40}\d)(?=[^\s"'\x60]{0,40}[A-Za-z])(?=[^\s"'\x60]{0,40}[!#$%&*?@^+~])`;

/** "Contr.: …", "Has.: …": the abbreviation also means other words, so the password must be strong. */
const AFTER_AMBIGUOUS = new RegExp(
  String.raw`(?:[ \t]{0,2}[:=]|(?<=:))[ \t]{0,3}${STRONG}(?<value>[^\s"'\x60“”„«»]{6,64})`,
);
const STRONG_CELL = new RegExp(String.raw`(?:${STRONG}|(?=\S{0,40}\d[a-z]{1,9}\d)(?!\S{0,40}-))(?<value>\S{6,64})`);

/** `@jane2`, `#general2`, `TICKET-1#4`, `10+chars`, `http2Server`: a mention, a channel, an issue, a rule, a name in code. */
const NOT_A_PASSWORD = String.raw`(?![@#](?!\S{0,40}\d\S{0,40}[a-z]\S{0,3}[A-Z])[\w.-]{1,64}[,;:?)]{0,8}(?:\s|$)|[A-Z][A-Z\d]{1,9}-\d(?!\S{0,40}[!$%&*?@^+~])|\d{1,3}\+|[a-z]{1,40}\d{1,3}(?:[A-Z][a-z]{1,24}){1,8}(?:[\s,.;:!?)\]]|$))`;

/** "With the password …", "password	…": only space between word and value. */
const AFTER_SPACE = new RegExp(
  String.raw`["'\x60*)]{0,2}(?:[ \t](?:new|temporary|temporarily|temp|neue?s?|vorläufig|temporär|nouveau|provisoire|temporaire|nuev[ao]|provisional|temporal|nuov[ao]|provvisori[ao]|temporane[ao]|nov[ao]|provisóri[ao]|nieuwe?|voorlopig|tijdelijk|nowe|tymczasowe|nytt?|tillfälligt|foreløbig|midlertidigt?|nové|dočasné))?[ \t\u00a0]{1,16}["'\x60“„«(]?[ \u00a0\u202f]?${NOT_A_PASSWORD}${MIXED}(?<value>[^\s"'\x60“”„«»]{6,64})`,
);

/** "PW …": only space between an abbreviation and the value. */
const AFTER_SHORT_WORD = new RegExp(String.raw`(?<!www)(?![a-z])\.?(?:${AFTER_SPACE.source})`);

/** "Use … as the password", where the value precedes the word. */
const BEFORE_AS = new RegExp(
  String.raw`(?<=(?<![^\s"'\x60“”„«»‘’\u001e])(?:${STRONG}|${COMPOSED})(?<value>[^\s"'\x60“”„«»‘’]{6,64})["'\x60“”»’]?[ \t]{1,2})(?<stated>[a-z])`,
  'i',
);

/** The beginning of a later clause that contains the password: "…, it is now …", "… geändert, es lautet jetzt …". */
const STATES = [
  String.raw`at[ \t]the[ \t]moment|this[ \t](?:week|month|quarter|year)|right[ \t]now|for[ \t]now|currently|(?:please[ \t])?use|(?:changed|set|reset|switched)[ \t](?:it|this|them)[ \t](?:back[ \t])?to|(?:it|which)(?:[ \t]is|['’]s)[ \t](?:now|still|currently)|now[ \t]it[ \t]is`,
  String.raw`(?:es|neu|jetzt)[ \t](?:ist|lautet|heißt)(?:[ \t](?:jetzt|nun|noch|aktuell|wieder|es))?|lautet[ \t](?:jetzt|nun|neu)|nämlich|zurzeit|derzeit|momentan|aktuell|diese[ns]?[ \t](?:Monat|Woche|Quartal|Jahr)|ab[ \t](?:heute|sofort|morgen)|nimm|nehmt|benutzt|verwendet`,
  String.raw`(?:c['’]est|il[ \t]est|est)[ \t](?:maintenant|désormais|à[ \t]présent)|remplacé[ \t]par|à[ \t]savoir|en[ \t]ce[ \t]moment|actuellement|ce[ \t]mois-ci|cette[ \t]semaine|pour[ \t]l['’]instant|utilise[rz]?`,
  String.raw`ahora[ \t]es|es[ \t]ahora|pusimos|puse|pusieron|cambiamos[ \t]a|ahora[ \t]mismo|actualmente|(?:de|por)[ \t](?:momento|ahora)|est[ea][ \t](?:mes|semana)|usad?|utiliza`,
  String.raw`(?:ora|adesso)[ \t]è|è[ \t]ora|cioè|al[ \t]momento|attualmente|quest[oa][ \t](?:mese|settimana)|per[ \t]ora|adesso|usa(?:te|re)?`,
  String.raw`agora[ \t]é|é[ \t]agora|mudou[ \t]para|pusemos|(?:neste|de)[ \t]momento|atualmente|est[ea][ \t](?:mês|semana)|por[ \t](?:agora|enquanto)|use[mr]?`,
  String.raw`(?:het|dit)[ \t]is[ \t](?:nu|voortaan)|namelijk|op[ \t]dit[ \t]moment|momenteel|deze[ \t](?:maand|week)|voorlopig|gebruik`,
  String.raw`(?:teraz|obecnie)(?:[ \t]to)?|zmienion[eo][ \t]na|aktualnie|w[ \t]tym[ \t](?:miesiącu|tygodniu)|na[ \t]razie|użyj`,
  String.raw`(?:det[ \t]är|heter)[ \t]nu|nu[ \t]är[ \t]det|nämligen|just[ \t]nu|för[ \t]närvarande|den[ \t]här[ \t](?:månaden|veckan)|tills[ \t]vidare|använd`,
  String.raw`(?:det[ \t]er|hedder)[ \t]nu|lige[ \t]nu|akkurat[ \t]nå|for[ \t]tiden|i[ \t]øjeblikket|denne[ \t](?:måned|uge)|indtil[ \t]videre|bruk?g?`,
].join('|');
/** The password is in a later clause, and must look like one. */
const AFTER_CLAUSE = new RegExp(
  String.raw`(?:[^\n=|<>{}()\u001e]{2,100}?[ \t](?:${STATES})[ \t:]{1,3}|[^\n。\u001e]{1,60}?(?:現在|今月|今週|今)は ?)["'\x60“„«‘]?[ \u00a0\u202f]?${COMPOSED}(?<stated>)(?<value>[!#-&(-_a-~À-ɏ§€£]{6,64})`,
  'i',
);

/** "The PIN was changed, it is now 4711". */
const CODE_IN_CLAUSE = new RegExp(
  String.raw`(?:[^\n=|<>{}()\u001e]{1,100}?[ \t](?:${STATES}|it['’]s|(?:neuen?|new|nieuwe?|nouveau|nuevo|nuovo|novo|nowy|nyt?|nový)(?: \S{1,12}){0,2})[ \t:]{1,3}|[^\n]{1,12}変わりました。 ?)(?<typed>)(?<value>[A-Z]?\d{4,8}[A-Z]?|\d{1,4}[AB]\d{1,4})(?![\w.,:-]?\d|[-\w])`,
  'i',
);

/** "Clave: …", "clé du réseau invité : …". */
const AFTER_KEY_WORD = new RegExp(
  String.raw`["'\x60*)]{0,2}(?:[ \t][\wÀ-ɏ'’-]{1,16}){0,6}[ \t]{0,2}(?:[:：=]|→|->|[ \t](?:ist|est|es|è|é|is|jest|är)(?=[ \t]))[ \t]{0,3}["'\x60]?${NOT_A_PASSWORD}${MIXED}(?<value>[^\s"'\x60<>]{6,64})`,
);

const BETWEEN_USER_AND_PASSWORD = String.raw`(?:[ \t]{0,3}(?://|[/:|,;\t→]|[-=]>|[-–—][ \t])[ \t]{0,3}|[ \t]\((?=[^\s()]{6,64}\)))`;
const USER = String.raw`["'\x60*]{0,3}(?<user>[A-Za-z][\w.@+\\-]{1,40})(?![\w.@+\\])["'\x60*]{0,3}`;

/** "Login: name / password", "creds: name:password", "Login for the test server: …", "log in with name / password". */
const USER_AND_PASSWORD = new RegExp(
  String.raw`(?:[ \t][\wÀ-ɏ.()'’-]{1,24}){0,7}?(?:[ \t]{0,2}(?:[:=→：]|[ \t](?:with|as|using|is|are|sind|sont|son|sono|zijn|mit|als|ist|avec|con|com|come|como|met|jako|som|est|es|è|é|är|to)(?=[ \t])|[はが])[ \t]{0,3}|[ \t](?=[\w.-]{3,40}[ \t]\())${USER}(?:${BETWEEN_USER_AND_PASSWORD}|[ \t](?:with|mit|avec|con|com|met|med|z)[ \t])["'\x60*]{0,3}(?<value>[^\s"'\x60<>/*()][^\s"'\x60<>]{5,63})`,
  'i',
);

/** "admin / Winter2024", but not two names: "Anna/Bernd2". */
const USER_AND_PASSWORD_CELL = new RegExp(
  String.raw`(?!SHA|MD5)(?:[A-Za-z][\w.@+-]{1,40}(?:[ \t]{0,2}(?://|[/:|,]|[-=]>|→)[ \t]{0,2}|[ \t][-–][ \t])${MIXED}|[A-Za-z][\w.@+-]{1,40} (?=[A-Z])${STRONG}|[a-z][\w.@+-]{1,40}(?:[ \t]{1,2}(?://|[/|])[ \t]{1,2}|:)(?=\S{8}))${NOT_A_PASSWORD}(?<value>[^\s"'\x60<>/]{6,64})`,
);
const USER_AND_STRONG_PASSWORD_CELL = new RegExp(
  String.raw`${USER}${BETWEEN_USER_AND_PASSWORD}${MIXED}(?<value>[^\s"'\x60<>/]{8,64})`,
);
const MIXED_CELL = new RegExp(String.raw`${NOT_A_PASSWORD}${MIXED}(?<value>\S{6,64})`);
/** The user before the password in a cell: "name / ", "name: ", "name (", and "name " before a strong password. */
const USER_IN_CELL = String.raw`(?:[A-Za-z][\w.@+-]{1,40}(?:[ \t]{1,2}(?:[/|:]|[-=]>|→)[ \t]{1,2}|:[ \t]{1,2}|//|[ \t]\(|[ \t](?=[A-Z])${STRONG}))?`;
const PASSWORD_CELL = new RegExp(String.raw`${USER_IN_CELL}(?<value>\S{5,64})`);
const MIXED_PASSWORD_CELL = new RegExp(USER_IN_CELL + MIXED_CELL.source);
/** Below a header with a misspelled name. */
const MISSPELLED_CELL = new RegExp(`(?<inColumn>)${MIXED_CELL.source}`);
const SECRET_CELL = /[^\s"'`<>]{16,512}/;

/** "User / password: name / password". */
const AFTER_PAIR_OF_WORDS = new RegExp(
  String.raw`["'\x60*_)\]]{0,4}(?:[ \t]{0,2}(?:[:=：→]|=>)|(?:[ \t][\wÀ-ɏ'’-]{1,20}){0,7}?[ \t](?:is|ist|est|es|è|é|är|to)(?=[ \t]))\s{0,4}["'\x60*_(]{0,3}${USER}${BETWEEN_USER_AND_PASSWORD}["'\x60*]{0,3}(?<value>[^\s"'\x60<>/|,;()*][^\s"'\x60<>]{4,63})`,
  'i',
);

/** "admin / password" without a label. The password must be strong. */
const AFTER_ACCOUNT_NAME = new RegExp(
  String.raw`(?:@[\w.-]{1,60})?["'\x60*]{0,2}(?<account>)(?:${BETWEEN_USER_AND_PASSWORD}|\()["'\x60*]{0,2}(?:${STRONG}|(?=${SUGGESTED}))(?<value>[^\s"'\x60<>:/|,;(][^\s"'\x60<>:]{7,63})`,
);

/** "name / password" without a label. The password must look like one. */
const AFTER_ANY_USER = new RegExp(
  String.raw`(?<=(?<![\w./@#-])(?<account>[a-z][\w.@+-]{1,30})[ \t]{1,2}//?[ \t]{1,2})${MIXED}(?<value>[^\s"'\x60<>:/|,;(#@][^\s"'\x60<>:]{7,63})`,
);

/** `[("name", "password"), …]`: after the quotation mark before the name. */
const PAIR_IN_CODE =
  /(?<member>[A-Za-z][\w.@+-]{1,40})["'`]\s{0,2},\s{0,3}["'`](?=[^\s"'`]{0,40}\d)(?<value>[^\s"'`]{6,64})["'`]\s{0,2}[)\]}]/;

/** "10.0.0.1 / name / password". */
const ADDRESS_USER_PASSWORD = new RegExp(
  String.raw`(?<address>\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5}|/\d\d)?(?:${BETWEEN_USER_AND_PASSWORD}|[ \t]{1,4}|[ \t]{0,4}\()${USER}(?:${BETWEEN_USER_AND_PASSWORD}|[ \t]{1,4})["'\x60]?${MIXED}(?<value>[^\s"'\x60<>:/|,;()][^\s"'\x60<>:]{5,63})`,
);

/** In Korean, Japanese and Chinese a particle follows the word: "password는 …", "パスワードは…". */
const AFTER_PARTICLE =
  /(?:[는은이가을를](?: (?:어제|오늘|이제|지금|현재) ?)?|[^\s，。]{0,6}改[为成為]|설정은|は|が|を|为|是|為)\s?["'`“”«»「]{0,2}(?<value>[^\s"'`“”«»「」가-힣ぁ-んァ-ン一-龯]{5,128})/;

/** `if ("…" == password)` */
const COMPARED = /(?<=["'`](?<value>[^"'`\s]{5,128})["'`]\s{0,2}[=!]==?\s{0,2}[\w.$]{0,30})(?<compared>[a-z])/i;

/** The value of a secret: in quotes, or without characters that end a value in code. */
const QUOTED_VALUE = '(?<value>[^\\s"\'`<>]{8,512})["\'`]';
const PLAIN_VALUE = '(?<value>[^\\s"\'`<>(){}|,;]{8,512})';

/** Name and value in two members or attributes: `name: API_TOKEN`, `value: …`; `<key>token</key><string>…`. */
const IN_NEXT_MEMBER = new RegExp(
  String.raw`[\w.-]{0,20}(?:\\?["']|&quot;)?(?:[\s,;{]{1,12}(?:serializeAs="\w{1,16}")?>?\s{0,12}(?:<|\\?["'])?(?:value|content|default|valore|valor|valeur|wert|waarde|wartość|värde)(?:\\?["'])?\s{0,3}[:=>]\s{0,3}(?:\\?["']|&quot;)?|\s{0,2}</(?!th>\s{0,12}<th>)\w{1,12}>\s{0,12}<\w{1,12}>)${PLAIN_VALUE}`,
  'i',
);

/** `token: &str = "…"`, `apiKey("…")`. */
const DECLARED = new RegExp(
  String.raw`[\w.-]{0,20}\s{0,2}(?:[:?]{1,2}\s{0,2}[&\w<>[\]?.']{1,24}(?: \w{1,12})?\s{0,2}=|\()\s{0,3}[bru@]?["'\x60]${QUOTED_VALUE}`,
  'i',
);

/** `token → …`, `token <- "…"`, `token (…)`, `token%3D…`, or the value on a line of its own. */
const AFTER_ARROW = new RegExp(
  String.raw`[\w.-]{0,20}["'\x60*]{0,3}(?:[ \t]{0,3}(?:→|⇒|⟶|[-=–—~]{1,4}>{1,3}|>{2,3}|»|\.{3,60}|…{1,20}|<-|%3D)[ \t]{0,3}|[ \t]{1,3}[-–—][ \t]{1,3}|[ \t]{0,2}\((?=[^\s()]{8,512}\))|[ \t]{0,3}\n[ \t]{0,8}(?=[^\s]{16,512}[ \t]{0,4}(?:\n|$)))["'\x60]{0,3}${PLAIN_VALUE}`,
  'i',
);

/** "The token of the portal is …", "token (staging): …". */
const AFTER_SECRET_WORD = new RegExp(
  String.raw`(?:(?:[ \t][\wÀ-ɏ'’"-]{1,16}){0,8}?[ \t]{1,2}(?:is|lautet|ist|est|es|è|é|jest|är)(?:[ \t]${ADVERB}){0,2}[ :\t]{1,3}|[ \t]{0,2}\([^()\n]{1,20}\)[ \t]{0,2}[:=→][ \t]{0,3}|(?:[ \t](?:of|for|from|between|shared)(?:[ \t][\wÀ-ɏ.'’-]{1,32}){1,6})?:[ \t]{1,2})["'\x60“]{0,2}(?<value>(?<=["'\x60])[^\s"'\x60]{8,200}(?=["'\x60])|[^\s"'\x60“”<>(){};,]{8,200})`,
);

/** After a word for a secret in another language: a colon, or a word for "is". */
const AFTER_FOREIGN_WORD = new RegExp(
  String.raw`[\wÀ-ɏ'’-]{0,12}(?:,?[ \t][\wÀ-ɏ'’-]{1,32}){0,5}(?:[ \t]\([^()\n]{1,32}\))?["'\x60*)]{0,3}[ \t]{0,2}(?:(?=「)|[:：=＝]|→|[-=–—]{1,3}>|>{2,3}|\.{3,60}|ist |lautet |est |es |è |é |is |jest |är |(?<=[ \t])(?:je|er) |は|是|为|為|는|은)[ \t]{0,3}["'\x60“„«「]{0,2}(?<value>[^\s"'\x60“”„«»「」ぁ-んァ-ヶ一-龯]{8,512})`,
  'i',
);

const CLE = String.raw`[Cc]l(?:és?|efs?|es?)(?![a-zÀ-ɏ])`;
/** The French word for "key" is part of many words, so these start with it. */
const CLE_AND_PASSWORD = new RegExp(CLE + AFTER_KEY_WORD.source);
const CLE_AND_SECRET = new RegExp(CLE + AFTER_FOREIGN_WORD.source, 'i');

/** "Passphrase: four plain words and more", up to the end of the line or the sentence. */
const PHRASE = String.raw`(?<phrase>)(?<value>[a-zà-ɏ'-]{2,16}(?: [a-zà-ɏ'-]{2,16}){3,8})`;
const AFTER_PHRASE_WORD = new RegExp(
  String.raw`[a-z]{0,2}["'\x60*)]{0,2}(?:(?:,?[ \t][\wÀ-ɏ()'’-]{1,24}){0,12}?[ \t]{0,2}(?:[:：=→»|]|->)|(?:[ \t][\wÀ-ɏ()'’-]{1,24}){0,6}?[ \t](?:is|lautet|ist|est|es|è|é|jest|är)(?=[ \t]))[ \t]{1,3}["'\x60„“«]?${PHRASE}(?=["'\x60”“»]?[.;,]?\s{0,200}(?:\n|$)|\. )`,
  'i',
);

/** "the passphrase blue-otter-canoe" */
const JOINED_PHRASE = /[a-z]{0,2}[ \t]{1,2}["'`“„«]?(?<value>[a-zà-ɏ]{4,16}(?:[-._][a-zà-ɏ]{4,16}){2,6})(?![\w-])/;

/** "The password is “four plain words and more”", `psk="four words and 12"`. */
const PHRASE_IN_MARKS = new RegExp(
  String.raw`[a-z]{0,4}(?:,?[ \t][\wÀ-ɏ'’-]{1,16}){0,14}?(?:[ \t]{0,2}[:：=→]|[ \t](?:is|lautet|ist|est|es|è|é|to|je|är|er)(?=[ \t])|は)[ \t]{0,3}["'“„«‘「][ \u00a0\u202f]?${PHRASE.replaceAll('[a-z', '[\\da-z').replaceAll('{2,16}', '{1,16}')}(?=[ \u00a0\u202f]?["'”“»’」])`,
  'i',
);

/** `INSERT INTO users (login, password) VALUES ('jane', '…')`: the value in the position of the column. One pattern for each position. */
const INSERTED = [0, 1, 2, 3, 4, 5].map(
  (position) =>
    new RegExp(
      String.raw`\s{1,4}[\w.\x60"[\]]{1,80}\s{0,4}\((?:[^(),\n]{1,40},){${position}}\s{0,8}["\x60[]?\w{0,20}(?:pass|passwd|password|pwd|passwort|kennwort|mot_?de_?passe|mdp|contrasena|clave|senha|wachtwoord|haslo|losenord)["\x60\]]?\s{0,4}(?:,[^()]{0,200})?\)\s{0,8}values\s{0,8}\((?:\s{0,8}(?:'[^'\n]{0,80}'|[^,'()]{1,40})\s{0,4},){${position}}\s{0,8}N?'(?<value>[^\s']{5,128})'`,
      'i',
    ),
);

/** "code: 4711", "Türcode lautet 4711", "code de la porte : 4711". */
const AFTER_CODE_WORD =
  /(?:s|e?[nr])?["'`*)]{0,2}(?:[ \t][\wÀ-ɏ'’-]{1,16}){0,10}?(?:,[ \t](?:den|det|dat|das|die|der|it|that|which|c['’]est|es|che|to|je)(?=[ \t])|,(?=[ \t]\d))?(?:[ \t](?:är|is|er|ist|lautet|est|es|è|é))?(?:[ \t]{0,2}(?:[:：=➜→]|->|\.{3,40})|[はがを](?:(?:今|来)[日週月]から)?|(?<=番号)|(?<loose>[ \t]{1,2}))[ \t]{0,3}["'“*]{0,2}(?<value>[A-Z]?\d{4,8}[A-Z]?|\d{1,4}[AB]\d{1,4}[AB]?|\d{3}[ -]\d{3}|\d\d([ -])\d\d(?:\3\d\d){1,2}|\d([ -])\d(?:\4\d){2,6})(?![\w.,:-]?\d|[-\w])[#*]?/i;

/** "Type 4471 at the door", "Um zu öffnen, 4471 tippen", "unlock the tablet with 280417". */
const TYPED =
  /(?<typed>)(?:[ \t](?:in|Sie|ein|je|the|die|den|de|het|el|la|le|il|o|man|du|vi|code|PIN|(?:l['’])?all?arm\w{0,6}|larmet|nu|now|jetzt|with|mit|avec|con|com|met|med|kodem)){0,4}[ \t](?<value>\d{4,8}|\d(?:-\d){3,7})(?![\w.,:-]?\d|[-\w])[#*]?/i;
const UNLOCKED =
  /(?<unlocked>)[a-zß-ɏ]{0,6}(?:[ \t]?:|(?:[ \t][\wÀ-ɏ'’-]{1,16}){1,5}?[ \t](?:with|mit|avec|con|com|met|med|kodem)(?:[ \t](?:the|code|PIN|dem|le|el|il)){0,2})[ \t](?<value>\d{4,8})(?![\w.,:-]?\d|[-\w])/i;
/** "The archive opens with …": a strong password. */
const OPENED_WITH = new RegExp(String.raw`[ \t]["'\x60“„«]?${STRONG}(?<opened>)(?<value>[^\s"'\x60“”„«»]{8,64})`);

/** "it's …", "try …" in a chat, after a line with a word for a password. */
const ANSWER = new RegExp(String.raw`[ \t:]{1,2}${COMPOSED}(?<answer>)(?<value>[!#-&(-_a-~À-ɏ§€£]{8,64})`);

/** A line of at most four words. */
export const TITLE = /^[^\s.!;:?。]{2,24}(?: [^\s.!;:?。]{1,24}){0,3}:?$/;
/** A question, or a short line without a value, such as a title. */
const ASKS = /[?？:：]\s*$|教えて|ですか|^[^.!;:。]{3,60}$/;
export const ASKS_FOR_CODE =
  /(?:\bP(?:IN|UK)|code|kod|c[óo]digo|codice|combina|kombin|暗証|コード)(?:[^.]*[?？:：]\s*$|.*(?:教えて|ですか))|(?:\bPINs|codes|koder|kody|codici|c[óo]digos)[^.!?]{0,30}$/i;
/** The first number of a line below a question or a title. */
const ANSWERED_CODE = new RegExp(
  String.raw`(?<![\w./-])(?=\d{4})(?<=\n\u001e?(?:\d{0,3}[^\n\u001e\d]){0,40})(?<answered>)(?<value>\d{4,8}[A-Z]?)(?![\w.,:-]?\d|[-\w])(?=[ \t]*(?:$|[\n,.;!)#*。、]|(?:since|for|and|seit|und|depuis|et|desde|y|da|dal|e|od|i|sinds|en|sedan|och|siden|og)(?![a-zà-ɏ])))`,
);
/** A line below the title of a list of recovery codes, or a share of a key: 32 to 34 bytes, in Base64 or hexadecimal. */
const LISTED_CODE = new RegExp(
  String.raw`(?<listed>)(?<value>(?<=\n\u001e?[ \t*•-]{0,4}(?:\d{1,2}[.):] ?)?)(?:[a-z\d]{4,10}(?:-[a-z\d]{4,10}){1,5}|\d{4} \d{4})(?=[ \t]*(?:\n|$))|(?<=[:,] |[ ](?:and|und|et|y|e|en|i|og|och) )(?=[a-z-]{0,9}\d)[a-z\d]{4,6}-[a-z\d]{4,6}(?![\w-])|(?<![\w+/.=-])(?:(?:\d{1,3}-)?[\da-f]{64,68}|(?=\D{0,42}\d)[a-z\d+/]{43,44}=?)(?![\w+/=.-]))`,
  'i',
);

const CORRECT_NAMES = MISSPELLED_NAMES.join('|');
const CORRECT_ENDS = MISSPELLED_NAMES.map((name) => name.slice(Math.floor(name.length / 2))).join('|');

/**
 * After one half of a misspelled name: the rest of the name, an operator and the password. `loose` is a description, a dash or
 * space in place of an operator.
 */
const AFTER_HALF_OF_NAME = new RegExp(
  String.raw`(?<!${CORRECT_NAMES})(?!${CORRECT_ENDS})(?<misspelled>[a-zÀ-ɏ]{0,7})["'\x60*)]{0,3}(?:[ \t]{0,3}(?:[!:]?={1,3}>?|[:：]{1,2}|→|-{1,2}>)|(?<loose>[ \t]{1,3}[-–—](?=[ \t])|\t|[ \t]{2,3}|(?:[ \t][\wÀ-ɏ'’]{1,20}){1,6}?(?:[ \t]{0,2}[:：=→]|[ \t]{1,2}(?:–|${VERB}))(?=[ \t])))[ \t]{0,8}["'\x60“„«]?(?<value>[^\s"'\x60“”„«»]{5,128})`,
  'i',
);

const WORDS = String.raw`["'\x60*)]{0,2}(?:[ \t][\wÀ-ɏ'’-]{1,16}){0,8}`;

/** "Recovery codes: …", "codes de secours : …". */
const AFTER_RECOVERY_CODE = new RegExp(
  String.raw`(?:s|es|n)?${WORDS}(?:[ \t]{0,2}[:：=]|[ \t]{1,2}(?:is|are|lautet|est|es|è|é))?\s{1,4}["'\x60]?(?<value>(?=[a-z-]{0,12}\d)[a-z0-9]{4,10}-[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){0,4})(?![\w-])`,
  'i',
);

/** "Lizenzschlüssel: …", "clé de license : …", "license …". */
const AFTER_LICENSE =
  /[^\n:=：]{0,40}[:=：]?\s{0,4}["'`]?(?<![A-Z\d-])(?<value>(?=[A-Z-]{0,12}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7})(?![\w-])/;

/** Matches inside other words as well, because windows have no asterisks. */
const inWords = (words: readonly string[]) => words.map((word) => word.replace('*', ''));

export const CODE_FORMS: readonly (KeywordRule | WindowRule)[] = [
  after(['PIN', 'PUK', '暗証番号', 'コード', ...ACCESS_CODE_WORDS], AFTER_CODE_WORD, {
    cell: /[A-Z]?\d{4,8}[A-Z]?#?|\d{1,4}[AB]\d{1,4}[AB]?|\d{2}([ -])\d{2}\1\d{2}/,
  }),
  after(TYPING_WORDS, TYPED),
  after(UNLOCKING_WORDS, UNLOCKED),
  after(['PIN', '暗証番号', ...ACCESS_CODE_WORDS], CODE_IN_CLAUSE),
  { by: 'keyword', keywords: ['を押し'], pattern: /(?<=(?<value>\d{4,8}) ?)(?<typed>を)/, bounded: false },
  after(['PINを', '番号を', 'コードを'], /(?<typed>)[^\n。\d]{0,16}(?<value>\d{4,8})(?=と|を)/),
  near(inWords(['PIN', 'PUK', '暗証番号', 'コード', ...ACCESS_CODE_WORDS]), [0, 120], ANSWERED_CODE, {
    continues: ASKS_FOR_CODE,
  }),
];

export const PASSWORD_FORMS: readonly (KeywordRule | TokenRule)[] = [
  after(LABELS, AFTER_OPERATOR, { cell: PASSWORD_CELL }),
  after(LABELS, AFTER_VERB),
  after(wordsOf('short'), new RegExp(`(?![a-z])${AFTER_VERB.source}`)),
  after(wordsOf('short'), AFTER_SHORT_WORD),
  { by: 'keyword', keywords: AS_PASSWORD, pattern: BEFORE_AS, bounded: false },
  after(LABELS, AFTER_DESCRIPTION),
  after(
    SHORT_LABELS.filter((word) => word !== 'pass'),
    AFTER_SHORT_DESCRIPTION,
  ),
  after(AMBIGUOUS_ABBREVIATIONS, AFTER_AMBIGUOUS, { cell: STRONG_CELL }),
  after([...LABELS, 'wifi', 'wi-fi', 'wlan', '無線'], AFTER_CLAUSE),
  after(ANSWERING_WORDS, ANSWER, { confidence: { base: 0.6 } }),
  after(OPENING_WORDS, OPENED_WITH, { confidence: { base: 0.6 } }),
  after(PHRASE_WORDS, AFTER_PHRASE_WORD, { cell: new RegExp(PHRASE), confidence: { base: 0.6 } }),
  after(PHRASE_WORDS, JOINED_PHRASE, { confidence: { base: 0.6 } }),
  after([...NAMES, ...PHRASE_WORDS, 'psk'], PHRASE_IN_MARKS, { confidence: { base: 0.6 } }),
  ...INSERTED.map((pattern) => after(['insert into'], pattern)),
  after(OPENINGS_OF_PAIRS, PAIR_IN_CODE),
  after(
    [...NAMES, ...list('and pass, with pass, and pw, with pw, con clave, y clave'), ', clave', ', chiave', ', chave'],
    AFTER_SPACE,
    {
      confidence: { base: 0.8 },
    },
  ),
  after(KEY_WORDS, AFTER_KEY_WORD, { cell: MIXED_CELL, confidence: { base: 0.6 } }),
  { by: 'keyword', keywords: ['cle'], pattern: CLE_AND_PASSWORD, cell: MIXED_CELL, confidence: { base: 0.6 } },
  after(NAMES, IN_NEXT_MEMBER),
  after(LABELS, AFTER_ARROW),
  after(ACCOUNT_WORDS, USER_AND_PASSWORD, { cell: USER_AND_PASSWORD_CELL, confidence: { base: 0.6 } }),
  after(ACCESS_WORDS, USER_AND_PASSWORD, { cell: USER_AND_STRONG_PASSWORD_CELL, confidence: { base: 0.6 } }),
  after(NAMES, AFTER_PARTICLE),
  {
    by: 'keyword',
    keywords: ['password', 'passwd', 'pwd', 'secret', 'api key', 'apikey', 'private key', 'token'],
    pattern: COMPARED,
    bounded: false,
  },
  // Too short to match inside other words.
  after(SHORT_LABELS, new RegExp(String.raw`(?<!www)(?![a-z])\.?(?:${AFTER_OPERATOR.source})`, 'i'), {
    cell: MIXED_PASSWORD_CELL,
  }),
  after(['pw is', 'pass is', 'pw:', 'pw ='], /\s{1,2}["'`“]?(?<value>[^\s"'`“”]{5,128})/),
  // "ID/PW: name/password", "ID(PW): name(password)".
  after(
    ['/pw', '(pw', '/pass', '/비번', '/비밀번호', '/p/w'],
    /(?<=(?:id|user(?:name)?|login|account|name|mail|아이디|계정|이메일)\s?[/(](?:pw|pass|p\/w|비번|비밀번호))(?:word|wd|d)?(?![a-z])\)?\s{0,2}[:=]?\s{0,3}(?:\d{1,3}(?:\.\d{1,3}){3}\/)?[^\s/():=]{1,60}[/(](?<value>[^\s()/][^\s()]{4,63})/i,
  ),
  after([...LABELS, ...SHORT_LABELS], AFTER_PAIR_OF_WORDS),
  after(HALVES_OF_NAMES, AFTER_HALF_OF_NAME, { cell: MISSPELLED_CELL }),
  after(ACCOUNT_NAMES, AFTER_ACCOUNT_NAME),
  after([' / ', ' // '], AFTER_ANY_USER),
  { by: 'token', digits: [1, 3], pattern: ADDRESS_USER_PASSWORD },
];

export const TOKEN_FORMS: readonly (AssignmentRule | KeywordRule)[] = [
  {
    by: 'assignment',
    keywords: list('secret, token, api, key, credential, creds, auth, access, passw, passwd, pass, pwd'),
    // Contains no operator, because the text before an operator is the next name.
    value: /(?<=["'`])[^\s"'`]{8,512}(?=["'`])|(?:[^\s"'`=:,;|<>&\\]|[<>](?![a-z/])|&(?![\w.-]{1,24}=)){8,512}={0,2}/i,
  },
  after(
    ['secret', 'token', 'api key', 'apikey', 'access key', 'private key'],
    /[\w.-]{0,20}\s{0,2}(?:!==?|[-–—]|\s)\s{0,2}["'`](?<value>[^"'`\s]{8,200})["'`]/,
  ),
  // "the API key 8f14…"
  after(
    list(`
      api key, apikey, secret, token, secret key, access key, account key, private key, master key, write key,
      signing key, encryption key, storage key, integration key, admin key
    `),
    /[ \t]{1,2}(?:of |for |[-–—] )?(?<value>[\w+/.-]{20,200}={0,2})(?![\w+/])/,
    { confidence: { base: 0.6 } },
  ),
  after(['secret', '*token', 'key', 'credential'], IN_NEXT_MEMBER, { cell: SECRET_CELL }),
  after(['secret', 'token', 'key', 'credential'], DECLARED),
  after(['secret', 'token', 'key', 'credential'], AFTER_ARROW),
  after(FOREIGN_SECRET_WORDS, AFTER_FOREIGN_WORD, { cell: SECRET_CELL }),
  { by: 'keyword', keywords: ['cle'], pattern: CLE_AND_SECRET, cell: SECRET_CELL },
  after(
    FOREIGN_SECRET_WORDS,
    /[a-zß-ɏ]{0,4}(?:,?[ \t][\wÀ-ɏ'’-]{1,16}){0,7}?,?[ \t](?=[^\d\s]{0,40}\d)(?<value>(?=[\w+/-]{0,40}(?:[A-Z][^A-Z\s]{0,20}[A-Z]|[a-f\d]{32}))[\w+/-]{20,200}={0,2})(?![\w+/.-]\w)/,
    { confidence: { base: 0.8 } },
  ),
  after(['secret', 'token', 'key'], AFTER_SECRET_WORD),
];

export const RECOVERY_CODE_FORMS: readonly (KeywordRule | TokenRule | WindowRule)[] = [
  near(RECOVERY_TITLES, [0, 300], LISTED_CODE, { continues: /^[^!?]{4,120}$/ }),
  after(RECOVERY_CODE_WORDS, AFTER_RECOVERY_CODE),
  { by: 'token', digits: 6, pattern: /(?<bitlocker>)(?<![\w-])\d{6}(?:-\d{6}){7}(?![\w-])/ },
  after(
    list(
      "app-specific password, app specific password, app password, app-passwort, mot de passe d'application, contraseña de aplicación, password per le app, senha de app, app-wachtwoord, hasło aplikacji, applösenord",
    ),
    /s?[ \t]{0,2}[^\n:]{0,24}:\s{0,4}["'`]?(?<value>[a-z]{4}(?:[ -][a-z]{4}){3})(?![\w-])/,
    { cell: /[a-z]{4}(?:[ -][a-z]{4}){3}/ },
  ),
];

export const LICENSE_FORMS: readonly KeywordRule[] = [
  after(LICENSE_WORDS, AFTER_LICENSE, { cell: /(?=[A-Z-]{0,12}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7}/ }),
];

/** Between spaces, quotation marks, brackets or separators: letters, digits and at least one sign that names do not have. */
const WORD_WITH_SIGN =
  /(?<![^\s"'`“”„«»「‚’‘([|,;:/→>–—])[\wÀ-ɏ](?=[^\s"'`]{7})[\wÀ-ɏ.-]{0,38}[!#$%&*+?^~§@=][\wÀ-ɏ.!#$%&*+?^~§@=-]{0,38}(?![^\s"'`“”„«»」‚’‘)\]|,;:/.→<–—])/;
/** Two or three words and digits. The empty group shows the judge which of the two patterns matched. */
const WORDS_AND_DIGITS =
  /(?<words>)(?<![^\s"'`“”„«»‚’‘([|,;:→–—])(?<value>[A-Za-zÀ-ɏ](?=[^\s"'`]{7})[\wÀ-ɏ]{2,24}[-_.][\wÀ-ɏ.-]{2,38})(?![^\s"'`“”„«»‚’‘)\]|,;:.!?→–—])/;

/** The end of an item below the title of a list of passwords: "Till 3 – Gravel7Tram". */
const ITEM = new RegExp(
  String.raw`(?<item>)(?<=[\u001e\n \t(/:,–—→|-])(?=\D{0,40}\d)(?<value>[A-Za-zÀ-ɏ][\wÀ-ɏ.!#$%&*+?^~§@=-]{6,38}[\wÀ-ɏ!#$%*?])(?=[ \t]{0,2}(?:$|\n|\(|[–—] ))`,
);

/** Words for passwords and for signing in. */
const SHORT_NAMES = wordsOf('short', 'stated');
const LIKELY_WORDS = [
  ...inWords([...LABELS, ...ACCOUNT_WORDS, ...ACCESS_WORDS]),
  ...SHORT_NAMES.map((name) => ` ${name} `),
  ...list(
    'chave, logging in, signing in, kode, geheim, lösen, secret, anmeldung, log je in, entrar como, entra como, entre como, loga como, wieder an, melden sich, bruger, účet, přihl, konta',
  ),
];

/** Names of passwords, also short ones, and words for keys, which need a word for a network besides. */
const NAMES_NEAR = [...inWords([...NAMES, ...KEY_WORDS]), ...SHORT_NAMES.map((name) => ` ${name} `), ', key'];
/** "Granite7Falls", "Violette_93", "hush-hush-77": words and digits or signs. */
const MIXED_WORD =
  /(?<mixed>)(?=[A-Za-zÀ-ɏ])(?<![^\s"'`“”„«»‚’‘(一-龯ァ-ヶー])(?=\S{0,40}[\d!&+])(?<value>[A-Za-zÀ-ɏ][\wÀ-ɏ.!&+-]{6,38}[\wÀ-ɏ])(?![^\s"'`“”„«»‚’‘)\],;:.!?–—。、で])/;
/** The whole message below a question in a chat: "Tom 09:13: Zebra-4418x". */
const MESSAGE = new RegExp(
  String.raw`(?<message>)(?=[A-Za-zÀ-ɏ])(?<=: ?)(?<=\n\u001e?(?:\[\d\d:\d\d\] ?)?[A-ZÀ-Þぁ-龯][^\n:=.]{0,23}(?: \d\d:\d\d)?: ?)(?=\S{0,40}[\d!#$%&*~])(?<value>[A-Za-zÀ-ɏ][^\s"'\x60/:]{6,40}[\wÀ-ɏ!?$#*])(?=[ \t]*(?:です)?(?:\n|$))`,
);

/** A password near a word for passwords or logins, in no form that the others know. */
export const LIKELY_FORMS: readonly WindowRule[] = [
  { by: 'window', keywords: LIKELY_WORDS, before: 120, after: 200, continues: ASKS, pattern: WORD_WITH_SIGN },
  { by: 'window', keywords: LIKELY_WORDS, before: 80, after: 120, continues: ASKS, pattern: WORDS_AND_DIGITS },
  { by: 'window', keywords: NAMES_NEAR, before: 60, after: 60, pattern: MIXED_WORD },
  { by: 'window', keywords: NAMES_NEAR, before: 0, after: 160, continues: ASKS, pattern: MESSAGE },
  { by: 'window', keywords: PASSWORD_TITLES, before: 0, after: 300, continues: TITLE, pattern: ITEM },
];
