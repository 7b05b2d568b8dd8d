import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { createPageLife } from './page-life';

const pageLife = createPageLife({ clock: systemClock, random: systemRandom, log: consoleLog });

/** What manifest.yml names for what Confluence tells of pages, and for what follows from it. */
export const pageTold = pageLife.told;
export const pageWork = pageLife.worked;
export const pageDaily = pageLife.daily;
