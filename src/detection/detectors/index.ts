import type { Detector } from '../detector';
import { passwords } from '../passwords';
import { bankAccounts } from './financial/bank-accounts';
import { cards } from './financial/cards';
import { crypto } from './financial/crypto';
import { securities } from './financial/securities';
import { taxAndPay } from './financial/tax-and-pay';
import { identifiers } from './health/identifiers';
import { records } from './health/records';
import { addresses } from './network/addresses';
import { infrastructure } from './network/infrastructure';
import { postalAddresses } from './pii/addresses';
import { britishIsles } from './pii/british-isles';
import { contact } from './pii/contact';
import { devicesAndVehicles } from './pii/devices-and-vehicles';
import { documents } from './pii/documents';
import { eastAsia } from './pii/east-asia';
import { easternEurope } from './pii/eastern-europe';
import { latinAmerica } from './pii/latin-america';
import { middleEastAndAfrica } from './pii/middle-east-and-africa';
import { northAmerica } from './pii/north-america';
import { northernEurope } from './pii/northern-europe';
import { oceania } from './pii/oceania';
import { person } from './pii/person';
import { southAsia } from './pii/south-asia';
import { southernEurope } from './pii/southern-europe';
import { westernEurope } from './pii/western-europe';
import { ai } from './secrets/ai';
import { atlassian } from './secrets/atlassian';
import { aws } from './secrets/aws';
import { azure } from './secrets/azure';
import { clouds } from './secrets/clouds';
import { codeHosts } from './secrets/code-hosts';
import { connections } from './secrets/connections';
import { google } from './secrets/google';
import { keys } from './secrets/keys';
import { messaging } from './secrets/messaging';
import { operations } from './secrets/operations';
import { payments } from './secrets/payments';
import { services } from './secrets/services';

/** The built-in detectors, by category. */
export const detectors: readonly Detector[] = [
  // Secrets
  ...atlassian,
  ...codeHosts,
  ...aws,
  ...azure,
  ...google,
  ...clouds,
  ...payments,
  ...messaging,
  ...ai,
  ...operations,
  ...services,
  ...keys,
  ...connections,
  ...passwords,
  // Financial data
  ...cards,
  ...bankAccounts,
  ...crypto,
  ...securities,
  ...taxAndPay,
  // Personal data
  ...contact,
  ...person,
  ...postalAddresses,
  ...documents,
  ...devicesAndVehicles,
  ...northAmerica,
  ...latinAmerica,
  ...britishIsles,
  ...westernEurope,
  ...southernEurope,
  ...northernEurope,
  ...easternEurope,
  ...middleEastAndAfrica,
  ...southAsia,
  ...eastAsia,
  ...oceania,
  // Health data
  ...identifiers,
  ...records,
  // Networks
  ...addresses,
  ...infrastructure,
];
