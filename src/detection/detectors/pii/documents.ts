import type { Detector } from '../../detector';
import { validateDocumentNumber, validateLicenceNumber } from '../../validators/labelled-numbers';
import { token } from '../shapes';
import { list } from '../list';

const category = 'pii';
const group = 'Identity documents';

/** Documents of all countries. Their numbers have no common format, so a label must name the document. */
export const documents: readonly Detector[] = [
  {
    id: 'identity-document-number',
    name: 'Passport or identity card number',
    category,
    group,
    severity: 'high',
    enabledByDefault: true,
    addedIn: 2,
    // Detectors of one country are more specific.
    generic: true,
    rules: [token([0, 3], [1, 10], /[A-Z0-9]{7,10}(?![.:/-]\w)/, { length: [7, 10] })],
    validate: validateDocumentNumber,
    confidence: { base: 0, withContext: 0.7 },
    context: list(`
      passport*, reisepass*, passnummer, pass nr, passeport*, pasaporte*, passaport*, paspoort*, paszport*, pasnummer, passnr,
      personalausweis*, ausweis*, carte d'identite, carte nationale d'identite, cni, documento de identidad,
      carta d'identita, cartao de cidadao, bilhete de identidade, identiteitskaart*, dowod*, dowód*, dowodu, id kort, identity card,
      旅券, パスポート, 在留カード, 护照, 護照, 여권
    `),
    contextReach: { before: 45, after: 10 },
  },
  {
    id: 'driving-licence-number',
    name: 'Driving licence number',
    category,
    group,
    severity: 'medium',
    enabledByDefault: true,
    addedIn: 2,
    generic: true,
    rules: [
      token([0, 5], [1, 12], /[A-Z0-9]{7,16}(?![.:/-]\w)/, { length: [7, 16] }),
      token(0, 5, /\d{5}\/\d{2}\/\d{4}(?!\d)/),
    ],
    validate: validateLicenceNumber,
    confidence: { base: 0, withContext: 0.65 },
    context: list(`
      driving licence*, driving license*, driver licence*, driver license*, drivers licence*, drivers license*, driver's licence,
      driver's license, fuhrerschein*, fahrerlaubnis*, permis de conduire, permis, carnet de conducir, permiso de conduc*,
      patente, carta de conducao, carteira de habilitacao, cnh, rijbewijs*, prawo jazdy, prawa jazdy, korkort*, kørekort*, forerkort*,
      ajokort*, 運転免許, 免許証, 驾驶证, 운전면허
    `),
    contextReach: { before: 45, after: 10 },
  },
];
