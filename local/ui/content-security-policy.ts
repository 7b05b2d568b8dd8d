import { CSPInjectionService, type ExternalCspType } from '@forge/csp';

/** What the manifest adds: nothing. */
const nothingAdded: Record<ExternalCspType, string[]> = {
  'img-src': [],
  'media-src': [],
  'script-src': [],
  'style-src': [],
  'connect-src': [],
  'font-src': [],
  'frame-src': [],
};

/**
 * The Content-Security-Policy under which Forge serves a Custom UI, made by Forge's own package. Left out is where
 * violations are reported: they are nobody's business but the tester's. Serving from this machine needs nothing more,
 * because the bridge and the shell are of the same origin, which `'self'` allows.
 */
export function contentSecurityPolicy(): string {
  return new CSPInjectionService()
    .getInjectableCSP({ existingCSPDetails: nothingAdded, microsEnv: 'prod' })
    .filter((directive) => !directive.startsWith('report-uri '))
    .join('; ');
}
