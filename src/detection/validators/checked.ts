import type { ValidateReturn } from 'stdnum/lib/cjs/types';
import type { Validator } from '../detector';
import { compactForm } from '../normalise';
import { alphanumericsOf } from './digits';
import { withoutStacks } from './without-stacks';

type Question = (compact: string) => boolean;

/**
 * A validator that asks one question of the value without its separators, in upper case, and drops what is not right.
 * @param evidence what is proved where it is: `checksum:luhn`
 */
export function checked(isRight: Question, ...evidence: readonly string[]): Validator {
  return ({ value }) => {
    const compact = alphanumericsOf(value);
    return isRight(compact)
      ? { verdict: 'valid', evidence, normalised: compactForm(value), ignoresCase: true }
      : { verdict: 'invalid' };
  };
}

/** The same, where only the form can be looked at: it proves nothing. */
export function formed(isRight: Question, ...evidence: readonly string[]): Validator {
  return ({ value }) => {
    const compact = alphanumericsOf(value);
    return isRight(compact)
      ? { verdict: 'unknown', evidence, normalised: compactForm(value), ignoresCase: true }
      : { verdict: 'invalid' };
  };
}

/** The same without a normal form of its own: the grouping is part of the value. */
export function withoutNormalForm(validate: Validator): Validator {
  return (candidate) => {
    const verdict = validate(candidate);
    if (verdict.verdict === 'invalid') return verdict;
    const { normalised: _normalised, ignoresCase: _ignoresCase, ...opinion } = verdict;
    return opinion;
  };
}

/** A module of stdnum as a question. What is one digit repeated is right by many checksums, and nobody's number. */
export function stdnum(validate: (value: string) => ValidateReturn): Question {
  return (compact) => !/^(.)\1*$/.test(compact) && withoutStacks(() => validate(compact).isValid);
}

/** Right by one of them. */
export function either(...questions: readonly Question[]): Question {
  return (compact) => questions.some((isRight) => isRight(compact));
}

/** The same, where upper and lower case are different characters. */
export function base58check(isRight: Question): Validator {
  return ({ value }) =>
    isRight(value)
      ? { verdict: 'valid', evidence: ['checksum:base58check'], normalised: value }
      : { verdict: 'invalid' };
}
