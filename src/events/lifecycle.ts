import { type EventHandler, TRIGGER_DONE } from './invocation';

/** The app was installed or updated, or will be uninstalled. */

export const lifecycleTrigger: EventHandler = () => Promise.resolve(TRIGGER_DONE);

/** The platform invokes it before the app is uninstalled. */
export const preUninstall: EventHandler = () => Promise.resolve(TRIGGER_DONE);
