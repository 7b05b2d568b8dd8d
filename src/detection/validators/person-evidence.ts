import type { Candidate } from '../detector';
import { ILLNESS_PARTS, ILLNESS_WORDS, MEDICINE_STEMS } from '../detectors/health/illness-words';
import { foldText } from '../text/fold';
import { letterPattern } from '../text/letters';

/**
 * Recognizes that a text is about one person: a title or a role before a name, the label of a patient or of a date of birth, a
 * table of patients or employees. Names alone are no evidence, because two capitalized words may be anything.
 */

const NAME = String.raw`\p{Lu}(?:[\p{L}'’-]{1,24}|\.)`;

/** `Mrs Okonkwo`, `sig.ra Bressan`, `Pani Socha`. No doctors, who are rarely the patients of a page. */
const TITLE = letterPattern(
  String.raw`(?<![\p{L}.])(?:Mr|Mrs|Ms|Miss|Herrn?|Frau|Fr|M|Mme|Mlle|Madame|Monsieur|[Dd]on|[Dd]oña|[Dd]ona|[Ss]ra?|Srta|[Ss]eñora?|[Ss]enhora?|D|Dña|D\.ª|[Ss]ig(?:\.?(?:ra|na))?|[Ss]ignor[ae]?|[Dd]hr|[Mm]evr(?:ouw)?|[Mm]w|[Mm]eneer|[Pp]an(?:[iía]|ią|em|u)?|[Pp]|Fru|Hr|Fröken)\.? (?!Dr|Prof|Dott|Doktor)${NAME}`,
  'u',
);
const ROLE_WORDS =
  'claimant|policyholder|kind(?! regards)|enfant|niñ[oa]|bambin[oa]|criança|barn|barnet|dziecko|dítě|žák(?:yně)?|žiačka|élève|guest|trainee|apprentice|intern|co-?worker|applicant|auszubildende[rn]?|azubi|praktikant(?:in|en)?|stagiaire|apprentie?|stagista|becari[oa]|aprendiz|estagiári[oa]|stagiairs?|stażyst(?:a|ka|ki)|stážist(?:a|ka)|praktikanten|lärling(?:en)?|lærling(?:en)?|insured|neighbou?r|patient(?:in|e|en)?|pacient[ea]|paziente|pacjent(?:ka|a|ki|em)?|patiënte?|doente|utente|resident|pupil|child|student|client|employee|colleague|member|mother|father|mum|dad|mutter|vater|oma|opa|tante|onkel|mamma|pappa|papa|maman|abuel[oa]|nonn[oa]|babcia|dziadek|kolega|kolegyně|' +
  'bewohner(?:in)?|klient(?:in)?|schüler(?:in)?|kolleg(?:e|in|en)|mitarbeiter(?:in)?|versicherter?|collègue|salariée?|élève|résidente?|assurée?|compañer[oa]|emplead[oa]|trabajador[a]?|alumn[oa]|asegurad[oa]|' +
  'collega|dipendente|alunn[oa]|assistit[oa]|colega|funcionári[oa]|alun[oa]|medewerker|cliënte?|leerling|bewoner|pracowni(?:k|ca|cy)|uczeń|uczennica|kollegan?|medarbetaren?|elev(?:en)?|brukaren?';
const ROLE = letterPattern(String.raw`(?<!\p{L})(?:${ROLE_WORDS}),? (?:${NAME} )?${NAME}`, 'iu');
const ROLE_NAME = letterPattern(String.raw`(?<!\p{L})\p{L}+,? ${NAME}(?: |$)`, 'u');
const HONORED = letterPattern(
  String.raw`(?:さん|様|氏|くん|ちゃん)(?![\p{L}]{0,2}名)|患者(?:の|：|:)|(?<!\p{Script=Han})(?:祖母|祖父|母|父|妻|夫|息子|娘|弟|妹|兄|姉|(?:新人の)?研修生|同僚|部下|後輩|上司)(?:は|が|も|の)|(?:運転手|社員|従業員|生徒|児童|園児|入居者|利用者)が`,
  'u',
);

/** True if a text names a person by a title or a role. */
export function namesPerson(text: string): boolean {
  if (TITLE.test(text) || HONORED.test(text)) return true;
  // Upper and lower case matter for the name only.
  const found = ROLE.exec(text)?.[0];
  return found !== undefined && ROLE_NAME.test(found);
}

const PATIENT =
  String.raw`(?:patient(?:in|e|en)?(?:en)?(?:name|/in|blatt|enblatt)?|nom du patient|nombre del paciente|nome do (?:paciente|utente)|pacient[ea]|paziente|pacjent(?:ka)?|doente|utente|cliente? \(patient\)|` +
  String.raw`patient (?:name|id)|name (?:des |of (?:the )?)?patient(?:en|in)?|insured(?: person)?|versicherter?|versicherte person|assuree?|asegurad[oa]|assistit[oa]|verzekerde|ubezpieczony|bewohner(?:in)?|residente?|bewoner|beboer|borger|pasient|ospite|podopieczn[ya]|mieszkan(?:iec|ka)|zorgvrager|boende|hospite|利用者(?:名)?|入居者|入所者|患者(?:氏名|名)?|患者さん|氏名)`;
const EMPLOYEE =
  String.raw`(?:employee(?: name)?|staff member|pupil|child(?:'s name)?|student|mitarbeiter(?:in|/in)?|mitarbeitende[r]?|schuler(?:in|/in)?|kind|salariee?|collaborat(?:eur|rice)|eleve|enfant|emplead[oa]|trabajador[ae]?|alumn[oa]|nino|personne|person|persona|pessoa|persoon|osoba|` +
  String.raw`dipendente|alunn[oa]|funcionari[oa]|colaborador[a]?|alun[oa]|medewerker|leerling|client|klient(?:in)?|pracownik|pracovnik|medarbejder|uczen|anstalld|medarbetare|elev|brukare|社員|児童|園児|生徒)`;
const OF_PERSON =
  '(?:name|nom|nombre|nome|naam|imie(?: i nazwisko)?|nazwisko|namn|full name|surname|vor und nachname|nachname|nom et prenom|nom prenom)';
/** Only one person has these. */
const OF_ONE = String.raw`(?:date of birth|dob|d\.o\.b\.?|birth date|birthdate|geburtsdatum|geb\.?(?: ?(?:datum|am))?|geboren(?: am)?|ne\(?e?\)? le|date de naissance|naissance|nacimiento|fecha de nacimiento|nacid[oa] el|f\.? ?nac\.?|nat[oa] il|data di nascita|nascita|data de nascimento|nascimento|geboortedatum|data urodzenia|ur\.|fodelsedatum|fodd|personnummer|fodt|生年月日|mrn|nhs (?:number|no)|(?:vers|kv)\. ?nr\.?|patient(?:en)?(?:nummer|nr\.?| no\.?| number| id)|record no\.?|hospital no\.?|ipp|nhc|bsn|pesel)`;
/** People have these. */
const OF_LIFE = String.raw`(?:${OF_ONE}|born|dni|bed|bett|letto|cama|lit|room|zimmer|chambre|habitacion|age|alter|edad)`;

const cell = (one: string) => letterPattern(String.raw`(?:^|[\n\u001e])[ ]*${one}[ ]*(?:\n|$)`, 'u');
const PATIENT_CELL = cell(`(?:${PATIENT}|${OF_ONE})`);
export const EMPLOYEE_CELL = cell(EMPLOYEE);
/** A header row with a column of names, without accents. */
export const COLUMN_OF_PEOPLE = cell(
  '(?:persons?|who|people|personne|persona|pessoa|persoon|osoba|name|nom|nombre|nome|naam|namn|navn|jmeno|kontakt(?:person)?|contact(?:persoon| person)?|contacto|contatto|contato|referente|interlocuteur|ansprechpartner(?:in)?|wer|qui|quien|chi|quem|wie|kto|vem|hvem|氏名|担当者)',
);
const NAME_CELL = cell(OF_PERSON);
const LIFE_CELL = cell(OF_LIFE);
const FULL_NAME = letterPattern(String.raw`^${NAME}(?: (?:de|van|von|der|den|da|di|del|la))*(?: ${NAME}){1,2}$`, 'u');

const FULL_NAME_BEFORE = letterPattern(
  String.raw`(?:^|[\n:(,] ?)(?:${NAME} ${NAME}(?:, ?|: ?| \(| [–-] )|(?<=: )${NAME}, )$`,
  'u',
);

/** True if a text ends with a first and a last name before a value: "Deniz Aksoy, ". */
export function endsWithName(before: string): boolean {
  return FULL_NAME_BEFORE.test(before);
}

/** True if a cell is a first and a last name. */
export function isFullName(cell: string): boolean {
  return FULL_NAME.test(cell);
}

/** Registered by one person. */
const TRADE = /dzialalno|jednoosobow|\bjdg\b|samozatrudni|przedsiebiorc/;

/** True if neither a person nor a trade is named beside a number. Since 2011, Poles without a trade have no NIP (gov.pl). */
export function isOfNobody({ before, after, headerRow }: Candidate): boolean {
  const near = before.slice(-REACH);
  const columns = foldText(headerRow);
  const isNamed = namesPerson(near) || endsWithName(before);
  const isColumn = COLUMN_OF_PEOPLE.test(columns) || EMPLOYEE_CELL.test(columns);
  return !isNamed && !isColumn && !TRADE.test(foldText(near + after.slice(0, REACH_AFTER)) + columns);
}

/** A label and what it names, in a line, in two lines or in two cells. Plurals and sentences about patients are no labels. */
const LABELED = letterPattern(
  String.raw`(?:^|[\n\u001e"'<{,;(])[ *#-]*(?:${PATIENT}|${EMPLOYEE}|${OF_LIFE}|dossier de|akte|patient[_ ]?(?:name|id))["']?(?: ?(?:no|nr|number)\.?)?(?: ?[:：=>#][ "']{0,3}|[ ]*\n\u001e)(?!(?:an?|any|the|every|ein\p{L}{0,2}|der|die|jede\p{L}?|une?|le|la|il|el|una|o|een|de) )[\p{L}\d]`,
  'u',
);
/** `Patient/88204117`, `patient_id = 4711` */
const LABELED_NUMBER = letterPattern(
  String.raw`(?:patient|mrn|paciente|paziente|pacjent|患者番号|(?:employee|staff|hospital) (?:no|id|number)|personaln|versichertenn|insurance (?:no|number|id)|securite sociale|codice fiscale|afiliacion|matricule|medarbejdern|anstallningsn)[\p{L} _./#:"'n°º-]{0,14}\d{3}`,
  'u',
);

type Texts = Pick<Candidate, 'before' | 'after' | 'surroundings' | 'headerRow' | 'headers'>;

const NO_ARTICLE = '(?!(?:The|Our|This|Die|Der|Das|Les?|La|El|Los|Il|O|De|Het) )';

/** Before the value of a label: "Ann Hill – diagnosis: ", "Ann Hill, bed 4: ", "medication for Ann Hill: ". */
const NAME_BESIDE_LABEL = letterPattern(
  String.raw`(?:^|\n)[\s*•-]*${NO_ARTICLE}${NAME}(?: (?:de|van|von|der|da|di|del|la))*(?: ${NAME}){1,2}(?:,| ?[–—(:]| -) ?[^\n]{2,90}$|(?:for|of|von|für|pour|de|di|da|van|voor|dla|för|av) ${NAME} ${NAME} ?[:：=]\s*$`,
  'u',
);

/** "Name: Joyce Tanner" on a line before a labeled value. */
const NAME_LINE = letterPattern(
  String.raw`(?:^|\n\u001e?)[ *•-]*(?:Full name|Name|Nom|Nombre|Nome|Naam|Namn|Navn|Imię i nazwisko|氏名) ?[:：] ?(?:${NAME} ${NAME}|\p{Script=Han}{2,4} ?\p{Script=Han})`,
  'u',
);

export type PersonEvidence = 'patient' | 'person' | undefined;

/**
 * @param isLabeled true if the value follows a label in its line
 * @returns `patient` if the person is a patient, a pupil with needs or an insured person; `person` for another one
 */
export function personNear(
  { before, after, surroundings, headerRow, headers }: Texts,
  isLabeled = false,
): PersonEvidence {
  const columns = foldText(headerRow);
  if (PATIENT_CELL.test(columns)) return 'patient';
  const isNamed =
    NAME_CELL.test(columns) && (LIFE_CELL.test(columns) || headers.some((header) => FULL_NAME.test(header)));
  if (isNamed || EMPLOYEE_CELL.test(columns)) return LIFE_CELL.test(columns) ? 'patient' : 'person';
  if (namesPerson(before.slice(-REACH)) || namesPerson(after.slice(0, REACH_AFTER))) return 'person';
  const folded = foldText(surroundings);
  if (LABELED.test(folded) || LABELED_NUMBER.test(folded)) return 'patient';
  if (headers.some(namesPerson) || (isLabeled && NAME_BESIDE_LABEL.test(before))) return 'person';
  if (isLabeled && NAME_LINE.test(surroundings)) return 'person';
  // The line of a label has no such evidence, so the person may be on a line before it.
  return isLabeled && namesPerson(surroundings) ? 'patient' : undefined;
}

/** Characters before and after a value in which the person may be named. */
const REACH = 90;
const REACH_AFTER = 40;

/** A label of one patient, whose name must follow, or of a date of birth or a number that only one person has. */
const OF_PATIENT = letterPattern(
  String.raw`(?:^|[\n\u001e"'<{,;(])[ *#-]*${PATIENT}["']? ?(?:[:：=]|\n\u001e)[ "']{0,3}|(?<!\p{L})(?<one>${OF_ONE})["']?[ .:：=#\n\u001e]{1,4}["']?(?=[a-z]?\d\d)`,
  'gu',
);
const STARTS_WITH_NAME = letterPattern(String.raw`^(?:\p{L}{1,6}\. )?${NAME},? ${NAME}`, 'u');
/** Verbs of having an illness and of taking a medicine, without a conditional, without accents. */
const VERBS =
  "has|had|takes|took|taking|is (?:on|taking|having|being|getting|off|out|back|in|allergic|recovering|undergoing|still|awaiting|under|due|finishing|starting)|was|been|got|gets|suffers|keeps|carries|needs|uses|lives|suffered|underwent|broke|fell|caught|developed|contracted|tested|returns|called|phoned|back (?:after|from)|off sick|(?:will|won't) be|(?:can't|cannot|won't) come|struggl\\p{L}+|start(?:s|ed)|beg[iau]ns?|finish(?:es|ed)|complete[sd]|goes (?:to|for|in for|through)|went (?:to|in for|through|on|off)|(?:came|comes) (?:back|down|off)|injects|" +
  "hat|hatte|nimmt|bekommt|bekam|erhalt|leidet|braucht|vertragt|muss(?:te)?|(?:wird|war) (?:wegen|nach|seit|mit|am|an|derzeit|gerade|heute|morgen)|macht (?:gerade|derzeit|seit|eine)|spritzt|beginnt|begann|geht (?:zur|wegen|mit)|fallt|fehlt|kommt|bleibt|ist (?:wegen|an|seit|mit|allergisch|erkrankt|in)|wurde|prend|souffre|recoit|porte|supporte|est|a (?:une?|des?|du|eu|ete|l[ea]|commence|debute|termine|fini|repris|l'.*)|reste|sera|suit|doit|commence|fait une?|s'est|sort d'une?|a appele|en arret|malade|de retour|krank|zuruck (?:nach|aus)|f(?:ait|az|a) \\d+ u\\p{L}+|" +
  'tiene|esta|es al+ergic[oa]|de baja|in malattia|de baixa|de (?:vuelt|volt)a|rientrat[oa]|vo(?:lto|lve)u|vuelve|torna|empieza|empezo|usa|ingresa|lleva|sufrio|ha|fue|toma|padece|sufre|sigue|necesita|precisa|pregunta por su|(?:le |les )?han \\p{L}+[aio]do|(?:gli |le )?hanno \\p{L}+ato|assume|prende|soffre|rimane|e|deve|si|inizia|segue|va (?:in|a)|tem|faz (?:\\p{L}*terapia|\\p{L}*dialise|insulina|tratamento|quimio)|comecou|comeca|iniciou|vai (?:ser|fazer|iniciar|ter)|teve|foi|sofre|sofreu|anda|continua|arrastra|esce da|ligou|' +
  'na zwolnieniu|przepisano|predepsal\\p{L}*|ordinera\\p{L}+|wroci?l\\p{L}*|ma|mial|miala|jest|choruje|leczy sie|zachorowal\\p{L}*|bierze|przyjmuje|cierpi|potrzebuje|rozpocz\\p{L}+|zacz\\p{L}+|zostal[ao]?|wstrzykuje|chodzi|musi|zdiagnozowano|zjistili|stwierdzono|wykryto|zlamal\\p{L}*|heeft|had|ziek|kreeg|slikt|gebruikt|lijdt|krijgt|zit|kampt|blijft|ligt|belde|werd|wordt (?:behandeld|geopereerd|opgenomen|bestraald|vandaag|morgen)|moet|spuit|begint|begon|volgt|gaat (?:naar|voor|op)|is|har|hade|havde|tar|lider|tager|far|fik|fick|blir|bliver|ater|er|ar|borja\\p{L}+|behandlas|behandles|gar (?:pa|i|till|til|igennem|igenom)|genomgar|inkom|sjuk(?:skriven)?|syge?(?:meldt)?|tillbaka|tilbage|(?:starter|begynder) (?:i|pa|med)|ska ha|skal have|behover|uziva|bere|zac(?:al|in)\\p{L}*|lec[iy]|chodi|byla? (?:prijat|hospital|oper|na|v|po)\\p{L}*|je (?:v|na|po|od|alergick\\p{L}*|nemocn\\p{L}*)|dostala?|picha|trpi|nemocn[ya]|se(?: \\p{L}+)?';
const WITH_PATIENT = 'the|this|our|der|die|l[ae]|el|il|de|o|a(?! patient)';
const PATIENT_WORD = String.raw`p(?:atient(?:in|e|en(?= (?:inkom|har|er|ar|klager|soker|fi[ck]k?|tar|tager|behandl\p{L}+|lider|uppger|oplyser)))?|t|at|te|az|ac)\.?|pacient[ea]|pacientka|paziente|pacjentk?a?|doente|utente|versicherte`;
const GENERAL_VERBS =
  'deve|debe|doit|muss|moet|musi|needs|necesita|precisa|behover|braucht|potrzebuje|erhalt|bekommt|recoit|krijgt|far|ska|skal|takes?(?! \\p{L}*\\d)';
const NOTED =
  '(?:is|ist) \\d\\d|reports?|complain(?:s|ed)|denie[sd]|presented|c/o|admitted|discharged|known|presents?|klagt|gibt an|berichtet|stellte? sich|aufgenommen|bekannt|se plaint|presente|signale|consulte|hospitalisee?|admise?|suivie?|connue?|refiere|acude|ingresad[oa]|riferisce|lamenta|presenta|e stat[oa]|ricoverat[oa]|refere|recorre|internad[oa]|klaagt|opgenomen|meldt|zglasza|podaje|przyjet[ya]|uppger|soker|klager|henvender|oplyser|kand|kendt|prijata?|stezuje';
/** The patient of a page, and verbs without a subject. */
const SHE = String.raw`mu|she|he|er|sie|elle|ella|lei|lui|ela|ele|zij|ze|hij|hun|hon|han|ona`;
const PATIENT_OF_PAGE = letterPattern(
  String.raw`^(?:(?:[ae]n? casa|zu hause|a la maison|em casa|thuis|w domu|doma|hemma|hjemme|at home) )?(?:${VERBS})(?!\p{L})|(?<!\p{L})(?:${SHE}|her|his|him|ihr|ihm|haar|(?:the|this|our) patient|(?:der|die|dem) patient(?:in)?|il (?:a|est|souffre|prend|presente|recoit)|l[ea] patiente?|(?:el|la) paciente|(?:il|la|al|alla) paziente|[oa] (?:doente|utente|paciente)|de patient|pacjent(?:k[aeiu]|a|owi)?|patienten (?:har|fick|tar|far|lider)|padece|sufre|soffre|assume|sofre|choruje|przyjmuje|bierze)(?!\p{L})|患者`,
  'u',
);
const HAS = String.raw`(?:${VERBS}|a)(?!\p{L})[^:;]{0,50}$`;
const FAMILY =
  "(?:(?:his|her|my|our|the new|seine?[rmn]?|ihre?[rmn]?|meine?[rmn]?|unsere?[rmn]?|(?:der|die|dem) neuen?|son|sa|mon|ma|notre|su|mi|nuestr[oa]|(?:el|la) nuev[oa]|sua|suo|mi[ao]|nostr[oa]|seu|minha|meu|noss[oa]|zijn|haar|mijn|onze?|de nieuwe|jego|jej|moj[ae]?|nasz[ae]?j?|hans|hennes|min|var|vores|nas[ei]?|muj)(?: \\p{L}+)?|\\p{L}+'s) " +
  `(?:son|daughter|wife|husband|mother|father|partner|child|brother|sister|sohn|tochter|frau|mann|mutter|vater|kind|fils|fille|femme|mari|mere|pere|enfant|hij[oa]|mujer|marido|madre|padre|figli[oa]|moglie|marito|filh[oa]|mulher|mae|pai|zoon|dochter|vrouw|man|moeder|vader|syn|corka|zona|maz|matka|ojciec|dotter|fru|${foldText(ROLE_WORDS)})`;
/** A text that ends with a member of a family, without accents: "her husband: ". */
export const OF_FAMILY = letterPattern(`(?<!\\p{L})${FAMILY}[^.;!?]{0,25}$`, 'u');
/** Nouns of one person with an article: "the insured", "el aprendiz", "il collega". */
const SOMEBODY =
  "(?:the|der|die|dem|l[ea]|l'|el|al|il|al|all'|lo|o|ao|a|de|u) ?(?:trainee|apprentice|intern|insured|claimant|(?:staff|team) member|auszubildende|azubi|praktikant(?:in)?|kolleg(?:e|in)|versicherte[nr]?|collegue|stagiaire|apprentie?|assuree?|becari[oa]|aprendiz|asegurad[oa]|companer[oa]|collega|stagista|neighbou?r|nachbar(?:in)?|voisine?|vecin[oa]|vicin[oa]|vizinh[oa]|driver|fahrer(?:in)?|chauffeur|conductor|autista|motorista|foraren|assicurat[oa]|colega|segurad[oa]|verzekerde|ubezpieczon\\p{L}+)";
/** A note of a doctor as the source: "fit note says", "laut Attest". */
export const BY_NOTE = letterPattern(
  String.raw`(?<!\p{L})(?:(?:(?:sick|fit|doctor's) note|attest|krankmeldung|certificat(?:o|e)?|arret|parte(?: de baja)?|atestado|ziekmelding|zwolnieni[eu]|(?<!\p{L})\p{L}{0,8}intyg(?:et)?|erklaring|neschopen\p{L}+) (?:says?|states|sagt|dit|indique|dice|diz|zegt|mowi|sager|siger|rika)|(?:laut|gemas|according to|selon|d'apres|segun|secondo|segundo|volgens|wedlug|enligt|ifolge|podle) (?:\p{L}+ )?(?:(?:sick|fit|doctor's) note|attest|krankmeldung|certificat[oe]?|arret(?: de travail)?|parte(?: de baja)?|justificante|atestado|ziekmelding|zwolnieni[ae]|\p{L}{0,8}intyg(?:et)?|\p{L}{0,6}erklaring(?:en)?|neschopenky))(?: (?:har|has|hat|de|del|von|of|van) \p{L}+)?[ :,]{1,3}$`,
  'u',
);
const SHE_HAS = letterPattern(
  String.raw`(?<!\p{L})(?:(?:${SHE}|${FAMILY}|${SOMEBODY})(?:'s|'d)?(?!\p{L}),?(?: [\p{L}\d.º]+){0,9} (?:${HAS}|having [^:;]{0,20}$)|il ${HAS}|(?:dass|weil) (?:er|sie) (?:[^\s,;]+ ){0,4}$)`,
  'u',
);
const CONDITION = letterPattern(
  String.raw`(?:^|[,;:(] ?)s[ei] |(?<!\p{L})(?:(?<!^a [\p{L} ]{3,40})s[ei] (?=(?:ils?|la|l[eo']|el|ell[ae]|lei|lui|o|a|un[aeo]?|uma?|el[ea]|vous|voce|tu|on|su|sua|suo|votre) )|s'(?=ils?|elles?|on)|(?:if|when|whenever|whether|wenn|falls|ob|quando|quand|lorsqu|als|wanneer|jesli|gdy|jezeli|pokud|kdyz|hvis|om(?= (?:du|man|nagon|en|ett|de|det|ni|barn|elev|patient))|nar)(?!\p{L}))`,
  'u',
);
/** "is diabetic", "ist schwanger": only a person is. */
const IS = letterPattern(
  String.raw`(?<!\p{L})(?:que|che) (?:es|e) al+ergic|(?<!\p{L})(?:is|was|ist|war|est|es|e|jest|ar|er|je) (?:also |auch |an? |ein )?(?:anticoag|diabeti[ck]|diabeet|cukrzyk|epilepti[ck]|asthmati[ck]|asmati|alkoholik|alcoholi[ck]|schwanger|pregnant|enceinte|embaraz|incinta|gravid|zwanger|tehotn|w ciazy|(?:co)?eliac|celia[ck]|autis|dysle[xk])`,
  'u',
);
/** Words at the start of a sentence, before a verb of having, that are no names of people. */
const NO_NAME = letterPattern(
  String.raw`^(?:(?:l')?(?:every(?:one)?|jeder|cada|ogni|chacun|chaque|iedereen|kazd[ya]|alla|the|their|our|your|its|any|each|some|no|an?|der|die|ein|eine?|les?|la|les|un|une|el|los|il|lo|una|o|os|um|uma|de|het|een|ta|ten|det|den)|\p{L}*day|\p{L}*tag|lundi|mardi|mercredi|jeudi|vendredi|it|this|that|there|who|which|what|nobody|every(?:one|body)|nie|non|nao|ne|nem|brak|\p{L}{3,}(?:tion|ness|ings|ung|ungen|heit|keit|schaft)|symptoms?|therap(?:y|ie)|rehab|screening|research|stress|smoking|obesity|science|medicine|treatment|szpital|hospital|krankenhaus|patients?|chrome|firefox|safari|windows|linux|excel|outlook|word|teams|slack|jira|jenkins|docker|kafka|python|java|php|ruby|phoenix|postgres|oracle|redis|android|nginx|es|das|dies|wer|man|rauchen|forschung|wissenschaft|ca|cela|ce|qui|on|tabac|esto|quien|chi|quem|wie|kto|vem|hvem|kdo|team|finance|sales|roken|onderzoek|germany|france|spain|britain|england|europe|japan|china|india|deutschland|bayern|hessen|sachsen|osterreich|spanien|frankreich|espana|galicia|madrid|italia|torino|roma|milano|portugal|lisboa|nederland|polska|krakow|warszawa|danmark|sverige|norge|europa|london|berlin|hamburg|paris|lyon|novartis|novo|roche|bayer|pfizer|merck|sanofi|astrazeneca)$`,
  'u',
);
/** "Priti was diagnosed with", "Sabine aus der Buchhaltung fällt wegen", "O Duarte tem": a name without a title and a verb of a person. */
const NAMED = letterPattern(
  String.raw`(?:^|[.!?;:,] |(?<!\p{L})(?:that|dass|que|che|dat|że|že|att|at|FYI|Info|NB),? )[\s*•–-]*(?:(?:[OAoa]|[Ll][ae]|(?:[Ll][aeo]|[Ii]l|[Ee]l|[Dd](?:er|ie|e)) (?:petite?|kleine?|pequeñ[oa]|piccol[oa])) )?(?<name>${NAME})(?:(?: (?:de|van|von|der|den|da|di|del|la))* ${NAME}){0,2}(?=(?<rest>[ ,][^!?]*)$)`,
  'gu',
);
const OF_NAMED = letterPattern(
  String.raw`^(?: \([^)]*\))?(?:,? (?:from|in|aus|vom|von|de|del|du|des|dello|della|do|da|van|z|ze|fran|fra|i)(?: [\p{L}\d.º]+){1,4}?,?)?(?:, [^,]{3,40},| (?:\p{L}+ ){1,3}(?:que|che|ze|iz)|,|[^.]*[:;](?: (?:he|she|er|sie|il|elle|hij|zij|han|hon))?)? (?:(?:also|now|just|still|already|currently|auch|jetzt|seit|weiter(?:hin)?|noch(?: immer)?|aussi|toujours|encore|tambien|todavia|ainda|anche|ancora|tambem|ook|nog|tez|dalej|nadal|ocksa|fortsatt|ogsa|stadig|stale|porad) )?(?:${VERBS}|(?:ist(?: \p{L}+)?|es|je) ?$)(?!\p{L})`,
  'u',
);
/** A note about an absence or a talk, and its person: "Sick note for Dermot", "Krankmeldung Jasmin", "Ha llamado Javi". */
const NOTE = letterPattern(
  String.raw`(?<!\p{L})(?:(?:(?:sick|fit|absence|doctor's) (?:note|letter)|absence|adjustments?|excuse|(?:meeting|talk|talked|spoke|1:1)|krankmeldung|krankschreibung|attest|entschuldigung|gesprach|au|arret(?: de travail| maladie)?|mot des parents|point|entretien|(?:parte de )?baja(?: medica| laboral)?|reunion|justificante|certificato(?: (?:di malattia|medico))?|colloquio|baixa(?: medica)?|atestado(?: medico)?|conversa|reuniao|ziekmelding|gesprek|zwolnienie|l4|rozmowa|usprawiedliwienie|sjukanmalan|sjukskrivning|samtal|sygemelding|samtale|neschopenka|omluvenka|pohovor)(?: (?:agreed|from gp|medic[ao]))?(?: (?:from|of|for|with|to|von|fur|vom|mit|pour|avec|de|del|di|con|per|da|do|com|van|voor|met|dla|z|fran|med|av|fra|pro|s))?|(?:ha|han) (?:llamado|telefonato|chiamato|avisado)|a appele|ligou|dzwonila?|volala?)[ :,–-]{1,3}`,
  'u',
);
/** "On a prescrit X à Ann Hill", "X was prescribed to Ann Hill". */
const PRESCRIBED = letterPattern(
  String.raw`(?<!\p{L})(?:pres[ck]ri|re[cz]ei?tad|verordnet|przepisano|predepsa|ordiner)`,
  'u',
);
const TO_NAME = letterPattern(
  String.raw`^[^.;]{0,20} (?:to|[aà]|al?la|ao|för|til|dla|aan|für) (?:a )?${NAME} ${NAME}`,
  'u',
);
const STARTS_WITH_CAPITAL = letterPattern(String.raw`^\p{Lu}`, 'u');
/** "because of her sciatica", "nach seinem Herzinfarkt", "his seizures are controlled with", "seine Tabletten (". */
const HIS = letterPattern(
  String.raw`^[^]*(?<!\p{L}|(?:kdo|kto) )(?:his|her|seine[rmns]?|ihre[rmn]|son|sa|ses|il suo|la sua|suo|sua|seu|su|sus|zijn|haar|jego|jej|hans|hennes|hendes|min|mon|ma|my|meine[rnm]?|jeho|jeji) (?<noun>(?:[\p{L}\d]+[ (:]{1,3}){0,7})$`,
  'u',
);
/** A noun between "his" and the name of a medicine. */
const TABLETS = letterPattern(
  String.raw`^(?:\p{L}+ )?$|tablet|pills|medic|medik|meds|inhaler|injection|comprim|cachet|pastil|pillole|compresse|\blek[iy]?\b|lakemed|spray|drops|tropfen`,
  'u',
);
function isOfHis(folded: string): boolean {
  const noun = HIS.exec(folded)?.groups?.['noun'];
  return noun !== undefined && (TABLETS.test(noun) || namesIllness(noun));
}

/** "A Marta le diagnosticaron", "Bei Jonas wurde", "with Carol: ", "o filho da Teresa tem", "Amir's asthma". */
const OF_NAME = letterPattern(
  String.raw`(?:^|[.;:] )(?:Bei|Bij|U|Hos|Chez|A)(?: \p{Ll}+){0,2} ${NAME}(?: ${NAME})?(?: (?:aus|van|z|ze|från|fra|de|del|du|do|da|di) [^,.;]{2,24})?,? (?:wurde|is|konstaterades|stwierdzono|wykryto|zdiagnozowano|zjistili|(?:se )?le|gli|hanno|har|on a|lhe)(?!\p{L})|(?:[Ww]ith|[Mm]it|[Aa]vec|[Cc]on|[Cc]om|[Mm]et|[Mm]ed) ${NAME}(?: ${NAME})?: |(?<!\p{L})(?:GP|[Dd]octor|Dr\.? \p{L}+|Ärztin|Arzt|[Mm]édecin|[Mm][ée]dic[oa]|(?:[Hh]uis)?[Aa]rts|[Ll]ekar(?:z|ka)|[Ll]äkaren|[Ll]ægen|[Ll]ékař(?:ka)?) (?:saw|examined|hat|sah|untersuchte|a (?:vu|examiné)|(?:vio|visitó|examinó|viu|examinou) [ao]|ha visitato|zag|onderzocht|zbadała?|undersökte|undersøgte|vyšetřila?) ${NAME}(?: ${NAME})?(?: \p{L}+)? ?: |^${NAME} ${NAME}[ ,][^:]{0,60}(?:certificat[oe]?|[Aa]ttest|fit note|sick note|baja|atestado|neschopenka|läkarintyg|zwolnienie) ?: |(?<!\p{L})(?:son|daughter|wife|husband|mother|father|parents|Sohn|Tochter|Frau|Mann|Mutter|Vater|Eltern|fils|fille|mère|père|famille|parents|hij[oa]|madre|padre|familia|figli[oa]|mamma|papà|filh[oa]|mãe|pai|zoon|dochter|moeder|vader|syn|córka|mama|tata) (?:of|von|d[eao']|di|della?|do|da|van)? ?${NAME} |(?<!\p{L})${NAME}s (?:mamma|pappa|mor|far|fru|man|son|dotter|mutter|Mutter|Vater|moeder|vader)(?!\p{L})|(?<!\p{L})(?!It|That|There|What|Who|Let|Here)${NAME}['’]s (?:(?:\p{L}+ ){0,2}$|(?:mum|mom|dad|mother|father|parents|wife|husband|son|daughter)(?!\p{L}))`,
  'u',
);
/**
 * One patient without a name: "Patient 51207", "Pt. reports", "la paciente presenta", "Pat. mit bekannter", "62-year-old woman with".
 * An article as in "a patient" makes the sentence general, and so does a verb such as "should" or "receives".
 */
const ONE_PATIENT = letterPattern(
  String.raw`(?<!\p{L})(?:patient(?:in|e)?|pacient[ea]|pacientka|paziente|pacjentk?a?|doente|utente) ?(?:n[ro°º]?\.? ?|#)?\d{3}|` +
    String.raw`(?:^|[.:;,!?\n\u001e] ?|(?<!\p{L})(?:${WITH_PATIENT}) )(?:${PATIENT_WORD})(?: (?:d[eou] \p{L}+ \d+|(?:d[ei] )?\d\d\S*(?: (?:letn\p{L}+|ans|anos|anni))?))?,? (?:(?!${GENERAL_VERBS})(?:${VERBS}|${NOTED})(?!\p{L})|(?<!(?:${WITH_PATIENT}) \p{L}+ )(?:with|mit|avec|con|com|met|med|z|s) )|` +
    String.raw`(?:^|[.:;,\n\u001e] ?)(?:\d{1,3} ?(?:year old|y ?\/? ?o|yo|jahrige[rs]?|letni[ae]?|lety|leta|jarige|arig|arige?) (?:wom[ae]n|m[ae]n|male|female|lady|gentleman|boy|girl|frau|mann|patient\p{L}*|[mf]|kvinna|kvinde|mand|vrouw|kobieta|mezczyzna|pacjentk?a?|muz|zena)|(?:homme|femme|hombre|mujer|varon|uomo|donna|homem|mulher) d[ei] \d{1,3} an|(?:man|vrouw) van \d\d (?:met|jaar)|(?:kobieta|mezczyzna) \d\d letni)|\d\d歳(?:の)?(?:男|女)性|患者は|(?:^|[.;\n] ?)(?:pmhx?|[dh]x|dh|[kch]\/o)[ :]`,
  'u',
);

const SUBJECT = letterPattern(String.raw`(?<!\p{L})(?:${SHE}|her|his|${FAMILY}|${SOMEBODY})(?!\p{L})`, 'u');
const FOR_NAME = letterPattern(
  String.raw`(?<!\p{L})(?:for|of|to|with|für|von|an|pour|de|à|para|a|per|di|do|da|voor|van|aan|dla|til|för|åt|pro|d['’]) ?(?!The|Our|\p{L}*(?:ung|ungen|heit|keit|schaft|ions?|ionen|ting)(?!\p{L}))${NAME}`,
  'u',
);
/** True if a sentence is about a person, or for one: "Priya moves", "Prämie für Malte". A word of `noName` is no name. */
export function isAboutPerson(sentence: string, noName: RegExp): boolean {
  const names = [...sentence.matchAll(NAMED)].map(({ groups }) => foldText(groups?.['name'] ?? ''));
  const isNamed = names.some((name) => !NO_NAME.test(name) && !noName.test(name));
  return isNamed || namesPerson(sentence) || FOR_NAME.test(sentence) || SUBJECT.test(foldText(sentence));
}

/** True if the sentence says what a person has or takes: "she says that he has", "her son was diagnosed with". */
function statesOfPerson(sentence: string, after: string): boolean {
  const folded = foldText(sentence);
  if (CONDITION.test(folded)) return false;
  const isNamed = [...sentence.matchAll(NAMED)].some(({ groups: { name = '', rest = '' } = {} }) => {
    return OF_NAMED.test(foldText(rest)) && !NO_NAME.test(foldText(name).replace(/^[dl]'/, '')) && !namesIllness(name);
  });
  if (BY_NOTE.test(folded.slice(-REACH_AFTER))) return true;
  const note = NOTE.exec(folded);
  const isNoted = note !== null && STARTS_WITH_CAPITAL.test(sentence.slice(note.index + note[0].length));
  const isNoun = isOfHis(folded) || SHE_HAS.test(folded) || IS.test(folded + foldText(after.slice(0, REACH_AFTER)));
  if (isNamed || isNoted || isNoun || (TO_NAME.test(after) && PRESCRIBED.test(folded))) return true;
  // Most texts have no capital, which is much cheaper to see.
  return /\p{Lu}/u.test(sentence) && OF_NAME.test(sentence);
}

/** The title of a record: "Care plan for Arthur", "Medikamente – Hilde Otto". */
const RECORD_OF = letterPattern(
  String.raw`(?<!\p{L})(?:[Cc]are plan|[Mm]edications?|[Mm]edicines|[Hh]ealth plan|[Zz]orgmap|[Ff]iche|[Pp]flegeakte|[Pp]flegeplan(?:ung)?|[Mm]edikamente(?:n(?:plan|liste))?|[Mm]edikation|[Pp]lan de (?:soins|cuidados)|[Tt]raitement|[Oo]rdonnance|[Mm]edicación|[Tt]ratamiento|[Pp]iano (?:assistenziale|di cura|terapeutico)|[Tt]erapia|[Pp]lano de cuidados|[Mm]edicação|[Zz]orgplan|[Mm]edicatie(?:lijst|overzicht)?|[Pp]lan opieki|[Ll]eki|[Vv]årdplan|[Mm]edicinlista|[Pp]lejeplan|[Mm]edicinliste|[Ll]éky)(?: (?:for|of|für|von|de|del|di|da|do|van|voor|dla|för|til|pro|pana|pani)|:| [–-])? (?:mevrouw |meneer |Mme |M\. |Frau |Herrn? |Sra?\. )?(?!Adults|Children|Pets)${NAME}|(?:^|[\n\u001e]|\d, )[ *•-]*(?:[Bb]ed|[Rr]oom|[Ww]ard|[Ss]tation|[Bb]ett|[Zz]immer|[Cc]hambre|[Ll]it|[Cc]ama|[Hh]abitación|[Ll]etto|[Ss]tanza|[Cc]amera|[Qq]uarto|[Kk]amer|[Pp]okój|[Łł]óżko|[Rr]um|[Ss]tue|[Pp]okoj|[Rr]esidente?|[Rr]ésidente?|[Bb]ewohner(?:in)?|[Bb]ewoner|[Bb]eboer|[Bb]oende|[Uu]tente|[Oo]spite|[Pp]odopieczn[ya]|[Kk]lient(?:in)?|[Cc]lient|[Pp]atient(?:in)?) ?\d{1,3}[A-Za-z]?(?: ?:| [–-]|,|(?=\n)) ?`,
  'u',
);
/** A group of children, and a line of one of them: "Oscar: asthma". */
const GROUP = letterPattern(
  String.raw`(?<!\p{L})(?:\p{L}*group|squad|mannschaft|equip[eoa]|squadra|ploeg|druzyna|class|year \d|\p{L}*gruppe|\p{L}*klasse|groupe|classe|grupo|clase|gruppo|sala d\p{L}+|turma|\p{L}*groep|klas|grupa|klasa|\p{L}*klass|trida)(?!\p{L})|組`,
  'u',
);
const LINE_OF_CHILD = letterPattern(String.raw`^[\s*•-]*${NAME} ?: [^:.]{0,20}$`, 'u');
/** Characters of the surroundings that stand before the value. */
const END_OF_SENTENCE = letterPattern(String.raw`(?<=\p{L}{3})[.!?] `, 'u');
const MAX_SURROUNDINGS = 200;

const NAME_STEMS = [...ILLNESS_PARTS, ...MEDICINE_STEMS].map(foldText);
/** True if a text has the name of an illness or of a medicine. */
function namesIllness(text: string): boolean {
  const folded = foldText(text);
  return ILLNESS_WORDS.includes(folded) || NAME_STEMS.some((part) => folded.includes(part));
}

const firstPatients = new WeakMap<Candidate['source'], number>();

/**
 * The person whom the words beside a value need not name: the heading names them, or the page has named its patient before, and
 * the value has a label of its own or its sentence is about this patient; or the sentence says what a person has or takes.
 */
export function personAbove(candidate: Candidate, { before, after }: Texts, isLabeled: boolean): PersonEvidence {
  const { source, position, heading, surroundings } = candidate;
  const [sentence = '', previous = ''] = before.split(END_OF_SENTENCE).reverse();
  const isAboutPatient = isLabeled || PATIENT_OF_PAGE.test(foldText(sentence));
  if (namesPatientBefore(source, position, isAboutPatient ? Infinity : SAME_RECORD)) return 'patient';
  const record = RECORD_OF.exec(`${heading}\n${surroundings.slice(0, MAX_SURROUNDINGS)}`)?.[0];
  if (record !== undefined && !namesIllness(record)) return 'patient';
  if (LINE_OF_CHILD.test(before) && GROUP.test(foldText(surroundings.slice(0, MAX_SURROUNDINGS) + heading)))
    return 'person';
  if (namesPerson(heading) || (isLabeled && FULL_NAME.test(heading.trim()))) return isLabeled ? 'patient' : 'person';
  return statesOfPerson(sentence, after) ||
    (!CONDITION.test(foldText(sentence)) && ONE_PATIENT.test(foldText(`${before}\n${surroundings}`))) ||
    (isAboutPatient && (namesPerson(surroundings) || statesOfPerson(previous, '')))
    ? 'person'
    : undefined;
}

/** Characters after the name of a patient in which sentences without a subject are about this patient. */
const SAME_RECORD = 2_500;

function namesPatientBefore(source: Candidate['source'], position: number, reach: number): boolean {
  let first = firstPatients.get(source);
  if (first === undefined) {
    first = Infinity;
    for (const {
      index,
      0: { length },
      groups,
    } of foldText(source.text).matchAll(OF_PATIENT)) {
      const value = source.text.slice(index + length, index + length + REACH_AFTER);
      if (groups?.['one'] === undefined && !STARTS_WITH_NAME.test(value) && !namesPerson(value)) continue;
      first = index;
      break;
    }
    firstPatients.set(source, first);
  }
  return first < position && position - first < reach;
}
