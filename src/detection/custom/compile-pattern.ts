import { RE2JS, RE2JSSyntaxException } from 're2js';
import { PATTERN_LIMITS } from './pattern-limits';

/** Compiles patterns of admins. RE2 runs in linear time on any text. `^` and `$` match at line boundaries. */

export type CompiledPattern =
  | { readonly outcome: 'compiled'; readonly pattern: RE2JS }
  /** `message` follows "the pattern" and contains nothing of it. */
  | { readonly outcome: 'refused'; readonly message: string };

export function compilePattern(text: string): CompiledPattern {
  const { characters, repeat, programSize, groups } = PATTERN_LIMITS;
  if (text.length > characters) return refused(`must have at most ${characters} characters`);
  // Checked first, because compiling large repeats is slow.
  if (largestRepeat(text) > repeat) return refused(`must not repeat anything more than ${repeat} times`);
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(text, RE2JS.MULTILINE);
  } catch (error) {
    const reason = error instanceof RE2JSSyntaxException ? error.getDescription() : 'cannot be compiled';
    if (reason === 'invalid repeat count') {
      return refused(
        'has an invalid repeat: its minimum is above its maximum, or nested repeats multiply to more than 1,000',
      );
    }
    return refused(
      `must be a valid RE2 regular expression (${reason}). RE2 has no lookahead, lookbehind, backreferences or possessive repeats`,
    );
  }
  if (pattern.programSize() > programSize) return refused('is too large; use smaller repeats');
  if (pattern.groupCount() > groups) return refused(`must have at most ${groups} groups; use (?:…) for the others`);
  if (pattern.test('') || matchesEmpty(pattern)) return refused('must not match empty text');
  return { outcome: 'compiled', pattern };
}

function refused(message: string): CompiledPattern {
  return { outcome: 'refused', message };
}

/** The largest number in `{n}` and `{n,m}`, outside classes and escapes. */
function largestRepeat(text: string): number {
  const repeats = [...text.matchAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{([0-9]+)(?:,([0-9]*))?\}/gs)];
  return Math.max(0, ...repeats.flatMap(([, from, to]) => [Number(from ?? 0), Number(to ?? 0)]));
}

/** True if the pattern matches the empty string at a word, space or line boundary, as `\b` does. */
function matchesEmpty(pattern: RE2JS): boolean {
  const matcher = pattern.matcher('a 1-\n_');
  while (matcher.find()) if (matcher.end() === matcher.start()) return true;
  return false;
}
