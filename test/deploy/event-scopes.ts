/** Scopes that the app has only to receive events. */
export const EVENT_SCOPES: readonly string[] = [
  'read:confluence-content.summary',
  'write:confluence-content',
  'read:confluence-space.summary',
  'write:confluence-space',
];
