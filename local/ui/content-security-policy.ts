import { CSPInjectionService, type ExternalCspType } from '@forge/csp';

/** The manifest adds nothing to the policy. */
const noExtraSources: Record<ExternalCspType, string[]> = {
  'img-src': [],
  'media-src': [],
  'script-src': [],
  'style-src': [],
  'connect-src': [],
  'font-src': [],
  'frame-src': [],
};

/**
 * The Content-Security-Policy of Forge for Custom UI, built by Forge's own package, without the address for violation
 * reports, because these must not leave the tester's machine. Serving from this machine needs no further sources,
 * because the bridge and the shell share one origin, which `'self'` allows.
 */
export function contentSecurityPolicy(): string {
  return new CSPInjectionService()
    .getInjectableCSP({ existingCSPDetails: noExtraSources, microsEnv: 'prod' })
    .filter((directive) => !directive.startsWith('report-uri '))
    .join('; ');
}
