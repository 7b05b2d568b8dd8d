/**
 * What manifest.yml names. A process of the platform answers calls of one kind, mostly; what only the others need is not
 * made in it (docs/adr/0020). All of it is in the bundle's one file.
 */
const loadAdmin = () => import(/* webpackMode: "eager" */ './admin/resolver');
const loadRest = () => import(/* webpackMode: "eager" */ './rest/web-trigger');
const loadEvents = () => import(/* webpackMode: "eager" */ './events/handlers');
const loadScans = () => import('./events/scan-handlers');

type Call<Handler extends (...call: never[]) => unknown> = Parameters<Handler>;
type Admin = Awaited<ReturnType<typeof loadAdmin>>['admin'];

export const admin = async (...call: Call<Admin>) => (await loadAdmin()).admin(...call);
export const rest = async (event: unknown, context: unknown) => (await loadRest()).rest(event, context);
export const jobs = async (event: unknown, context: unknown) => (await loadEvents()).jobs(event, context);
export const everyFiveMinutes = async (event: unknown, context: unknown) =>
  (await loadEvents()).everyFiveMinutes(event, context);
export const everyDay = async (event: unknown, context: unknown) => (await loadEvents()).everyDay(event, context);
export const pageTold = async (event: unknown, context: unknown) => (await loadEvents()).pageTold(event, context);
export const pageWork = async (event: unknown, context: unknown) => (await loadEvents()).pageWork(event, context);
export const pageDaily = async (event: unknown, context: unknown) => (await loadEvents()).pageDaily(event, context);
export const scanTold = async (event: unknown, context: unknown) => (await loadScans()).scanTold(event, context);
export const scanWork = async (event: unknown, context: unknown) => (await loadScans()).scanWork(event, context);
export const scanHourly = async (event: unknown, context: unknown) => (await loadScans()).scanHourly(event, context);
export const redactionWork = async (event: unknown, context: unknown) =>
  (await loadScans()).redactionWork(event, context);
