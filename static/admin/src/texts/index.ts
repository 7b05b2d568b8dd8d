import { alertsTexts } from './alerts';
import { auditTexts } from './audit';
import { commandMenuTexts } from './command-menu';
import { commonTexts } from './common';
import { dailyCheckTexts } from './daily-check';
import { configurationTexts } from './configuration';
import { detectionsTexts } from './detections';
import { detectorsTexts } from './detectors';
import { exclusionsTexts } from './exclusions';
import { exposureTexts } from './exposure';
import { pageUseTexts } from './page-use';
import { glossaryTexts } from './glossary';
import { helpTexts } from './help';
import { keysTexts } from './keys';
import { levelsTexts } from './levels';
import { mirrorTexts } from './mirror';
import { labelSyncTexts } from './label-sync';
import { nativeLevelsTexts } from './native-levels';
import { newDetectorsTexts } from './new-detectors';
import { overviewTexts } from './overview';
import { pagesTexts } from './pages';
import { personalDataTexts } from './personal-data';
import { previewTexts } from './preview';
import { reviewsTexts } from './reviews';
import { recipesTexts } from './recipes';
import { referenceTexts } from './reference';
import { runsTexts } from './runs';
import { scansTexts } from './scans';
import { settingsTexts } from './settings';
import { spacesTexts } from './spaces';
import { limitsTexts } from './limits';
import { storedDataTexts } from './stored-data';
import { suggestionsTexts } from './suggestions';
import { transferTexts } from './transfer';

/** All texts of the admin area. The resolver returns the messages of errors. */
export const texts = {
  ...commonTexts,
  ...commandMenuTexts,
  ...glossaryTexts,
  ...helpTexts,
  ...configurationTexts,
  ...overviewTexts,
  ...pagesTexts,
  ...exposureTexts,
  ...reviewsTexts,
  ...pageUseTexts,
  ...keysTexts,
  ...levelsTexts,
  ...labelSyncTexts,
  ...nativeLevelsTexts,
  ...settingsTexts,
  ...dailyCheckTexts,
  ...mirrorTexts,
  ...spacesTexts,
  ...detectionsTexts,
  ...detectorsTexts,
  ...newDetectorsTexts,
  ...exclusionsTexts,
  ...previewTexts,
  ...scansTexts,
  ...runsTexts,
  ...referenceTexts,
  ...recipesTexts,
  ...auditTexts,
  ...alertsTexts,
  ...personalDataTexts,
  ...limitsTexts,
  ...storedDataTexts,
  ...suggestionsTexts,
  ...transferTexts,
} as const;
