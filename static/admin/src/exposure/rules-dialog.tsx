import type { ExposureView } from '../../../../src/admin/pages/exposure';
import type { ExposureRule } from '../../../../src/configuration/governance';
import { ChangeDialog } from '../configuration/change-dialog';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { TextField } from '../ui/form-fields';
import { useExposureChange } from './use-exposure-change';

interface RulesDialogProps {
  readonly view: ExposureView;
  readonly onChanged: (view: ExposureView) => void;
  readonly onClose: () => void;
}

const KINDS = ['guests', 'unlicensed', 'anonymous'] as const;

interface RuleDraft {
  /** As typed. '': any number. */
  readonly maxPeople: string;
  readonly forbidden: readonly string[];
  readonly groupIds?: ExposureRule['groupIds'];
}

/** By level id. */
type Draft = Readonly<Record<string, RuleDraft>>;

export function draftOf({ levels }: Pick<ExposureView, 'levels'>): Draft {
  return Object.fromEntries(
    levels.map(({ levelId, rule }) => [
      levelId,
      {
        maxPeople: String(rule?.maxPeople ?? ''),
        forbidden: KINDS.filter((kind) => rule?.[kind] === 'forbidden'),
        ...(rule?.groupIds === undefined ? {} : { groupIds: rule.groupIds }),
      },
    ]),
  );
}

/** A level that allows everyone has no rule. */
export function rulesOf(draft: Draft): Readonly<Record<string, ExposureRule>> {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([levelId, { maxPeople, forbidden, groupIds }]) => {
      const allows = (kind: string) => (forbidden.includes(kind) ? ('forbidden' as const) : ('allowed' as const));
      if (maxPeople.trim() === '' && forbidden.length === 0 && groupIds === undefined) return [];
      const rule: ExposureRule = {
        ...(maxPeople.trim() === '' ? {} : { maxPeople: Number(maxPeople) }),
        ...{ guests: allows('guests'), unlicensed: allows('unlicensed'), anonymous: allows('anonymous') },
        ...(groupIds === undefined ? {} : { groupIds }),
      };
      return [[levelId, rule]];
    }),
  );
}

const isCount = (text: string) => /^[1-9][0-9]{0,6}$/.test(text.trim()) && Number(text) <= 1_000_000;

/** Sets the rules of all levels. Levels that were archived keep theirs. */
export default function RulesDialog({ view, onChanged, onClose }: RulesDialogProps) {
  const { rules: t } = texts.exposure;
  const change = useExposureChange({ view, onChanged });
  const { draft, edit, errors, form } = useDraft<Draft, ExposureView>({
    start: draftOf(view),
    change,
    check: (all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([levelId, { maxPeople }]) =>
          maxPeople.trim() === '' || isCount(maxPeople) ? [] : [[levelId, t.wrongPeople]],
        ),
      ),
    latestIn: draftOf,
    send: (rev, all) => ask('editExposureRules', { rev, rules: rulesOf(all) }),
    saved: () => ({ id: 'exposure-rules-saved', title: t.saved, description: t.savedBody }),
    onClose,
  });
  return (
    <ChangeDialog title={t.edit} submit={texts.configuration.save} form={form}>
      {view.levels
        .filter(({ isArchived }) => !isArchived)
        .map(({ levelId, name }) => {
          const rule = draft[levelId] ?? { maxPeople: '', forbidden: [] };
          const editRule = (changes: Partial<RuleDraft>) => edit({ [levelId]: { ...rule, ...changes } });
          return (
            <FieldGroup key={levelId} label={name}>
              <TextField
                label={t.people}
                help={t.peopleHelp}
                error={errors[levelId]}
                inputMode="numeric"
                value={rule.maxPeople}
                onChange={(maxPeople) => editRule({ maxPeople })}
              />
              <CheckboxChoices
                label={`${name}: ${t.forbidden}`}
                chosen={rule.forbidden}
                choices={KINDS.map((value) => ({ value, label: `${t.forbidden}: ${t.kinds[value]}` }))}
                onChange={(forbidden) => editRule({ forbidden })}
              />
              {rule.groupIds !== undefined && <p className="field-help">{t.groups(rule.groupIds.length)}</p>}
            </FieldGroup>
          );
        })}
    </ChangeDialog>
  );
}
