import type { Candidate, Validator } from '../detector';
import { compactForm } from '../text/normalize';
import { alphanumericsOf, isOneDigitRepeated } from './digits';
import { checkNumber, type NumberModule } from './on-demand';
import { withoutStackTraces } from './without-stack-traces';

type Check = (compact: string) => boolean;

/**
 * Creates a validator from a check of the value without separators, in upper case.
 * @param evidence what a passed check proves: `checksum:luhn`
 */
export function checked(isValid: Check, ...evidence: readonly string[]): Validator {
  return compactly('valid', isValid, evidence);
}

/** The same for checks of the format only, which prove nothing. Rejects one repeated digit, because it is a filler. */
export function formatOnly(isValid: Check, ...evidence: readonly string[]): Validator {
  return compactly('unknown', (compact) => isValid(compact) && !isOneDigitRepeated(compact), evidence);
}

function compactly(verdict: 'valid' | 'unknown', isValid: Check, evidence: readonly string[]): Validator {
  return ({ value }) =>
    isValid(alphanumericsOf(value))
      ? { verdict, evidence, normalized: compactForm(value), ignoresCase: true }
      : { verdict: 'invalid' };
}

/** The verdict of the second validator where the first rejects the value. */
export function either(first: Validator, second: Validator): Validator {
  return (candidate) => {
    const verdict = first(candidate);
    return verdict.verdict === 'invalid' ? second(candidate) : verdict;
  };
}

/** Removes the normal form of a validator, because the grouping is part of the value. */
export function withoutNormalForm(validate: Validator): Validator {
  return (candidate) => {
    const verdict = validate(candidate);
    if (verdict.verdict === 'invalid') return verdict;
    const { normalized: _normalized, ignoresCase: _ignoresCase, ...accepted } = verdict;
    return accepted;
  };
}

/**
 * The number of an organization identifies no person, so it is low.
 * @param isOfOrganization a pattern of the number without separators, where the number itself says whose it is
 */
export function ofPerson(
  isOfOrganization: RegExp | ((candidate: Candidate) => boolean),
  validate: Validator,
): Validator {
  return (candidate) => {
    const verdict = validate(candidate);
    const isOther =
      isOfOrganization instanceof RegExp
        ? isOfOrganization.test(candidate.value.replace(/[ ./-]/g, ''))
        : isOfOrganization(candidate);
    if (verdict.verdict === 'invalid' || !isOther) return verdict;
    return { ...verdict, tags: ['organization'], confidence: 0.3 };
  };
}

/** A check by a stdnum module. Rejects one repeated digit, which many checksums accept. */
export function stdnum(module: NumberModule): Check {
  return (compact) => !/^(.)\1*$/.test(compact) && withoutStackTraces(() => checkNumber(module, compact));
}

/** Passes if one of the checks passes. */
export function anyOf(...checks: readonly Check[]): Check {
  return (compact) => checks.some((isValid) => isValid(compact));
}

/** A validator for base58check, which is case-sensitive. */
export function base58check(isValid: Check): Validator {
  return ({ value }) =>
    isValid(value)
      ? { verdict: 'valid', evidence: ['checksum:base58check'], normalized: value }
      : { verdict: 'invalid' };
}
