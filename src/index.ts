/**
 * The functions of manifest.yml. A process of the platform mostly answers calls of one kind, so each function loads its
 * code when it is first called (docs/adr/0020). The main file of the bundle has the way of a request through the API; its operations and
 * everything else are in separate parts (docs/adr/0094).
 */
const loadAdmin = () => import('./admin/resolver');
const loadRest = () => import(/* webpackMode: "eager" */ './rest/web-trigger');
const loadEvents = () => import('./events/handlers');
const loadSurfaces = () => import('./surfaces/resolver');
const loadWalks = () => import('./events/walks');
const loadMirror = () => import('./events/mirror');
const loadLifecycle = () => import('./events/lifecycle');
const loadProbes = () => import('./events/probes');
const loadActions = () => import('./actions/functions');
const loadScans = () => import('./events/scan-handlers');

function later<Code, Call extends unknown[], Answer>(
  load: () => Promise<Code>,
  handlerIn: (code: Code) => (...call: Call) => Promise<Answer>,
) {
  return async (...call: Call) => handlerIn(await load())(...call);
}

export const admin = later(loadAdmin, (code) => code.admin);
export const surfaces = later(loadSurfaces, (code) => code.surfaces);
export const bylineProperties = later(loadSurfaces, (code) => code.bylineProperties);
export const exportLevelMacro = later(loadSurfaces, (code) => code.exportLevelMacro);
export const exportReportMacro = later(loadSurfaces, (code) => code.exportReportMacro);
export const getLevelAction = later(loadActions, (code) => code.getLevelAction);
export const setLevelAction = later(loadActions, (code) => code.setLevelAction);
export const checkPageAction = later(loadActions, (code) => code.checkPageAction);
export const scanPageAction = later(loadActions, (code) => code.scanPageAction);
export const checkUseAction = later(loadActions, (code) => code.checkUseAction);
export const explainLevelAction = later(loadActions, (code) => code.explainLevelAction);
export const findMyPagesAction = later(loadActions, (code) => code.findMyPagesAction);
export const proposeLevelAction = later(loadActions, (code) => code.proposeLevelAction);
export const lifecycleTrigger = later(loadLifecycle, (code) => code.lifecycleTrigger);
export const preUninstall = later(loadLifecycle, (code) => code.preUninstall);
export const probeQueueConsumer = later(loadProbes, (code) => code.probeQueueConsumer);
export const walkQueueConsumer = later(loadWalks, (code) => code.walkQueueConsumer);
export const mirrorQueueConsumer = later(loadMirror, (code) => code.mirrorQueueConsumer);
export const rest = later(loadRest, (code) => code.rest);
export const jobQueueConsumer = later(loadEvents, (code) => code.jobQueueConsumer);
export const fiveMinuteTrigger = later(loadEvents, (code) => code.fiveMinuteTrigger);
export const dailyTrigger = later(loadEvents, (code) => code.dailyTrigger);
export const pageEventTrigger = later(loadEvents, (code) => code.pageEventTrigger);
export const pageQueueConsumer = later(loadEvents, (code) => code.pageQueueConsumer);
export const dailyPageTrigger = later(loadEvents, (code) => code.dailyPageTrigger);
export const scanEventTrigger = later(loadScans, (code) => code.scanEventTrigger);
export const scanQueueConsumer = later(loadScans, (code) => code.scanQueueConsumer);
export const hourlyScanTrigger = later(loadScans, (code) => code.hourlyScanTrigger);
export const redactionQueueConsumer = later(loadScans, (code) => code.redactionQueueConsumer);
