import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSouthAfricanId } from '../../../src/detection/validators/african-ids';
import {
  isCurp,
  isElevenWithLuhn,
  isPis,
  isRut,
  isSin,
  isUruguayanId,
} from '../../../src/detection/validators/american-ids';
import {
  isAadhaar,
  isCheckedGstin,
  isChineseResidentId,
  isEmiratesId,
  isIsraeliId,
  isMyNumber,
  isNric,
  isTaiwaneseId,
} from '../../../src/detection/validators/asian-ids';
import { isCbu, isClabe, isRoutingNumber } from '../../../src/detection/validators/bank-account';
import { stdnum } from '../../../src/detection/validators/checked';
import {
  isBalticCode,
  isDni,
  isEgn,
  isGermanDocument,
  isHungarianTaxId,
  isPersonnummer,
  isRentenversicherung,
  isRodneCislo,
  isSnils,
  isSteuerId,
} from '../../../src/detection/validators/european-ids';
import {
  isAustralianMedicare,
  isDea,
  isKvnr,
  isNhi,
  isNhsNumber,
  isNpi,
} from '../../../src/detection/validators/health-numbers';
import { passesLuhn } from '../../../src/detection/validators/luhn';
import { isCusip, isIsin, isLei, isSedol } from '../../../src/detection/validators/securities';
import { isCheckedVin } from '../../../src/detection/validators/vehicle-number';
import { verhoeff } from '../../../src/detection/validators/verhoeff';

/**
 * Examples that authorities and standards publish. They prove that the implemented rules are the official ones.
 */
const table: readonly (readonly [name: string, isRight: (text: string) => boolean, ...examples: string[]])[] = [
  ['Luhn (ISO/IEC 7812-1)', passesLuhn, '79927398713', '4111111111111111'],
  ['Verhoeff', verhoeff, '2363', '758722'],
  ['ISIN', isIsin, 'US0378331005', 'DE000BAY0017', 'AU0000XVGZA3'],
  ['CUSIP', isCusip, '037833100', '17275R102', '68389X105'],
  ['SEDOL', isSedol, '0263494', 'B0WNLY7'],
  ['LEI', isLei, '5493001KJTIIGC8Y1R12', '7LTWFZYICNSX8D621K86'],
  ['US routing number', isRoutingNumber, '121042882', '011401533'],
  ['Argentine CBU', isCbu, '2850590940090418135201'],
  ['Mexican CLABE', isClabe, '032180000118359719', '002010077777777771'],
  ['US NPI', isNpi, '1234567893', '1245319599'],
  ['US DEA', isDea, 'AP5836727', 'F91234563'],
  ['NHS', isNhsNumber, '9434765919', '4505577104'],
  ['Australian Medicare', isAustralianMedicare, '2123456701'],
  ['German health insurance', isKvnr, 'A123456780', 'M123456785'],
  ['New Zealand NHI', isNhi, 'ZZZ0016', 'ZZZ00AX'],
  ['Canadian SIN', isSin, '130692544', '435418165'],
  ['German tax identification', isSteuerId, '86095742719', '47036892816', '65929970489'],
  ['German pension insurance', isRentenversicherung, '65070803A019', '15070649C103'],
  ['German identity card', isGermanDocument, 'L01X00T44', 'C01234565'],
  ['Spanish DNI', isDni, '12345678Z', '55555555K'],
  ['Spanish NIE', stdnum('es/nie'), 'X1234567L', 'Z8078221M'],
  ['French NIR', stdnum('fr/nir'), '255081416802538', '295109912611193'],
  ['Italian tax code', stdnum('it/codicefiscale'), 'RSSMRA85T10A562S', 'MRTMTT25D09F205Z'],
  ['Dutch BSN', stdnum('nl/bsn'), '111222333', '123456782'],
  ['Swiss AHV', stdnum('ch/ssn'), '7569217076985'],
  ['Polish PESEL', stdnum('pl/pesel'), '44051401359', '02070803628'],
  ['Swedish personal number', isPersonnummer, '8112289874', '198112289874'],
  ['Estonian and Lithuanian code', isBalticCode, '37605030299', '33309240064'],
  ['Bulgarian EGN', isEgn, '7523169263', '7501020018'],
  ['Czech birth number', isRodneCislo, '7103192745'],
  ['Hungarian tax number', isHungarianTaxId, '8071592153'],
  ['Russian SNILS', isSnils, '11223344595'],
  ['Turkish identity number', stdnum('tr/tckimlik'), '10000000146', '17291716060'],
  ['Brazilian CPF', stdnum('br/cpf'), '11144477735', '39053344705'],
  ['Brazilian CNPJ', stdnum('br/cnpj'), '11222333000181', '12ABC34501DE35'],
  ['Brazilian PIS', isPis, '12345678919'],
  ['Mexican CURP', isCurp, 'BOXW310820HNERXN09'],
  ['Chilean RUT', isRut, '125319092', '760864285'],
  ['Uruguayan identity number', isUruguayanId, '12345672'],
  ['Aadhaar', isAadhaar, '234123412346', '312345678909'],
  ['Singaporean NRIC', isNric, 'S2740116C', 'T7572225C'],
  ['Chinese resident identity', isChineseResidentId, '11010519491231002X', '440524188001010014'],
  ['Japanese My Number', isMyNumber, '123456789018'],
  ['Taiwanese identity number', isTaiwaneseId, 'A123456789', 'AB12345677'],
  ['Thai identity number', stdnum('th/idnr'), '1234567890121'],
  ['Israeli identity number', isIsraeliId, '039337423'],
  ['Emirates identity number', isEmiratesId, '784198012345678'],
  ['Dominican identity card', isElevenWithLuhn, '00113918205', '22400022111'],
  ['Indian GSTIN', isCheckedGstin, '27AAPFU0939F1ZV'],
  ['Vehicle identification number', isCheckedVin, '1M8GDM9AXKP042788'],
  ['South African identity number', isSouthAfricanId, '8001015009087', '9202204720083'],
];

const published = table.map(([name, isRight, ...examples]) => ({ name, isRight, examples }));

it.each(published)('$name: accepts the published examples', ({ isRight, examples }) => {
  for (const example of examples) expect([example, isRight(example)]).toEqual([example, true]);
});

/** The last digit of a Medicare number is the issue number of the card. */
const checkedLast = published.filter(({ name }) => name !== 'Australian Medicare');

it.each(checkedLast)('$name: rejects another last digit or letter', ({ isRight, examples }) => {
  for (const example of examples) {
    const last = example.slice(-1);
    const others = /\d/.test(last) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const taken = Array.from(others).filter((other) => other !== last && isRight(example.slice(0, -1) + other));
    expect([example, taken]).toEqual([example, []]);
  }
});

/** They have no published examples yet, and `isBic` has no check digit. No new check belongs here. */
const WITHOUT_EXAMPLES = [
  'isAustralianHealthcareIdentifier',
  'isBic',
  'isChiNumber',
  'isCnh',
  'isCns',
  'isCreditorIdentifier',
  'isEmso',
  'isIin',
  'isIranianCode',
  'isJmbg',
  'isKuwaitiId',
  'isLanr',
  'isMatricule',
  'isNigerianNin',
  'isNorwegianAccount',
  'isPolishIdCard',
  'isPolishPassport',
  'isRib',
  'isSaudiId',
  'isTaj',
  'isVatNumber',
];

it('every check digit of a detector has published examples', () => {
  const folder = join(__dirname, '../../../src/detection/detectors');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  // The authors of the package prove the checks of `stdnum`.
  const checks = [...code.matchAll(/\bchecked\(\s*(is\w+)/g)].flatMap(([, name]) => name ?? []);
  // By the names in this file, because a check that `weighted` or `luhn` creates has no name of its own.
  const rows = readFileSync(__filename, 'utf8').matchAll(/\[\s*'[^']+',\s*(is\w+),/g);
  const proven = new Set([...rows].flatMap(([, name]) => name ?? []));
  const missing = checks.filter((name) => !proven.has(name));
  expect([...new Set(missing)].sort()).toEqual(WITHOUT_EXAMPLES.toSorted());
});
