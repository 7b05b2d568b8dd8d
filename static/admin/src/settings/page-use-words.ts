import type { UseSubjectView } from '../../../../src/admin/pages/page-use';
import { texts } from '../texts';

/** The names of the rules for the use of pages. */

export function subjectName({ subject, level }: Pick<UseSubjectView, 'subject' | 'level'>): string {
  const { subjects, findings } = texts.pageUse;
  if (level !== undefined) return level;
  const named = Object.entries(subjects).find(([name]) => name === subject);
  const severity = Object.entries(texts.detectors.severities).find(([name]) => subject === `findings:${name}`);
  return named?.[1] ?? findings(severity?.[1] ?? subject);
}

export function ruleInWords({ level, rule }: UseSubjectView): string {
  const t = texts.pageUse;
  if (rule !== undefined) return t.inWords(rule);
  return level === undefined ? t.none : t.like;
}
