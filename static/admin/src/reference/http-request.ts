/** A request as Swagger UI makes it: the url is whole, the key a placeholder. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Stands where the key belongs, in everything that Swagger UI knows and keeps; send-request.ts puts the real one in its
 * place. Nobody can type it into a field.
 */
export const KEY_PLACEHOLDER = '\0key';
