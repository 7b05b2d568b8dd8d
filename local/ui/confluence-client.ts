import * as z from 'zod';
import type { Caller, Confluence } from '../confluence';
import type { LocalHost } from '../host';
import type { Visitor } from './visitor';

/**
 * Confluence's REST API as the acting account, or as the app. The shell shows and changes exactly what this account may see and
 * change, because one set of permissions decides both.
 */
export interface ConfluenceClient {
  /**
   * undefined: it does not exist, or this account cannot view it. Confluence does not distinguish them. @throws
   * NoAccessError
   */
  read<T>(schema: z.ZodType<T>, path: string): Promise<T | undefined>;
  /** Every item of a list, across all its pages; undefined as with `read`. @throws NoAccessError */
  list<T>(item: z.ZodType<T>, path: string): Promise<readonly T[] | undefined>;
  /** Requests a change. Never rejects, because the status is the outcome. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<{ status: number; message: string }>;
}

/** The account is deactivated, or may not use Confluence at all. */
export class NoAccessError extends Error {
  override readonly name = 'NoAccessError';
}

const refusal = z.object({ message: z.string() });
const links = z.object({ next: z.string().optional() });

export function confluenceAs(confluence: Confluence, caller: Caller): ConfluenceClient {
  const ask = (method: string, path: string, body?: object) =>
    confluence.handle(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      }),
      caller,
    );

  const read = async <T>(schema: z.ZodType<T>, path: string): Promise<T | undefined> => {
    const response = await ask('GET', path);
    if (response.status === 404) return undefined;
    if (response.status === 401 || response.status === 403) throw new NoAccessError();
    if (!response.ok) throw new Error(`Confluence answered ${response.status} to GET ${path}`);
    return schema.parse(await response.json());
  };

  return {
    read,
    list: async (item, path) => {
      const page = z.object({ results: z.array(item), _links: links });
      const items = [];
      for (let next: string | undefined = path; next !== undefined;) {
        const found: z.infer<typeof page> | undefined = await read(page, next);
        if (found === undefined) return undefined;
        items.push(...found.results);
        next = found._links.next;
      }
      return items;
    },
    send: async (method, path, body) => {
      const response = await ask(method, path, body);
      const { data } = refusal.safeParse(await response.json().catch(() => undefined));
      // Confluence puts the name of a Java class before the message for people.
      return { status: response.status, message: data?.message.replace(/^[\w.]+Exception: /, '') ?? '' };
    },
  };
}

/** The client of a visitor. undefined: there is no such account. */
export function confluenceFor({ confluence }: LocalHost, { email }: Visitor): ConfluenceClient | undefined {
  if (email === undefined) return confluenceAs(confluence, { kind: 'anonymous' });
  const accountId = confluence.accountIdOf(email);
  return accountId === undefined ? undefined : confluenceAs(confluence, { kind: 'user', accountId });
}
