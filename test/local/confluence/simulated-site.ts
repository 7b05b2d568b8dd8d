import Database from 'libsql';
import { createConfluence, type Caller, type Confluence, type ConfluenceOptions } from '../../../local/confluence';

export const BASE_URL = 'http://127.0.0.1:8080';
export const START = '2026-01-02T03:04:05.678Z';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The parsed body; undefined if there is none. */
  readonly json: unknown;
}

export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
  /** An unchanged request, for everything that the shorthands cannot express. */
  send(path: string, init: RequestInit): Promise<Answer>;
}

export interface SimulatedSite {
  readonly confluence: Confluence;
  readonly database: Database.Database;
  /** A demo user by the part of the address before the @, or the app. */
  as(who: string): Client;
  /** `PATCH` and `GET` of the local administration. */
  administer(method: string, path: string, body?: unknown): Promise<Answer>;
  advance(milliseconds: number): void;
}

async function responseKindOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, text, headers: response.headers, json };
}

function jsonInit(method: string, body: unknown): RequestInit {
  if (body === undefined) return { method };
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export function aSite(
  database: Database.Database = new Database(':memory:'),
  { hasGuard = true, ...options }: Partial<ConfluenceOptions> = {},
): SimulatedSite {
  let now = Date.parse(START);
  const confluence = createConfluence({
    database,
    baseUrl: () => BASE_URL,
    now: () => new Date(now),
    hasGuard,
    ...options,
  });

  function callerOf(who: string): Caller {
    if (who === 'app' || who === 'anonymous') return { kind: who };
    const credentials = Buffer.from(`${who}@example.com:local`).toString('base64');
    const caller = confluence.authenticate(`Basic ${credentials}`);
    if (caller === undefined) throw new Error(`${who} cannot log in.`);
    return caller;
  }

  return {
    confluence,
    database,
    as: (who) => {
      const caller = callerOf(who);
      const send = async (path: string, init: RequestInit) =>
        responseKindOf(await confluence.handle(new Request(`${BASE_URL}${path}`, init), caller));
      return {
        send,
        get: (path) => send(path, {}),
        post: (path, body) => send(path, jsonInit('POST', body)),
        put: (path, body) => send(path, jsonInit('PUT', body)),
        delete: (path, body) => send(path, jsonInit('DELETE', body)),
      };
    },
    administer: async (method, path, body) =>
      responseKindOf(await confluence.administer(new Request(`${BASE_URL}${path}`, jsonInit(method, body)))),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
