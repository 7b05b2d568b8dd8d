import type { CustomDetector } from '../configuration/model';
import { foldText } from '../text/fold';
import { flattenPlain } from '../text/flat-text-builder';

/** Why a custom detector is rejected. */
export interface DetectorFault {
  /** The path of the member: `pattern`, `samples/match/0`. */
  readonly field: string;
  /** Follows the name of the member. Says how to fix it. */
  readonly message: string;
}

/** Checks the pattern and the samples. The detector must match every text of `match` and none of `noMatch`. */
export async function checkCustomDetector(detector: CustomDetector): Promise<readonly DetectorFault[]> {
  const { compileCustomDetector, findCustomMatches } = await import('./custom-rule');
  const compiled = compileCustomDetector(detector);
  if (compiled.outcome === 'refused') return [{ field: 'pattern', message: compiled.message }];
  const isFound = (sample: string) =>
    findCustomMatches(
      compiled.rule,
      flattenPlain(sample),
      () => foldText(sample),
      () => true,
    ).matches.length > 0;
  const { match, noMatch } = detector.samples;
  const near = detector.keywords.length === 0 ? '' : ', with a keyword nearby';
  return [
    ...match.flatMap((sample, index) =>
      isFound(sample) ? [] : [{ field: `samples/match/${index}`, message: `must match the pattern${near}` }],
    ),
    ...noMatch.flatMap((sample, index) =>
      isFound(sample) ? [{ field: `samples/noMatch/${index}`, message: 'must not match' }] : [],
    ),
  ];
}
