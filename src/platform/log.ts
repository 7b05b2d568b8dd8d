/** One structured line. Never pass a key, a secret, a request body or a header value. */
export type Log = (event: string, fields: Readonly<Record<string, string | number | boolean | undefined>>) => void;

/** A JSON line on the console, which Forge collects as the app's log (100 lines a minute and invocation at most). */
export const consoleLog: Log = (event, fields) => {
  console.log(JSON.stringify({ event, ...fields }));
};
