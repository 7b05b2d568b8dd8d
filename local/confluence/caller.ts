export type Caller =
  /** A person (Basic auth), or the app impersonating that person. */
  | { readonly kind: 'user'; readonly accountId: string; readonly isThroughApp?: boolean }
  /** A person without a login. */
  | { readonly kind: 'anonymous' }
  /** The app user. */
  | { readonly kind: 'app' };
