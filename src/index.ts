/**
 * The functions of manifest.yml. A process of the platform mostly answers calls of one kind, so each function loads its
 * code when it is first called (docs/adr/0020). The API is in the main file of the bundle, and everything else is in separate
 * parts (docs/adr/0019).
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

type Call<Handler extends (...call: never[]) => unknown> = Parameters<Handler>;
type Surfaces = Awaited<ReturnType<typeof loadSurfaces>>['surfaces'];
type Admin = Awaited<ReturnType<typeof loadAdmin>>['admin'];

export const admin = async (...call: Call<Admin>) => (await loadAdmin()).admin(...call);
export const surfaces = async (...call: Call<Surfaces>) => (await loadSurfaces()).surfaces(...call);
export const bylineProperties = async (payload: unknown, context: unknown) =>
  (await loadSurfaces()).bylineProperties(payload, context);
export const exportLevelMacro = async (payload: unknown, context: unknown) =>
  (await loadSurfaces()).exportLevelMacro(payload, context);
export const exportReportMacro = async (payload: unknown, context: unknown) =>
  (await loadSurfaces()).exportReportMacro(payload, context);
export const getLevelAction = async (payload: unknown, context: unknown) =>
  (await loadActions()).getLevelAction(payload, context);
export const setLevelAction = async (payload: unknown, context: unknown) =>
  (await loadActions()).setLevelAction(payload, context);
export const checkPageAction = async (payload: unknown, context: unknown) =>
  (await loadActions()).checkPageAction(payload, context);
export const scanPageAction = async (payload: unknown, context: unknown) =>
  (await loadActions()).scanPageAction(payload, context);
export const explainLevelAction = async (payload: unknown, context: unknown) =>
  (await loadActions()).explainLevelAction(payload, context);
export const findMyPagesAction = async (payload: unknown, context: unknown) =>
  (await loadActions()).findMyPagesAction(payload, context);
export const proposeLevelAction = async (payload: unknown, context: unknown) =>
  (await loadActions()).proposeLevelAction(payload, context);
export const lifecycleTrigger = async (event: unknown, context: unknown) =>
  (await loadLifecycle()).lifecycleTrigger(event, context);
export const preUninstall = async (event: unknown, context: unknown) =>
  (await loadLifecycle()).preUninstall(event, context);
export const probeQueueConsumer = async (event: unknown, context: unknown) =>
  (await loadProbes()).probeQueueConsumer(event, context);
export const walkQueueConsumer = async (event: unknown, context: unknown) =>
  (await loadWalks()).walkQueueConsumer(event, context);
export const mirrorQueueConsumer = async (event: unknown, context: unknown) =>
  (await loadMirror()).mirrorQueueConsumer(event, context);
export const rest = async (event: unknown, context: unknown) => (await loadRest()).rest(event, context);
export const jobQueueConsumer = async (event: unknown, context: unknown) =>
  (await loadEvents()).jobQueueConsumer(event, context);
export const fiveMinuteTrigger = async (event: unknown, context: unknown) =>
  (await loadEvents()).fiveMinuteTrigger(event, context);
export const dailyTrigger = async (event: unknown, context: unknown) =>
  (await loadEvents()).dailyTrigger(event, context);
export const pageEventTrigger = async (event: unknown, context: unknown) =>
  (await loadEvents()).pageEventTrigger(event, context);
export const pageQueueConsumer = async (event: unknown, context: unknown) =>
  (await loadEvents()).pageQueueConsumer(event, context);
export const dailyPageTrigger = async (event: unknown, context: unknown) =>
  (await loadEvents()).dailyPageTrigger(event, context);
export const scanEventTrigger = async (event: unknown, context: unknown) =>
  (await loadScans()).scanEventTrigger(event, context);
export const scanQueueConsumer = async (event: unknown, context: unknown) =>
  (await loadScans()).scanQueueConsumer(event, context);
export const hourlyScanTrigger = async (event: unknown, context: unknown) =>
  (await loadScans()).hourlyScanTrigger(event, context);
export const redactionQueueConsumer = async (event: unknown, context: unknown) =>
  (await loadScans()).redactionQueueConsumer(event, context);
