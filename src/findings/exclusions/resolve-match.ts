import type * as z from 'zod';
import { loadIsBuiltIn } from '../../detection/configuration/detector-catalog';
import type { DetectionConfig } from '../../detection/configuration/model';
import { domainHashOf } from '../../detection/report/fingerprint';
import type { FingerprintKey } from '../fingerprint-key';
import type { matchInput } from './exclusion-fields';
import type { ExclusionMatch } from './model';

export type ResolvedMatch =
  | { readonly outcome: 'resolved'; readonly match: ExclusionMatch }
  /** `message` continues after the name of the member. */
  | { readonly outcome: 'refused'; readonly field: 'detectorId' | 'pattern'; readonly message: string };

/** Resolves the match of an exclusion for this site: the detector must exist and the pattern must be usable. */
export async function resolveMatch(
  input: z.output<typeof matchInput>,
  config: DetectionConfig,
  key: () => FingerprintKey,
): Promise<ResolvedMatch> {
  if ('detectorId' in input && input.detectorId !== undefined) {
    const { detectorId } = input;
    const isCustom = config.custom.some((one) => one.detectorId === detectorId);
    if (!isCustom && !(await loadIsBuiltIn())(detectorId))
      return { outcome: 'refused', field: 'detectorId', message: 'must be the ID of a detector on this site' };
  }
  switch (input.by) {
    case 'fingerprint': {
      const fingerprints = [...new Set(input.fingerprints)].sort();
      return { outcome: 'resolved', match: { by: input.by, fingerprints } };
    }
    case 'domain':
      return { outcome: 'resolved', match: { ...input, hash: domainHashOf(key().bytes, input.domain) } };
    case 'pattern': {
      const { compilePattern } = await import('../../detection/custom/compile-pattern');
      const compiled = compilePattern(input.pattern);
      if (compiled.outcome === 'refused') return { outcome: 'refused', field: 'pattern', message: compiled.message };
      return { outcome: 'resolved', match: input };
    }
    case 'detector':
    case 'location':
      return { outcome: 'resolved', match: input };
  }
}
