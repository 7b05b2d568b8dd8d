import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { makeResolver } from '../platform/resolver';
import { readPeppers } from '../platform/secrets';
import { cancelBelowJob } from './cancel-below-job';
import type { SurfaceOperations } from './contract';
import { excludeFinding, undoExclusion } from './exclude-finding';
import { getBelowJob } from './get-below-job';
import { listBelowPages } from './list-below-pages';
import { listHistory } from './list-history';
import { openBanner } from './open-banner';
import { openBelow } from './open-below';
import { openPopup } from './open-popup';
import { type SurfaceDependencies, surfaceOperation, type SurfaceRequest } from './operation';
import { previewBelow } from './preview-below';
import { getRedaction, startRedaction } from './redact-findings';
import { setLevel } from './set-level';
import { startBelow } from './start-below';
import { undoBelow } from './undo-below';

type Operations = {
  readonly [Name in keyof SurfaceOperations]?: (
    request: SurfaceRequest,
    payload: unknown,
  ) => Promise<SurfaceOperations[Name]['result']>;
};

/** The operations of the frames on a page, by name: one file for each. */
export const SURFACE_OPERATIONS = {
  openPopup,
  setLevel,
  excludeFinding,
  undoExclusion,
  startRedaction,
  getRedaction,
  openBanner,
  listHistory,
  openBelow,
  previewBelow,
  startBelow,
  undoBelow,
  getBelowJob,
  cancelBelowJob,
  listBelowPages,
} satisfies Operations;

export function createSurfaces(dependencies: SurfaceDependencies) {
  return makeResolver(
    Object.fromEntries(
      Object.entries(SURFACE_OPERATIONS).map(([name, run]) => [
        name,
        surfaceOperation<object>(name, dependencies, run),
      ]),
    ),
  );
}

/** The resolver of everything that people see on a page. It ends before the platform's limit of 25 seconds. */
export const surfaces = createSurfaces({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  peppers: () => readPeppers(),
  operationLimitMs: 20_000,
});

/** The text of the byline in the viewer's language. */
export const bylineProperties = (_payload: unknown, _context: unknown): Promise<object> => Promise.resolve({});

/** The content of an exported page in place of the macros. */
export const exportLevelMacro = (_payload: unknown, _context: unknown): Promise<object> => Promise.resolve({});
export const exportReportMacro = (_payload: unknown, _context: unknown): Promise<object> => Promise.resolve({});
