import type { Rows } from '../row';
import { britishIsles } from './british-isles';
import { contact } from './contact';
import { documents } from './documents';
import { eastAsia } from './east-asia';
import { easternEurope } from './eastern-europe';
import { latinAmerica } from './latin-america';
import { middleEastAndAfrica } from './middle-east-and-africa';
import { northAmerica } from './north-america';
import { northernEurope } from './northern-europe';
import { oceania } from './oceania';
import { people } from './people';
import { southAsia } from './south-asia';
import { southernEurope } from './southern-europe';
import { westernEurope } from './western-europe';

export const pii: readonly Rows[] = [
  ...contact,
  ...people,
  ...documents,
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
