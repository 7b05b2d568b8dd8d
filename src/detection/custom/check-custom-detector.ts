import type { CustomDetector } from '../configuration/model';
import { foldText } from '../fold';
import { flattenPlain } from '../text/plain';

/** What keeps a detector from being one. */
export interface DetectorFault {
  /** The path of the member: `pattern`, `samples/match/0`. */
  readonly field: string;
  /** Goes on after the name of the member; says the way out. */
  readonly message: string;
}

/** Its pattern, and its samples: each of `match` must be found by it, none of `noMatch`. */
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
  const near = detector.keywords.length === 0 ? '' : ', with a keyword near enough';
  return [
    ...match.flatMap((sample, index) =>
      isFound(sample)
        ? []
        : [{ field: `samples/match/${index}`, message: `is not found; it must hold what the pattern matches${near}` }],
    ),
    ...noMatch.flatMap((sample, index) =>
      isFound(sample) ? [{ field: `samples/noMatch/${index}`, message: 'is found, and must not be' }] : [],
    ),
  ];
}
