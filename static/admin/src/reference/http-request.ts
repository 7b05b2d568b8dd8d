/** A request of Swagger UI, with a full URL, and a placeholder instead of the key. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Replaces the key in everything that Swagger UI knows and stores. send-request.ts inserts the real key. Users cannot
 * type this value into a field.
 */
export const KEY_PLACEHOLDER = '\0key';
