import { useState } from 'react';
import type { PageUseView } from '../../../../src/admin/pages/page-use';
import type { Purpose, UseRule } from '../../../../src/configuration/governance';
import type { Decision } from '../../../../src/page-use/decide';
import { ChangeDialog } from '../configuration/change-dialog';
import { useChange } from '../configuration/use-change';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { SelectField } from '../ui/form-fields';
import { ruleInWords, subjectName } from './page-use-words';

interface PageUseDialogProps {
  readonly view: PageUseView;
  readonly onChanged: (view: PageUseView) => void;
  readonly onClose: () => void;
}

/** By subject. Undefined: no rule. */
type Draft = Readonly<Record<string, UseRule | undefined>>;

const draftOf = ({ subjects }: PageUseView): Draft =>
  Object.fromEntries(subjects.map(({ subject, rule }) => [subject, rule]));

/** Only what has a rule. */
export function useRulesOf(draft: Draft): Readonly<Record<string, UseRule>> {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([subject, rule]) => (rule === undefined ? [] : [[subject, rule] as const])),
  );
}

export function withDecision({ ask: asked, deny }: UseRule, purpose: Purpose, decision: Decision): UseRule {
  const others = (list: readonly Purpose[]) => list.filter((one) => one !== purpose);
  return {
    ask: [...others(asked), ...(decision === 'ask' ? [purpose] : [])],
    deny: [...others(deny), ...(decision === 'deny' ? [purpose] : [])],
  };
}

export function useDifferences(before: PageUseView, now: PageUseView) {
  return now.subjects
    .map((one) => ({
      what: subjectName(one),
      before: ruleInWords(before.subjects.find(({ subject }) => subject === one.subject) ?? { subject: one.subject }),
      now: ruleInWords(one),
    }))
    .filter((one) => one.before !== one.now);
}

const PURPOSES = ['ai-read', 'ai-index', 'ai-train', 'guest', 'public', 'export'] as const satisfies readonly Purpose[];
const DECISIONS = ['allow', 'ask', 'deny'] as const satisfies readonly Decision[];
const NO_RULE: UseRule = { ask: [], deny: [] };

/** Sets the rules, one subject at a time. All are saved together. */
export default function PageUseDialog({ view, onChanged, onClose }: PageUseDialogProps) {
  const t = texts.pageUse;
  const [subject, setSubject] = useState(view.subjects[0]?.subject ?? 'no-level');
  const change = useChange({
    list: view,
    onChanged,
    conflict: 'PAGE_USE_CHANGED',
    conflictTitle: t.conflict,
    read: () => ask('getPageUse', {}),
    compare: (before, now) => Promise.resolve(useDifferences(before, now)),
  });
  const { draft, edit, form } = useDraft<Draft, PageUseView>({
    start: draftOf(view),
    change,
    check: () => ({}),
    latestIn: draftOf,
    send: (rev, all) => ask('editPageUse', { rev, rules: useRulesOf(all) }),
    saved: () => ({ id: 'page-use-saved', title: t.saved, description: t.savedBody }),
    onClose,
  });
  const rule = draft[subject] ?? NO_RULE;
  const decisionOf = (purpose: Purpose) =>
    rule.deny.includes(purpose) ? 'deny' : rule.ask.includes(purpose) ? 'ask' : 'allow';
  return (
    <ChangeDialog title={t.edit} submit={texts.configuration.save} form={form}>
      <SelectField
        label={t.rule}
        value={subject}
        options={view.subjects.map((one) => ({ value: one.subject, label: subjectName(one) }))}
        onChange={setSubject}
      />
      {PURPOSES.map((purpose) => (
        <SelectField<Decision>
          key={purpose}
          label={t.purposes[purpose]}
          value={decisionOf(purpose)}
          options={DECISIONS.map((value) => ({ value, label: t.decisions[value] }))}
          onChange={(decision) => edit({ [subject]: withDecision(rule, purpose, decision) })}
        />
      ))}
    </ChangeDialog>
  );
}
