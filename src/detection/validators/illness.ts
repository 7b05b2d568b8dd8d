import type { Candidate, Validator, Verdict } from '../detector';
import {
  FREQUENT_ILLNESS_WORDS,
  ILLNESS_PARTS,
  ILLNESS_WORDS,
  MEDICINE_STEMS,
} from '../detectors/health/illness-words';
import { foldText } from '../text/fold';
import { letterPattern } from '../text/letters';
import { BY_NOTE, namesPerson, personAbove, type PersonEvidence, personNear } from './person-evidence';

/**
 * Recognizes the illness or treatment of a person in a text. The name of an illness alone is no finding, because
 * articles, guidelines and courses have many. A text about a person must stand beside it (person-evidence.ts).
 */

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Parts of everyday words: "angestellt", "eksempel", "několik", "dostarczyć", "cifratura", "logarítmica", "descarregar". */
const OTHER_WORDS = String.raw`(?<!(?<!\p{L})(?:ne|dos|ci|log|d))(?!angestel|eksemp|(?<!\p{L})kolik(?:rat)?(?!\p{L})|(?:h|f)elvedes(?!ild))`;
const NAMES = String.raw`${OTHER_WORDS}(?:${ILLNESS_PARTS.map((part) => escape(foldText(part))).join('|')})|(?<!\p{L})(?<word>${[...ILLNESS_WORDS, ...FREQUENT_ILLNESS_WORDS].join('|')})(?!\p{L})`;
/** The name of an illness, in a text without accents. */
export const ILLNESS = letterPattern(NAMES, 'u');
const ILLNESSES = letterPattern(NAMES, 'gu');

/** "Diagnosis", "Vorerkrankungen", "Reason for absence". */
const LABEL = new RegExp(
  String.raw`diagno[sz]|rozpoznani|\ballerg|\balerg|unvertraglich|intoleran|vorerkrank|krankheit|erkrank|\billness|\bdisease|\bconditions?\b|medical history|past history|absence reason|reason (?:for|of) absence|abwesenheit|fehlgrund|` +
    'antecedent|pathologi|patologi|maladie|motif|enfermedad|motivo|malattia|anamnesi|doenca|aandoening|situatie|choroba|sjukdom|problem|befund|behandlung|behandeling|treatment|krankmeld|\\b(?:sick|fit) note|\\barret|\\bbaja\\b|\\bbaixa|certificato|ziekmeld|zwolnien|sjukanm|sygemeld|neschop|診断|病名|既往|アレルギー|症状',
);
/** The same, and the fields of a record in any wording, where the value may be any words. */
const CERTAIN_LABEL = letterPattern(
  String.raw`^(?:(?:(?:primary|main|admission|working|secondary|haupt|neben|aufnahme|dauer|entlass\w+)? ?-?diagno(?:s\p{L}{0,5}|z[ay])|[dt]x|pmh|rozpoznanie|allerg\p{L}{0,8}|alerg\p{L}{0,8}|vorerkrankungen?|unvertraglichkeiten|antecedent(?:s|es|i)?(?: \p{L}+)?|pathologies?|patologia|treatment|behandlung|behandeling|tratamiento|traitement|terapia|therapie|therapy|eingriff|leczenie|behandling|(?:presenting|chief) complaint|(?:reason for|cause of) admission|aufnahmegrund|einweisungsgrund|motif d'(?:hospitalisation|admission|entree)|motivo de(?: ingreso|l ricovero| internamento| consulta)|reden van opname|powod przyjecia|主訴|傷?病名|診断名?|既往歴|アレルギー|治療|手術)(?: \((?:known|bekannt|connues)\))?|(?:\p{L}+[ -]){0,2}(?:gesundheitlich|medical (?:note|info|need)|health (?:note|info)|observaciones medica|observacoes medica|note medich|informations? medicale|medisch|uwagi medyczn|\p{L}{0,10}diagnos|anamne|indi[ck]a|wskazani|symptom|sintom|objaw|beschwerd|hauptbeschwerd|befund|vorgeschicht|voorgeschied|comorbid|komorbid|begleiterkrank|klachten|wywiad|sokorsak|kontaktarsag|henvisningsarsag|indlaggelsesarsag|tidigare sjukdom|tidligere sygdom|past (?:medical )?history|medical history|complaint|reason for (?:visit|referral|consultation|attendance|admission)|motif (?:de (?:la )?(?:consultation|visite|venue)|du sejour)|motivo (?:de|della|da) (?:la )?(?:consulta|visita|ingreso)|reden van (?:komst|bezoek|verwijzing)|powod (?:wizyty|zgloszenia)|現病歴|症状)\p{L}{0,12}(?: \p{L}{1,12}){0,2})$`,
  'u',
);
/** A column in a table of people is enough for these. */
const CERTAIN_COLUMN = /all?erg|uczulen|gesundheit|unvertraglich|medic(?:al|a|he)|medisch|medyczn|アレルギー/;
/** "Current medication", "Dauermedikation", "Traitement en cours". Its value may be any words, too. */
const MEDICINE_LABEL =
  /^(?:(?:current|regular|daily|home|long term|discharge|prescribed|aktuelle|laufende) )?(?:dauer|bedarfs|haus|entlass)?(?:medications?|meds|medicines?|takes|nimmt|prend|toma|prende|neemt|przyjmuje|prescri(?:ptions?|bed)|rx|medikation|medikamente?(?:nplan)?|arzneimittel|verordnung(?:en)?|medicaments?|traitement|ordonnance|medicacion|medicamentos?|tratamiento|farmac[io]|terapia|medicacao|medicatie|medicijnen|lek[iy]|przyjmowane leki|lakemedel|mediciner(?:ing)?|medicin|服用薬|処方薬?|投薬|内服薬|常用薬)(?: (?:en cours|habituel(?:le)?|actuel(?:le)?|habitual|actual|in corso|domiciliare|em curso)| (?:for|of|von|fur|de|di|da|van|voor|dla|for|av) .{3,30})?$/u;
/** Doses of adults, and numbers and places of cases. */
const GENERAL =
  '(?:usual|starting|maximum|recommended|typical) (?:\\p{L}+ )?dos(?:e|age)|(?:anfangs|hochst|tageshochst|start|erhaltungs|ubliche[nr]?) ?dos(?:is|ierung)|dos(?:e|is) (?:habitu|usu|abitu|max|mass|recom|consig)\\p{L}+|posologie (?:habituelle|usuelle|recommandee)|gebruikelijke dosering|zalecana dawka|normal dos|sadvanlige dosis|' +
  "erwachsenen?|in adults|for adults|(?:l'|les )adultes?|adultos|adulti|volwassenen|doroslych|vuxna|voksne|cases of|falle von|cas de|casos de|casi di|gevallen van|przypadk\\p{L}+|fall av|tilfalde|zentrum fur|cent(?:re|er|ro) (?:pour|for|per|para)|registro dell|plan (?:gegen|contra|contre)|in general|generally|may take|allgemein|en general|in generale|scholing|\\p{L}*vertretung|dolencias?|poradni\\p{L}*|oddzial|mottagning|成人には|患者数|(?:the|our|my|der|die|unser|le|notre|il|lo|el|de|mein) (?:dog|cat|hund|chien|chat|gatto|gato|cane|perro|hond|kat)|dogs?|puppy|hund(?:es?|en)?|katzen?|kater|chien(?:ne)?|gatt[oa]|cane|perr[oa]|gat[oa]|hond|pies|psa|kot|kotka|hunden|katten|pes|kocka|tierarzt\\p{L}*|casualty|verletzter|ubungslage|simulacro|lakemedelsverket|kursus|depistage|rappel|til alle|menschen mit|people with|personas con|persone con|pessoas com|mensen met|bewoners met|sales|stock|(?:closed|gesperrt|geschlossen|fermee?s?|cerrad[oa]s?|chius[aeio]|fechad[oa]s?|gesloten|zamkniet\\p{L}*|stangda?|lukket|u?zavren\\p{L}*) (?:because|due to|wegen|pour|a cause|por|devido|per|a causa|wegens|vanwege|z powodu|pa grund|pga|kvuli)|weg(?:en|ens) \\p{L}+ (?:gesperrt|geschlossen|gesloten)|prise en charge|server\\p{L}*|serveur|servidor|datenbank|database|survey|enum|portfolio|charts?";
/** The topic of a talk, a course or a catalog, in a header or near the illness. */
const ABOUT = letterPattern(
  String.raw`(?<!\p{L})(?:talks?|lecture|vom markt|from the market|du marche|recalls?|ruckruf|dashboards?|product owner|pages?|pagina|website|sito|sitio|apps?|(?:projects?|projekte?|proyecto|progetto|projet|projeto)(?! [^:.]{1,30}: )|thesis|masterarbeit|dissertation|grupo de|training|course|study|studies|trial|paper|article|guideline|research|workshop|webinar|conference|campaign|clinic|charity|topic|title|indication|leaflet|specialit\p{L}+|department|policy|covers|` +
    String.raw`vortrag|schulung|fortbildung|standard|poster|outbreak|ausbruch|brote|focolaio|epidemi\p{L}+|surto|uitbraak|ognisko|utbrott|udbrud|kurs|seminar|studie|leitlinie|thema|forsch\p{L}+|fachgebiet|abteilung|sprechstunde|broschure|kampagne|formation|etude|conference|sujet|brochure|charla|(?<!e[mn] )curso|estudio|ponencia|tema|folleto|(?<!in )corso|studio|convegno|congresso|argomento|opuscolo|` +
    String.raw`palestra|folheto|cursus|onderwerp|onderzoek|szkoleni\p{L}+|ulotka|badani\p{L}+|kursen|forelasning|amne|donat\p{L}+|indikation|indication|wirkstoff|bei patienten|(?:patients|pacientes|pazienti) (?:with|who|con|com)|chez les patients|patienten met|u pacjentow|hos patienter|${GENERAL})(?!\p{L})|研修(?!生)|講演|予防`,
  'u',
);

/** Words that end the name of an illness on its left: articles, prepositions, verbs. */
const STOPS = new Set(
  (
    'a an the with of from for by has have had is was are been being on in at to and or as about into after since until till while because who which that his her their my our he she they it also still now not no than ' +
    'mit an am im ein eine einer einem einen eines der die das den dem des wegen seit nach bei aus von vom zum zur unter uber gegen auf und oder als ist war wurde wird hat hatte sich noch nur nicht bis festgestellt diagnostiziert behandelt leidet krankgeschrieben ' +
    'de du des d la le les l un une avec pour par depuis est a ont ete sa son ses et ou en au aux dans sur qui souffre presente jusqu ' +
    'con por para desde hace fue es esta tiene el los las una su sus y o que del al se sufre padece hasta presenta ' +
    'di del della dello dei da dal con per il lo gli uno e ha suo sua affetto affetta soffre fino come ' +
    'com por do da dos das no na ao um uma e tem foi sofre ate ha desde ' +
    'met aan van het een voor sinds door is heeft zijn haar en of als tot lijdt wegens ' +
    'na z ze w od do i oraz jest ma choruje cierpi przez jako u ' +
    'med av for sen ett en och har ar fick diagnosen lider sedan om till i pa ' +
    'diagnosed suffers suffering signed off sick treated admitted recovering underwent tested started said told returns'
  ).split(' '),
);
/** After the name of an illness, these may join it with a part of the body. */
const JOINS = new Set('of the des der du de del della di do da i w et and und y e och en'.split(' '));
/** "operado de", "operato al": the part of the body, or the illness, follows. */
const UNFINISHED = /^(?:d[eao]l?|al?|una?|uno|uma?|el|il|la|o)$/;
/** "allergic to penicillin", "positive for hepatitis C", "14 weeks pregnant". */
const JOINED_BEFORE =
  /(?:positive for|allergic to|allergisch (?:gegen|auf|voor)|allergique (?:a|aux)|al[l]?ergic[oa] (?:a|al|ai|alla)|allergisk mot|uczulon[ya] na|verdacht auf|history of|\d{1,2} weeks|cancer of(?: the)?|fracture of(?: the)?|maladie d[eu]|morbo di|enfermedad de|doenca d[eo]) ?$/;

/** Verbs and prepositions before a short name: "has gout", "wegen Gicht". */
const STATED = letterPattern(
  String.raw`(?<!\p{L})(?:suffers?|suffering|diagnosed|has|had|with|leidet|hat|erkrankt|wegen|krijgt|ondergaat|starts|started|vanwege|because of|due to|a cause de|a causa d[eio]|debido a|por causa d[aeo]|z powodu|pga|pa grund af|pro|kvuli|known|standing|chronic|severe|mild|acute|bekannter?|chronische[rn]?|connue?|cronic[oa]|conocid[oa]|einer|einem|souffre|atteinte?|pour|padece|sufre|tiene|tuvo|teve|por|affett[oa]|soffre|ha|per|da|et|sofre|sofreu|tem|com|lijdt|heeft|met|choruje|cierpi|ma|na|har|lider|med|mit|avec|con|w|positive|negative|allergic to|of|uber|over|is|ist|est) (?:\p{L}{1,12}[ ']){0,2}$|[:–] (?:[\p{L}\d ]{3,30}, ){0,4}$|(?:krank|sick|arret|malade|malattia|baja|baixa|ziek|zwolnieniu|sjuk\p{L}*|sygemeldt|nemocn[ya]) \($`,
  'u',
);
/** Before an example of an illness or a medicine: "a drug such as", "Mittel wie". */
const SUCH_AS = letterPattern(
  String.raw`(?<!\p{L})(?:such as|like|wie|etwa|tels? que|comme|como|come|zoals|jak|sasom|som|against|gegen|contre|contra|contro|tegen)(?: (?:an?|the|die|das|den|la|le|les|el|los|il|lo|o|de|het))? $`,
  'u',
);
/** After these, any word is an illness: "was diagnosed with", "leidet an einer", "est allergique aux". */
const OBJECT = letterPattern(
  String.raw`(?<!\p{L})(?:diagnosed with|suffers from|suffering from|allergic to|leidet (?:an|unter)|erkrankt(?:e)? an|allergisch (?:gegen|auf|voor)|atteinte? d(?:e |')|souffre d(?:e |')|allergique (?:aux?|a)|diagnosticad[oa] (?:de|com|con)|padece|alergic[oa] (?:a|al|ao)|affett[oa] da|soffre di|allergic[oa] (?:a|al|ai|alla)|sofre de|lijdt aan|choruje na|cierpi na|uczulon[ya] na|diagnosen|lider a[vf]|allergisk (?:mot|over for)|(?:broke|fractured|tore|dislocated|sprained) (?:his|her)|s'est (?:casse|foule|dechire|luxe)|se (?:ha roto|rompio|torcio)|si e (?:rott|slogat)[oa]|partiu|zlamala?|zlomila? si|brot sin)(?: (?:an?|the|einer?|einem|une?|la|les?|una?|il|lo|o|um|uma|een|en|et))? ?(?<object>(?:[ck]o )?\p{L}{3,}(?: \p{L}{4,})?)`,
  'u',
);
/** Values that say that there is nothing, where it is, or to rest. */
const NO_VALUE =
  /^(?:none|no(?:ne)? known.*|not .*|good|stable|unchanged|gut|stabil|unverandert|unauffallig|bon|stabile?|buono|to be .*|unknown|pending.*|open|yes|no|n\/?a|see .*|as .*|tbd|tbc|rest(?: .*)?|keine?.*|unbekannt|offen|noch .*|nicht .*|siehe .*|s\. .*|ja|nein.*|ruhe|bettruhe|aucune?.*|neant|pas .*|a (?:preciser|confirmer)|repos|voir .*|oui|non.*|ningun[oa].*|pendiente.*|reposo|ver .*|si|no .*|nessun[oa].*|da (?:definire|confermare)|riposo|vedi .*|nenhum[oa]?.*|a confirmar|repouso|sem .*|geen.*|nog .*|rust|zie .*|nee|brak.*|nie .*|odpoczynek|inga?.*|vila|なし|無し|特になし|未定|安静|-+)$/u;
/** Capitalized words within a name of an illness: "Diabetes mellitus Typ 2", "Morbus Crohn", "type 1". */
const NAME_PARTS = new Set(
  'multiple multipel multipla multipele morbus typ type tipo diabetes herpes status stadium grad grade stage stade'.split(
    ' ',
  ),
);
/** "allergic to", "allergisch gegen". */
const TO = letterPattern(
  String.raw`^(?:all?erg\p{L}*|uczulon[ya]|intoleran\p{L}*) (?:to|gegen|auf|a|au|aux|al|ai|alla|ao|voor|na|mot)$`,
  'u',
);
const PREFIX = letterPattern(String.raw`^(?:d|l|un|qu|dell|all|nell|sull)'(?=\p{L})`, 'u');

const MAX_FIELD = 70;
const MAX_WORDS_LEFT = 3;
const MAX_WORDS_RIGHT = 5;
const NEAR = 60;
const INVALID: Verdict = { verdict: 'invalid' };

export const validateIllness: Validator = (candidate) => {
  const field = withoutNextLabel(candidate);
  const { value, before, after } = field;
  const folded = foldText(value);
  const label = labelOf(field, [CERTAIN_LABEL, LABEL]);
  const isCertainLabel = label !== undefined && CERTAIN_LABEL.test(label);
  // The label itself.
  if (value === '' || CERTAIN_LABEL.test(folded)) return INVALID;
  const isField = isWholeField(field);
  const isLabeled = label !== undefined && (LABEL.test(label) || isCertainLabel || (isField && namesPerson(before)));
  const context = foldText(before);
  const found: Found | undefined =
    (ILLNESS.test(folded) ? [...folded.matchAll(ILLNESSES)] : []).find(
      ({ index, groups }) =>
        groups?.['word'] === undefined ||
        isLabeled ||
        (isField && candidate.row !== '') ||
        [STATED, BY_NOTE].some((words) => words.test(context + folded.slice(0, index))),
    ) ?? objectIn(folded);
  if ((found === undefined && !isCertainLabel) || isAbout(isCertainLabel ? { ...field, before: '' } : field))
    return INVALID;
  // The part may be inside a word.
  const at = folded.slice(0, found?.index ?? 0).replace(/[a-z]*$/, '').length;
  if (found !== undefined && SUCH_AS.test(context + folded.slice(0, at))) return INVALID;
  const texts = {
    ...field,
    before: before + value.slice(0, at),
    after: found?.isObject === true ? '' : value.slice(at) + after,
  };
  const person = personOf(candidate, texts, label !== undefined && isAfterColon(before), isCertainLabel);
  if (person === undefined) return INVALID;
  if (found === undefined)
    return (person === 'patient' || (candidate.row !== '' && CERTAIN_COLUMN.test(label ?? ''))) &&
      isField &&
      isFilled(folded, /\d{3}/)
      ? { verdict: 'unknown', evidence: ['format:illness-field'], confidence: 0.55, length: value.length }
      : INVALID;
  const place =
    isLabeled && isField
      ? fieldOf(folded, isCertainLabel || (person === 'patient' && candidate.row !== ''))
      : phraseAround(value, folded, found);
  return { verdict: 'unknown', evidence: ['format:illness'], confidence: isLabeled ? 0.7 : 0.6, ...place };
};

/** The object of a verb of having an illness. */
function objectIn(folded: string): Found | undefined {
  const found = OBJECT.exec(folded);
  const object = found?.groups?.['object'];
  return found === null || object === undefined
    ? undefined
    : { index: found.index + found[0].length - object.length, 0: object, isObject: true };
}

/** Batteries, stocks and prices are no treatment of a person. */
const NO_TREATMENT = /batter|\bakku|\bstock|\bprice|preis\b|\blager|lieferbar|leverbaar|\bstudy\b|\bboxes\b|packung/;

/** Words before a dose that are no names. */
const NO_MEDICINE = letterPattern(
  String.raw`^(?:from|with|about|only|dose|dosis|dosage|max\p{L}*|min\p{L}*|total|each|than|over|under|zirka|etwa|noch|jeweils|sind|sont|dose de|plus|until|\p{L}*(?:erhoht|reduziert|gesteigert)|calcium|glucose|glukose|kreatinin|creatinine?|cholesterol|cholesterin|natrium|sodium|salz)$`,
  'u',
);

/** A medicine without words that it is taken is a finding beside a person only. */
export const validateMedicine: Validator = (candidate) => {
  if (candidate.groups['field'] !== undefined) return validateMedicineField(candidate);
  const { before, after, value, headerRow, groups } = candidate;
  const isLabeled = isAfterColon(before);
  if (groups['dose'] !== undefined && (NO_MEDICINE.test(foldText(groups['dose'])) || isAbout(candidate)))
    return INVALID;
  // A dose after a label or a verb. A table without persons is a catalog.
  if (groups['medicine'] === undefined && groups['dose'] === undefined)
    return !/\d\d ?g$/.test(value) &&
      !isAbout(candidate) &&
      (headerRow === '' || personOf(candidate, candidate, isLabeled, true) !== undefined)
      ? { verdict: 'unknown' }
      : INVALID;
  if (isAbout(candidate) || SUCH_AS.test(foldText(before))) return INVALID;
  if (NO_TREATMENT.test(foldText(`${before.slice(-NEAR)}${value}${after.slice(0, NEAR)}`))) return INVALID;
  if (personOf(candidate, candidate, isLabeled, isLabeled || (before.trim() === '' && /\d/.test(value))) === undefined)
    return INVALID;
  return { verdict: 'unknown', evidence: ['format:medicine'] };
};

/** All of a field of a patient with a label such as "Medication", whatever its words are. */
function validateMedicineField(candidate: Candidate): Verdict {
  const field = withoutNextLabel(candidate);
  const label = labelOf(field, [MEDICINE_LABEL]);
  const folded = foldText(field.value);
  if (
    label === undefined ||
    !MEDICINE_LABEL.test(label) ||
    !isWholeField(field) ||
    isAbout(field) ||
    !isFilled(folded, /\d{5}/)
  )
    return INVALID;
  const person = personOf(candidate, field, isAfterColon(field.before), true);
  const isKnown = MEDICINE_STEMS.some((stem) => folded.includes(stem));
  if (person !== 'patient' && !(person === 'person' && isKnown)) return INVALID;
  return { verdict: 'unknown', evidence: ['format:medicine-field'], length: field.value.length };
}

interface Found {
  readonly index: number;
  readonly 0: string;
  /** True if only the verb says that it is an illness. Its subject must be a person. */
  readonly isObject?: true;
}

type Field = Pick<Candidate, 'value' | 'before' | 'after' | 'surroundings' | 'headerRow' | 'headers'>;

function personOf(candidate: Candidate, texts: Field, isAfterLabel: boolean, isLabeled: boolean): PersonEvidence {
  const person = personNear(texts, isAfterLabel) ?? personAbove(candidate, texts, isLabeled);
  return person ?? (isLabeled ? recordAround(candidate) : undefined);
}

/** The fields of a record. */
const FIELDS = [
  /diagn|rozpozn|^dx|診断|病名/,
  MEDICINE_LABEL,
  /all?erg|uczulen|unvertrag|アレルギー/,
  /anteced|anamne|history|pmh|vorerkrank|voorgesch|wywiad|既往/,
];
/** Leaflets have these as well. */
const LEAFLET_FIELD =
  /symptom|sintom|objaw|症状|prevent|vorbeug|prophyl|profila|prognos|condition|causes?$|ursache|side effects|nebenwirk|indi[ck]a|dos(?:e|age|is)$/;

const LABELS = new RegExp(String.raw`(?:^|[\n\u001e;/|]|\. )[\s*•\u001e]*([^:：\n;]{2,40}?) ?[:：]`, 'g');
/** Two different fields with a dose are the record of a person. No leaflet has three of them. */
function recordAround({ surroundings, value }: Candidate): PersonEvidence {
  const text = foldText(`${surroundings}\n${value}`);
  const labels = [...text.matchAll(LABELS)].map(([, label = '']) => label);
  const count = FIELDS.filter((field) => labels.some((label) => field.test(label))).length;
  const isLeaflet =
    labels.some((label) => LEAFLET_FIELD.test(label)) || !/\d ?(?:mg|µg|μg|mcg|g|ie|iu|ui)(?!\p{L})/u.test(text);
  return isLeaflet || count < 2 ? undefined : count > 2 ? 'patient' : 'person';
}

const isAfterColon = (before: string) => /[:：=]["'\s]*$/.test(before);

/** A clause that the label of the next field ends: "asthma, medication". Its value is empty if all of it is a label. */
function withoutNextLabel({ value, before, after, surroundings, headerRow, headers }: Candidate): Field {
  const tail = /^["'\s]*[:：=]/.test(after) ? /(?:^|\s*(?:[,–—]|\s[-/]))([^,–—]*)$/.exec(value) : null;
  // "Mr Hill, stores, has a hernia: no lifting" has no label.
  const isLabel = tail !== null && !(LONG.test(tail[1] ?? '') && ILLNESS.test(foldText(tail[1] ?? '')));
  const end = isLabel ? tail.index : value.length;
  return { value: value.slice(0, end), before, after: value.slice(end) + after, surroundings, headerRow, headers };
}

const WORD = letterPattern(String.raw`\p{L}{4}|\p{Script=Han}{2}`, 'u');
const AROUND_LABEL = letterPattern(String.raw`^[^\p{L}]+|[^\p{L})]+$`, 'gu');
const EAST_ASIAN = letterPattern(String.raw`^[\p{Script=Han}\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9d]`, 'u');
const EAST_ASIAN_BEFORE = letterPattern(String.raw`[\p{Script=Han}ァ-ヶー]*$`, 'u');
const EAST_ASIAN_AFTER = letterPattern(String.raw`^[\p{Script=Han}ァ-ヶー]*`, 'u');
const CAPITALIZED = letterPattern(String.raw`^\p{Lu}\p{Ll}`, 'u');
/** At least three words. */
const LONG = letterPattern(String.raw`\p{L} +\S+ +\p{L}`, 'u');

/** True if a field says what the person has or takes. */
function isFilled(folded: string, number: RegExp): boolean {
  return !NO_VALUE.test(folded) && WORD.test(folded) && !number.test(folded);
}

/** The label directly before the value, or the header of its cell that one of the patterns matches, without accents. */
function labelOf({ before, headers }: Field, patterns: readonly RegExp[]): string | undefined {
  // Most texts have no colon there, which is much cheaper to see.
  const hasColon = /[:：=]/.test(before.slice(-4));
  const inline = hasColon ? /([^\n:：;.,(–—]{2,40}) ?[:：=][ "']{0,3}$/.exec(before)?.[1] : undefined;
  if (inline !== undefined) return plainLabel(inline.split(' - ').at(-1) ?? '');
  if (before.trim() !== '') return undefined;
  const folded = headers.map(plainLabel);
  for (const pattern of patterns) {
    const found = folded.find((header) => pattern.test(header));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Without accents, bullets, quotes and a colon. */
const plainLabel = (label: string) => foldText(label).replace(AROUND_LABEL, '');

function isAbout({ before, value, after, headers, headerRow }: Field): boolean {
  const header = headerRow === '' ? '' : (headers[0] ?? '');
  return ABOUT.test(foldText(`${before.slice(-NEAR)}${value}${after.slice(0, NEAR)} ${header}`));
}

/** True if the value is all of a short cell or of a line after its label. */
function isWholeField({ value, before, after }: Field): boolean {
  return (
    value.length <= MAX_FIELD &&
    value.split(' ').length <= 8 &&
    /(?:^|[:：=;>"'(])[ "']*$/.test(before) &&
    /^[ "'.)]*(?:$|[\n;<("',}])/.test(after)
  );
}

/** All of a field that has nothing else; otherwise the parts with an illness. */
function fieldOf(folded: string, isWhole: boolean): { start: number; length: number } {
  if (isWhole) return { start: 0, length: folded.length };
  let end = 0;
  let start = -1;
  for (let at = 0; at <= folded.length;) {
    const comma = folded.indexOf(',', at);
    const to = comma < 0 ? folded.length : comma;
    if (ILLNESS.test(folded.slice(at, to))) {
      if (start < 0) start = at + (/^ */.exec(folded.slice(at))?.[0].length ?? 0);
      end = to;
    }
    at = to + 1;
  }
  return { start: Math.max(0, start), length: end - Math.max(0, start) };
}

/** The name of an illness in a sentence: its word, the adjectives beside it, and a part of the body. */
function phraseAround(value: string, folded: string, found: Found): { start: number; length: number } {
  if (EAST_ASIAN.test(found[0])) return wordAround(value, found);
  const words = [...value.matchAll(/[^\s,.;!?]+/g)].map(({ index, 0: text }) => ({
    text: foldText(text),
    start: index,
    end: index + text.length,
  }));
  let first = words.findIndex(({ end }) => end > found.index);
  let last = words.findIndex(({ end }) => end >= found.index + found[0].trimEnd().length);
  while (last + 1 < words.length && UNFINISHED.test(words[last]?.text ?? '')) last++;
  const isApart = (one: number) => folded.slice(words[one]?.end, words[one + 1]?.start).trim() !== '';
  const isStop = (at: number) => {
    const { text = '', start = 0 } = words[at] ?? {};
    const isName = CAPITALIZED.test(value.slice(start)) && !NAME_PARTS.has(text) && !ILLNESS.test(text);
    return isName || STOPS.has(text.replace(/'.*/s, ''));
  };
  for (let count = 0; count < MAX_WORDS_LEFT && first > 0; count++) {
    if (isApart(first - 1) || isStop(first - 1)) break;
    first--;
  }
  for (let count = 0; count < MAX_WORDS_RIGHT && last + 1 < words.length; count++) {
    if (isApart(last)) break;
    let next = last + 1;
    const isObject = last === first && TO.test(`${words[last]?.text ?? ''} ${words[next]?.text ?? ''}`);
    if (isObject) next++;
    while (JOINS.has(words[next]?.text ?? '') && next < words.length - 1 && !isApart(next)) next++;
    const isJoined = JOINS.has(words[last + 1]?.text ?? '');
    const isList = /^(?:and|und|et|y|e|i|och|en)$/.test(words[last + 1]?.text ?? '');
    if ((words[next - 1]?.text !== 'des' && !isObject && isStop(next)) || JOINS.has(words[next]?.text ?? '')) break;
    if (isJoined && isList && !ILLNESS.test(words[next]?.text ?? '')) break;
    last = next;
  }
  const { start: from = 0, text = '' } = words[first] ?? {};
  const start = from + (PREFIX.exec(text)?.[0].length ?? 0);
  const joined = JOINED_BEFORE.exec(folded.slice(0, start))?.[0].length ?? 0;
  const end = words[last]?.end ?? folded.length;
  return { start: start - joined, length: end - start + joined };
}

/** In a script without spaces: the same script around it. */
function wordAround(value: string, found: Found): { start: number; length: number } {
  const end = found.index + found[0].length;
  const left = EAST_ASIAN_BEFORE.exec(value.slice(0, found.index))?.[0].length ?? 0;
  const right = EAST_ASIAN_AFTER.exec(value.slice(end))?.[0].length ?? 0;
  return { start: found.index - left, length: end - found.index + left + right };
}
