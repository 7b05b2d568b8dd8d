import type { Detector } from '../../detector';
import { britishIsles } from './british-isles';
import { contact } from './contact';
import { devicesAndVehicles } from './devices-and-vehicles';
import { eastAsia } from './east-asia';
import { easternEurope } from './eastern-europe';
import { latinAmerica } from './latin-america';
import { middleEastAndAfrica } from './middle-east-and-africa';
import { northAmerica } from './north-america';
import { northernEurope } from './northern-europe';
import { oceania } from './oceania';
import { person } from './person';
import { southAsia } from './south-asia';
import { southernEurope } from './southern-europe';
import { westernEurope } from './western-europe';

export const pii: readonly Detector[] = [
  ...contact,
  ...person,
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
];
