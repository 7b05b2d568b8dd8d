import { createAnswerRecorder } from '../capabilities/answer-recorder';
import type { NewAnswer } from '../capabilities/answers';
import { shapeOf } from '../capabilities/argument-shape';
import { recordCalls } from '../capabilities/record-calls';
import { readFunctionCall } from './function-call';
import type { Implementations } from '../capabilities/effects';
import { makeResolver } from '../platform/resolver';
import { SYSTEM } from '../quota/invocation';
import { SURFACE_CONTRACT, type SurfaceOperations } from './contract';
import { setReviewDate } from './answer-reviews';
import { checkUseOfPage } from './check-use';
import { excludeFinding, undoExclusion } from './exclude-finding';
import { HOME_OPERATIONS } from './home/operations';
import { listBelowPages } from './list-below-pages';
import { listHistory } from './list-history';
import { openFinding } from './open-finding';
import { openBelow } from './open-below';
import { readByline } from './byline-properties';
import { exportLevel, exportReport } from './export-macros';
import { matchSelection } from './match-selection';
import { openAction } from './open-action';
import { openBanner } from './open-banner';
import { openLevel } from './open-level';
import { openPopup } from './open-popup';
import { checkReport, openReport } from './open-report';
import { type SurfaceDependencies, surfaceOperation, type SurfaceRequest } from './operation';
import { confirmProposal, dismissProposal } from './proposals';
import { previewBelow } from './preview-below';
import { getRedaction, startRedaction } from './redact-findings';
import { setLevel } from './set-level';
import { SPACE_OPERATIONS } from './space/operations';
import { cancelBelowJob, getBelowJob, startBelow, undoBelow } from './started-jobs';

/** The operations of all frames, by name. */
const OPERATIONS: Implementations<typeof SURFACE_CONTRACT, SurfaceRequest> = {
  openPopup,
  setLevel,
  setReviewDate,
  checkUse: checkUseOfPage,
  confirmProposal,
  dismissProposal,
  openFinding,
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
  matchSelection,
  openAction,
  openLevel,
  openReport,
  checkReport,
  ...HOME_OPERATIONS,
  ...SPACE_OPERATIONS,
};

const isName = (name: string): name is keyof SurfaceOperations => Object.hasOwn(OPERATIONS, name);

export function createSurfaces(dependencies: SurfaceDependencies) {
  const open = (name: keyof SurfaceOperations) =>
    surfaceOperation<object>(name, SURFACE_CONTRACT[name].effect, dependencies, OPERATIONS[name]);
  return makeResolver(
    Object.fromEntries(
      Object.keys(OPERATIONS)
        .filter(isName)
        .map((name) => [name, open(name)]),
    ),
  );
}

/** The functions that Confluence calls without a frame. They never reject. */
export function createSurfaceFunctions(dependencies: SurfaceDependencies) {
  return {
    /** The text of the byline in the viewer's language. */
    bylineProperties: recordCalls(dependencies, answersOf('byline-arguments'), (payload, context) =>
      readByline(dependencies, payload, context),
    ),
    /** The content of an exported page in place of the macros. */
    exportLevelMacro: recordCalls(dependencies, answersOf('export-arguments'), (payload, context) =>
      exportLevel(dependencies, payload, context),
    ),
    exportReportMacro: recordCalls(dependencies, answersOf('export-arguments'), (payload, context) =>
      exportReport(dependencies, payload, context),
    ),
  };
}

/** The function needs the site and the page of its call. */
function answersOf(probe: 'byline-arguments' | 'export-arguments') {
  return (payload: unknown, context: unknown): readonly NewAnswer[] => {
    const { installationId, content } = readFunctionCall(payload, context);
    const isKnown = installationId !== undefined && content !== undefined;
    return [{ probe, state: isKnown ? 'works' : 'fails', detail: shapeOf([payload, context]) }];
  };
}

const dependencies: SurfaceDependencies = {
  ...SYSTEM,
  answers: createAnswerRecorder(),
  // The platform's limit is 25 seconds.
  operationLimitMs: 20_000,
};

/** The resolver of everything that people see on a page. */
export const surfaces = createSurfaces(dependencies);

export const { bylineProperties, exportLevelMacro, exportReportMacro } = createSurfaceFunctions(dependencies);
