/** Logs one structured line. Never pass a key, a secret, a request body or a header value. */
export type Log = (event: string, fields: Readonly<Record<string, string | number | boolean | undefined>>) => void;

/** Writes a JSON line to the console. Forge collects it, at most 100 lines a minute and invocation. */
export const consoleLog: Log = (event, fields) => {
  console.log(JSON.stringify({ event, ...fields }));
};
