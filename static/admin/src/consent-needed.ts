/** True for the platform's error that the person must first allow the app to act for them. The bridge has only its message. */
export function isConsentNeeded(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Authentication Required');
}
