import type { ReviewRulesView } from '../../../../src/admin/pages/reviews';
import type { ReviewRule } from '../../../../src/configuration/governance';
import { ChangeDialog } from '../configuration/change-dialog';
import { useChange } from '../configuration/use-change';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';
import { FieldGroup } from '../ui/field';
import { SelectField, TextField } from '../ui/form-fields';

interface RulesDialogProps {
  readonly view: ReviewRulesView;
  readonly onChanged: (view: ReviewRulesView) => void;
  readonly onClose: () => void;
}

interface RuleDraft extends Pick<ReviewRule, 'reviewers'> {
  readonly overdue: NonNullable<ReviewRule['overdue']>;
  /** As typed. '': no rule. */
  readonly months: string;
}

/** By level id. */
type Draft = Readonly<Record<string, RuleDraft>>;

const NO_RULE: RuleDraft = { months: '', reviewers: 'owner', overdue: 'list' };

export function draftOf({ levels }: Pick<ReviewRulesView, 'levels'>): Draft {
  return Object.fromEntries(
    levels.map(({ levelId, rule }) => [
      levelId,
      rule === undefined ? NO_RULE : { ...rule, overdue: rule.overdue ?? NO_RULE.overdue, months: String(rule.months) },
    ]),
  );
}

/** A level without a number of months has no rule. */
export function rulesOf(draft: Draft): Readonly<Record<string, ReviewRule>> {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([levelId, { months, ...rule }]) =>
      months.trim() === '' ? [] : [[levelId, { ...rule, months: Number(months) }]],
    ),
  );
}

const isMonths = (text: string) => /^[1-9][0-9]?$/.test(text.trim()) && Number(text) <= 60;

/** Sets the rules of all levels. Levels that were archived keep theirs. */
export default function RulesDialog({ view, onChanged, onClose }: RulesDialogProps) {
  const { rules: t } = texts.reviews;
  const change = useChange({
    list: view,
    onChanged,
    conflict: 'REVIEW_CHANGED',
    conflictTitle: t.conflict,
    read: () => ask('getReviewRules', {}),
    compare: (before, now) => Promise.resolve(differences(before, now)),
  });
  const { draft, edit, errors, form } = useDraft<Draft, ReviewRulesView>({
    start: draftOf(view),
    change,
    check: (all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([levelId, { months }]) =>
          months.trim() === '' || isMonths(months) ? [] : [[levelId, t.wrongMonths]],
        ),
      ),
    latestIn: draftOf,
    send: (rev, all) => ask('editReviewRules', { rev, rules: rulesOf(all) }),
    saved: () => ({ id: 'review-rules-saved', title: t.saved, description: t.savedBody }),
    onClose,
  });
  return (
    <ChangeDialog title={t.edit} submit={texts.configuration.save} form={form}>
      {view.levels
        .filter(({ isArchived }) => !isArchived)
        .map(({ levelId, name }) => {
          const rule = draft[levelId] ?? NO_RULE;
          const editRule = (changes: Partial<RuleDraft>) => edit({ [levelId]: { ...rule, ...changes } });
          return (
            <FieldGroup key={levelId} label={name}>
              <TextField
                label={t.months}
                help={t.monthsHelp}
                error={errors[levelId]}
                inputMode="numeric"
                value={rule.months}
                onChange={(months) => editRule({ months })}
              />
              <SelectField
                label={t.reviewers}
                value={rule.reviewers}
                options={[
                  { value: 'owner', label: t.reviewerNames.owner },
                  { value: 'space-admins', label: t.reviewerNames['space-admins'] },
                ]}
                onChange={(reviewers) => editRule({ reviewers })}
              />
              {rule.reviewers === 'owner' && (
                <SelectField
                  label={t.overdue}
                  help={t.overdueHelp}
                  value={rule.overdue}
                  options={[
                    { value: 'list', label: t.overdueNames.list },
                    { value: 'notify', label: t.overdueNames.notify },
                  ]}
                  onChange={(overdue) => editRule({ overdue })}
                />
              )}
            </FieldGroup>
          );
        })}
    </ChangeDialog>
  );
}

export function differences(before: ReviewRulesView, now: ReviewRulesView): readonly Change[] {
  const { rules: t } = texts.reviews;
  const inWords = ({ levels }: ReviewRulesView, id: string) => {
    const rule = levels.find(({ levelId }) => levelId === id)?.rule;
    return rule === undefined ? t.none : t.inWords(rule);
  };
  return now.levels
    .map(({ levelId, name }) => ({ what: name, before: inWords(before, levelId), now: inWords(now, levelId) }))
    .filter((one) => one.before !== one.now);
}
