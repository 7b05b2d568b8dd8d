import { detectorOf } from '../detector-of';
import { validateDocumentNumber, validateLicenseNumber } from '../../validators/labeled-numbers';
import { near, token } from '../shapes';
import { list } from '../list';

const DOCUMENT_STEMS = list(`
  passport, reisepass, passeport, pasaporte, passaport, paspoort, paszport, ausweis, carte d'identite, carta d'identita, identity card,
  national id, dowod, dowód, dow. os, titre de sejour, permesso di soggiorno, residence permit, residence card, aufenthaltstitel
`);

/** Documents of all countries. Their numbers have no common format, so a label must name the document. */
const document = detectorOf('pii', 'Identity documents', 'high');

export const documents = [
  document('identity-document-number', 'Passport or identity card number', {
    addedIn: 2,
    // Detectors of one country are more specific.
    generic: true,
    rules: [
      token([0, 7], [1, 12], /[A-Z0-9]{7,12}(?![.:/-]\w)/, { length: [7, 12] }),
      // A space after the letters of a series.
      near(DOCUMENT_STEMS, [0, 60], /(?<![\w.,:/-])[A-Z]{2,3} \d{6,7}(?![\w/-]|[.,:]\d| \d)/),
    ],
    validate: validateDocumentNumber,
    confidence: { base: 0, withContext: 0.7 },
    context: list(`
      passport*, reisepass*, passnummer, pass nr, passeport*, pasaporte*, passaport*, paspoort*, paszport*, pasnummer, passnr,
      personalausweis*, ausweis*, carte d'identite, carte nationale d'identite, cni, documento de identidad,
      carta d'identita, cartao de cidadao, bilhete de identidade, identiteitskaart*, identiteitsbewijs*, dowod*, dowód*, dowodu,
      dow, id kort, identity card, national id, id card,
      mit pass, mit dem pass, pssprt, passprt, psspt, passet, documento d'identita, documento di identita, doc identita, doc identidad, residence permit*,
      residence card*, aufenthaltstitel*, aufenthaltserlaubnis*, titre de sejour, permesso di soggiorno, permiso de residencia,
      verblijfsvergunning*, verblijfsdocument*, karta pobytu, karty pobytu, uppehallstillstand*,
      旅券, パスポート, 在留カード, 护照, 護照, 여권
    `),
    contextReach: { before: 70, after: 10 },
  }),
  document('driving-licence-number', 'Driving licence number', {
    severity: 'medium',
    addedIn: 2,
    generic: true,
    rules: [
      token([0, 5], [1, 12], /[A-Z0-9]{7,16}(?![.:/-]\w)/, { length: [7, 16] }),
      token(0, 5, /\d{5}\/\d{2}\/\d{4}(?!\d)/),
      // Florida, Illinois, Maryland, Wisconsin: the letter of the name and groups.
      token(1, [3, 4], /[A-Z]\d{3}(?:[ -]\d{2,4}){2,4}(?:-\d)?(?![\w/-])/),
    ],
    validate: validateLicenseNumber,
    confidence: { base: 0, withContext: 0.65 },
    context: list(`
      driving licence*, driving license*, driver licence*, driver license*, drivers licence*, drivers license*, driver's licence,
      driver's license, fuhrerschein*, fahrerlaubnis*, permis de conduire, permis, carnet de conducir, permiso de conduc*,
      patente, carta de conducao, carteira de habilitacao, cnh, rijbewijs*, prawo jazdy, prawa jazdy, korkort*, korekort*, forerkort*,
      ajokort*, 運転免許, 免許証, 驾驶证, 운전면허
    `),
    contextReach: { before: 45, after: 10 },
  }),
];
