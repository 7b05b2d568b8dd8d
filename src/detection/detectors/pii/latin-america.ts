import { isCnh, isCubanId, isCurp, isElevenWithLuhn, isPis, isRut, isUruguayanId } from '../../validators/american-ids';
import { checked, formatOnly, ofPerson, stdnum } from '../../validators/checked';
import { digitGroups, digitRun, near, token } from '../shapes';
import { inCountry } from './in-country';

const brazil = inCountry('Brazil', 'BR');
const mexico = inCountry('Mexico', 'MX');
const argentina = inCountry('Argentina', 'AR');
const chile = inCountry('Chile', 'CL');
const colombia = inCountry('Colombia', 'CO');
const peru = inCountry('Peru', 'PE');
const ecuador = inCountry('Ecuador', 'EC');
const uruguay = inCountry('Uruguay', 'UY');
const venezuela = inCountry('Venezuela', 'VE');
const guatemala = inCountry('Guatemala', 'GT');
const dominicanRepublic = inCountry('Dominican Republic', 'DO');
const cuba = inCountry('Cuba', 'CU');

export const latinAmerica = [
  brazil('br-cpf', 'Brazilian individual taxpayer number (CPF)', {
    rules: [
      token(0, 3, /\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/),
      token(0, 9, /\d{9}-\d{2}(?!\d)/),
      digitRun(11, { base: 0.3, withContext: 0.9 }),
    ],
    validate: checked(stdnum('br/cpf'), 'checksum:mod11'),
    confidence: { base: 0.8, withContext: 0.95 },
    context: ['cpf', 'cadastro de pessoas', 'numero do cpf', 'contribuinte'],
  }),
  brazil('br-cnpj', 'Brazilian company number (CNPJ)', {
    severity: 'low',
    rules: [
      token([0, 2], [1, 2], /[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}(?!\d)/i),
      digitRun(14, { base: 0.2, withContext: 0.9 }),
    ],
    validate: checked(stdnum('br/cnpj'), 'checksum:mod11'),
    confidence: { base: 0.8, withContext: 0.95 },
    context: ['cnpj', 'cadastro nacional', 'empresa'],
  }),
  brazil('br-pis', 'Brazilian social integration number (PIS/NIS)', {
    rules: [digitRun(11), token(0, 3, /\d{3}\.\d{5}\.\d{2}-\d(?!\d)/)],
    validate: checked(isPis, 'checksum:mod11'),
    context: ['PIS', 'pasep', 'NIS', 'NIT', 'pis pasep'],
  }),
  brazil('br-cnh', 'Brazilian driving licence number (CNH)', {
    rules: [digitRun(11)],
    validate: checked(isCnh, 'checksum:mod11'),
    context: ['cnh', 'habilitacao', 'carteira de motorista', 'carteira nacional de habilitacao'],
  }),
  mexico('mx-curp', 'Mexican population key (CURP)', {
    rules: [token(4, 6, /[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d/i, { length: 18 })],
    validate: checked(isCurp, 'checksum:curp', 'date'),
    confidence: { base: 0.8, withContext: 0.95 },
    context: ['curp', 'clave unica'],
  }),
  mexico('mx-rfc', 'Mexican taxpayer number (RFC)', {
    rules: [token([3, 4], [6, 9], /[A-ZÑ&]{3,4}[ -]?\d{6}[ -]?[0-9A-Z]{3}/i)],
    validate: ofPerson(/^[^\d]{3}\d/, checked(stdnum('mx/rfc'), 'checksum:mod11', 'date')),
    confidence: { base: 0.6, withContext: 0.9 },
    context: ['rfc', 'registro federal', 'contribuyente', 'contribuyentes', 'SAT'],
  }),
  mexico('mx-nss', 'Mexican social security number (NSS)', {
    rules: [digitRun(11)],
    validate: checked(isElevenWithLuhn, 'checksum:luhn'),
    context: ['nss', 'imss', 'seguro social', 'seguridad social'],
  }),
  argentina('ar-cuit', 'Argentine tax or labour number (CUIT, CUIL)', {
    rules: [token(0, 2, /\d{2}-\d{8}-\d(?!-?\d)/), digitRun(11, { base: 0.2, withContext: 0.9 })],
    validate: ofPerson(/^3/, checked(stdnum('ar/cuit'), 'checksum:mod11')),
    confidence: { base: 0.7, withContext: 0.9 },
    context: ['cuit', 'cuil', 'afip', 'clave unica'],
  }),
  argentina('ar-dni', 'Argentine identity number (DNI)', {
    enabledByDefault: false,
    rules: [digitRun([7, 8]), token(0, [1, 2], /\d{1,2}\.\d{3}\.\d{3}(?![.,-]?\d)/)],
    confidence: { base: 0, withContext: 0.7 },
    context: ['DNI', 'documento', 'documento nacional', 'nro de documento'],
    contextReach: { before: 25, after: 10 },
  }),
  chile('cl-rut', 'Chilean number (RUT, RUN)', {
    rules: [
      token(0, [1, 2], /\d{1,2}\.\d{3}\.\d{3}-[0-9K](?!\d)/i),
      token(0, [7, 8], /\d{7,8}-[0-9K](?!-?\d)/i, { confidence: { base: 0.4, withContext: 0.9 } }),
      token(0, [8, 9], /\d{7,8}[0-9K]/i, { length: [8, 9], confidence: { base: 0, withContext: 0.85 } }),
    ],
    validate: ofPerson(/^[5-9]\d{7}./, checked(isRut, 'checksum:mod11')),
    confidence: { base: 0.6, withContext: 0.9 },
    context: ['rut', 'RUN', 'rol unico', 'cedula', 'cedula de identidad'],
  }),
  colombia('co-nit', 'Colombian tax number (NIT)', {
    severity: 'low',
    enabledByDefault: false,
    rules: [token(0, [3, 10], /\d{3}\.?\d{3}\.?\d{3}-?\d(?!-?\d)/)],
    validate: checked(stdnum('co/nit'), 'checksum:mod11'),
    context: ['NIT', 'rut', 'identificacion tributaria', 'dian'],
  }),
  peru('pe-ruc', 'Peruvian taxpayer number (RUC)', {
    rules: [digitRun(11)],
    validate: ofPerson(/^20/, checked(stdnum('pe/ruc'), 'checksum:mod11')),
    context: ['ruc', 'sunat', 'registro unico'],
  }),
  ecuador('ec-cedula', 'Ecuadorian identity number', {
    rules: [digitRun(10), token(0, 9, /\d{9}-\d(?!\d)/)],
    validate: checked(stdnum('ec/ci'), 'checksum:luhn'),
    context: ['cedula', 'cedula de identidad', 'cedula de ciudadania', 'CI', 'ecuador'],
  }),
  uruguay('uy-cedula', 'Uruguayan identity number', {
    rules: [
      token(0, 1, /\d\.\d{3}\.\d{3}-\d(?!\d)/, { confidence: { base: 0.4, withContext: 0.9 } }),
      token(0, [6, 8], /\d{6,7}-?\d(?!-?\d|\.[a-z])/),
    ],
    validate: checked(isUruguayanId, 'checksum:mod10'),
    context: ['cedula', 'cedula de identidad', 'CI', 'C I', 'documento', 'uruguay'],
  }),
  venezuela('ve-rif', 'Venezuelan tax number (RIF)', {
    enabledByDefault: false,
    rules: [
      token(1, [8, 9], /[VEJPG]\d{8,9}/i, { length: [9, 10] }),
      near(['rif', 'seniat'], [0, 40], /[VEJPG]-\d{8}-?\d/i),
    ],
    validate: ofPerson(/^[CGJ]/i, checked(stdnum('ve/rif'), 'checksum:mod11')),
    confidence: { base: 0.4, withContext: 0.85 },
    context: ['rif', 'registro de informacion fiscal', 'seniat'],
  }),
  guatemala('gt-cui', 'Guatemalan identity number (CUI)', {
    rules: [digitRun(13), digitGroups([4, 5, 4])],
    validate: checked(stdnum('gt/cui'), 'checksum:mod11'),
    confidence: { base: 0.2, withContext: 0.85 },
    context: ['CUI', 'dpi', 'codigo unico de identificacion', 'documento personal'],
  }),
  dominicanRepublic('do-cedula', 'Dominican identity number', {
    rules: [
      token(0, 3, /\d{3}-\d{7}-\d(?!-?\d)/, { confidence: { base: 0.4, inRegion: 0.6, withContext: 0.9 } }),
      digitRun(11),
    ],
    validate: checked(isElevenWithLuhn, 'checksum:luhn'),
    context: ['cedula', 'cedula de identidad', 'dominicana'],
  }),
  cuba('cu-ni', 'Cuban identity number', {
    enabledByDefault: false,
    rules: [digitRun(11)],
    validate: formatOnly(isCubanId, 'date'),
    confidence: { base: 0, withContext: 0.75 },
    context: ['carne de identidad', 'numero de identidad', 'NI', 'identidad permanente'],
    contextReach: { before: 30, after: 10 },
  }),
];
