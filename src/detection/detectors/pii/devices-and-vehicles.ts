import { detectorOf } from '../detector-of';
import { checked, either, formatOnly } from '../../validators/checked';
import { isOneDigitRepeated } from '../../validators/digits';
import { passesLuhn } from '../../validators/luhn';
import { isCheckedVin, isVin } from '../../validators/vehicle-number';
import { digitGroups, digitRun, near, token } from '../shapes';
import { list } from '../list';

const device = detectorOf('pii', 'Devices', 'medium');
const vehicle = detectorOf('pii', 'Vehicles', 'low');

export const devicesAndVehicles = [
  device('imei', 'IMEI of a mobile phone', {
    enabledByDefault: false,
    rules: [digitRun(15), digitGroups([2, 6, 6, 1]), digitGroups([6, 2, 6, 1])],
    validate: checked((digits) => passesLuhn(digits) && !isOneDigitRepeated(digits), 'checksum:luhn'),
    confidence: { base: 0.2, withContext: 0.8 },
    context: ['imei', 'imei number', 'handset', 'device id', 'mobile equipment'],
  }),
  device('imsi', 'IMSI of a mobile subscriber', {
    enabledByDefault: false,
    rules: [digitRun([14, 15])],
    validate: formatOnly((digits) => /^[2-79]/.test(digits) && !isOneDigitRepeated(digits), 'format:imsi'),
    confidence: { base: 0, withContext: 0.7 },
    context: ['imsi', 'imsi number', 'subscriber identity'],
  }),
  device('iccid', 'Number of a SIM card (ICCID)', {
    enabledByDefault: false,
    rules: [digitRun([19, 20])],
    validate: checked((digits) => digits.startsWith('89') && passesLuhn(digits), 'checksum:luhn'),
    confidence: { base: 0.4, withContext: 0.85 },
    context: ['iccid', 'SIM', 'sim card', 'sim number', 'esim'],
  }),
  vehicle('vin', 'Vehicle identification number', {
    enabledByDefault: false,
    rules: [token([0, 15], [1, 17], /[A-HJ-NPR-Z0-9]{13}\d{4}/i, { length: 17 })],
    validate: either(checked(isCheckedVin, 'checksum:vin'), formatOnly(isVin)),
    confidence: { base: 0.3, validated: 0.5, withContext: 0.75 },
    context: list(`
      VIN, vin number, chassis, chassis number, vehicle, vehicle identification, fahrgestellnummer, FIN,
      numero de serie
    `),
  }),
  vehicle('uk-vehicle-registration', 'UK vehicle registration', {
    regions: ['GB'],
    enabledByDefault: false,
    rules: [
      token(2, 2, /[A-HJ-PR-Y]{2}(?:0[1-9]|[1-7]\d)[ -]?[A-HJ-PR-Z]{3}/i),
      token(1, [1, 3], /[A-HJ-NPR-TV-Y]\d{1,3}[ -]?[A-HJ-PR-Y][A-HJ-PR-Z]{2}/i),
    ],
    confidence: { base: 0.2, withContext: 0.7 },
    context: list('vehicle, vehicles, registration, number plate, licence plate, license plate, reg, vrn, dvla, CAR'),
  }),
  vehicle('de-licence-plate', 'German licence plate', {
    regions: ['DE'],
    enabledByDefault: false,
    rules: [
      near(
        ['kennzeichen', 'kfz', 'nummernschild', 'amtliches kennzeichen'],
        [0, 40],
        /[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]?[1-9]\d{0,3}[EH]?/,
      ),
    ],
    confidence: { base: 0.7 },
  }),
];
