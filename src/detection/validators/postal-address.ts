import type { Candidate, Validator } from '../detector';
import { foldText } from '../text/fold';
import { letterPattern } from '../text/letters';
import { personNear } from './person-evidence';

/**
 * Decides if a postal address is that of a person, by a label for a home, a person beside it, or a table of people.
 * Addresses of companies, sites and events are far more frequent, so an address without evidence stays low.
 */

const HOME =
  /home (?:address|addr)|private address|residential|(?:privat|wohn|melde|heimat|haus)(?:anschrift|adresse)|wohnhaft|wohnort|wohnt|\blives?(?: with [^.]{2,20})? (?:at|in)|they live|\bresid|domicil|adresse (?:personnelle|du patient|privee)|habite|demeurant|domicilio|reside|vive en|residenza|abita|morada|residencia|mora n|woonadres|thuisadres|woont|adres zamieszkania|mieszka|hemadress|bostadsadress|\bbor (?:pa|i)\b|hjemmeadresse|privatadress|risied|bydlist|\bbor nu|(?:^|\n)\s*home ?:|at home|zu hause|\ba casa\b|em casa|en casa|\bthuis\b|\bmoved to|umgezogen|a demenage|ha mudado|si e trasferit|mudou se|verhuisd|przeprowadzil|flyttat till|flyttet til|bydli|prestehoval|stay(?:s|ing) at|\bnew (?:place|flat|house|address)|\bmorar\b|hjemme pa|\bbydlet\b|post things to|post gaat naar|post geht an|courriers? partent|posta va (?:a|in)|correo va a|correio vai para|posten gar till|post gar til|familie jetzt in|cartas seguem|neue wohnung|nouvelle adresse|flyttar in|goes to|\bsta in *$|esta en la calle|mora agora|自宅|現住所|お住まい/;
/** Offices move as well. */
const MOVED = /moved|umgezogen|demenage|mudado|trasferit|mudou|verhuisd|przeprowadz|flytt/;
const ADDRESS = /address|adress|anschrift|direccion|indirizzo|endereco|\badres|住所|居所/;
/** Words for a company, a site or an event. */
const PLACE = letterPattern(
  String.raw`\b(?:office|hq|headquarter\p{L}*|warehouse|venue|site|store|shop|branch|depot|plant|showroom|hotel|restaurant|conference|museum|station|foundation|inc|ltd|llc|plc|corp|gmbh|e\.?v|mbh|sarl|s\.a|s\.l|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|sp\. z o|a/s|buro|sitz|niederlassung|standort|filiale|lager|werk|zentrale|treffpunkt|messe|lieferadresse|rechnungsadresse|siege|agence|entrepot|bureau|magasin|salle|oficina|sede|almacen|tienda|sucursal|ufficio|magazzino|negozio|armazem|escritorio|loja|kantoor|magazijn|vestiging|siedziba|spo[lł]k\p{L}*|biuro|magazyn|kontor\p{L}*|lokal|konferens\p{L}*)\b|\b(?:ag|kg|ohg|ug|sas|sa|sl|oy|ab)(?=[,.;:)]|\s*(?:$|\n))|本社|支社|支店|会場|営業所`,
  'u',
);
const PEOPLE_COLUMN = new RegExp(
  String.raw`(?:^|[\n\u001e]) *(?:customer|client|tenant|applicant|member|kund(?:e|in)|mieter(?:in)?|bewerber(?:in)?|mitglied|locataire|candidat|inquilino|candidat[oa]|socio|huurder|klant|najemca|klient|hyresgast|kund|vorname|first name|last name|お客様|会員) *(?:\n|$)`,
);
const FULL_NAME = letterPattern(
  String.raw`^\p{Lu}[\p{L}'’-]+(?: (?:de|van|von|der|den|da|di|del|la|le))*(?: \p{Lu}[\p{L}'’-]+){1,2}$`,
  'u',
);
/** "to Fiona at ", "chez Kévin, ", "an Jana Thiel, ". */
const TO_NAME = letterPattern(
  String.raw`(?<!\p{L})(?:[Tt]o|[Ff]or|with|chez|à|para|a|zu|an|bei|naar|voor|bij|do|dla|til|hos|till|för|presso) (?!The|Our)\p{Lu}\p{Ll}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’-]{1,24})?(?:,| at| in| op| på| na| à| en)?(?: (?:la|der|the))? (?:liefern, |senden, |schicken, )?$`,
  'u',
);
/** Rooms and machines live and move as well. */
const NO_STREET = letterPattern(
  String.raw`\b(?:room|rack|slot|version|building|raum|zimmer|gebaude|server|service|node|cluster|port|chapter|kapitel|level|floor|etage|halle?|sala|salle|team|project|module|repo\p{L}*|code|config\p{L}*|data\p{L}*|page|section)\b`,
  'u',
);
const NEAR = 50;

export const validatePostalAddress: Validator = (candidate) => {
  const { before, value, after, headers, headerRow, row } = candidate;
  const near = foldText(`${before.slice(-NEAR)} ${headers.join(' ')}`);
  const evidence = ['format:address'];
  if (MOVED.test(near) && PLACE.test(foldText(before))) return { verdict: 'unknown', evidence, confidence: 0.3 };
  if (
    candidate.groups['bare'] !== undefined &&
    (!(HOME.test(near) || TO_NAME.test(before)) || NO_STREET.test(foldText(`${before.slice(-NEAR)} ${value}`)))
  )
    return { verdict: 'invalid' };
  if (HOME.test(near)) return { verdict: 'unknown', evidence, confidence: 0.75 };
  if (PLACE.test(foldText(`${before.slice(-NEAR)}\n${headers[0] ?? ''}\n${after.slice(0, 20)}\n${headerRow}`)))
    return { verdict: 'unknown', evidence, confidence: 0.3 };
  if (isOfPerson(candidate)) return { verdict: 'unknown', evidence, confidence: 0.7 };
  if (TO_NAME.test(before)) return { verdict: 'unknown', evidence, confidence: 0.55 };
  const isLabeled = ADDRESS.test(near) && (row === '' || headerRow === '');
  return { verdict: 'unknown', evidence, confidence: isLabeled ? 0.5 : 0.4 };
};

function isOfPerson(candidate: Candidate): boolean {
  const { headers, headerRow, before } = candidate;
  if (personNear(candidate, /[:：]\s*$/.test(before)) !== undefined) return true;
  return (
    PEOPLE_COLUMN.test(foldText(headerRow)) || (headerRow !== '' && headers.some((header) => FULL_NAME.test(header)))
  );
}
