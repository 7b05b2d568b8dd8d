import { useState } from 'react';
import type { CampaignView } from '../../../../src/admin/pages/campaigns';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import type { Level } from '../../../../src/classification/model';
import { dayFromToday } from '../dates';
import { SpacePicker } from '../keys/space-limit';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices, RadioChoices } from '../ui/choices';
import { Failure } from '../ui/failure';
import { FieldGroup } from '../ui/field';
import { FormDialog } from '../ui/form-dialog';
import { TextField } from '../ui/form-fields';
import { Message } from '../ui/message';
import { showSuccess } from '../ui/success-flag';
import { useSending } from '../use-sending';

type Wanted = AdminOperations['createCampaign']['input'];
type Condition = 'over' | 'findings';

interface Draft {
  readonly name: string;
  readonly levelIds: readonly string[];
  readonly spaces: readonly SpaceName[];
  readonly conditions: readonly Condition[];
  /** Days in UTC. */
  readonly reviewedBefore: string;
  readonly answerBy: string;
  readonly reviewers: Wanted['reviewers'];
}

const EMPTY: Draft = {
  ...{ name: '', levelIds: [], spaces: [], conditions: [], reviewedBefore: '', answerBy: '', reviewers: 'owner' },
};

/** The limits of a campaign. */
const MAX_DAYS_AHEAD = 365;
const NAME_CHARACTERS = 100;

const REVIEWER_CHOICES = (['owner', 'space-admins'] as const).map((value) => ({
  value,
  label: texts.reviews.rules.reviewerNames[value],
}));

interface CreateDialogProps {
  readonly levels: readonly Level[];
  readonly onCreated: (campaign: CampaignView) => void;
  readonly onClose: () => void;
}

/** Creates a campaign. The button first counts the pages, then creates a campaign with them. */
export default function CreateDialog({ levels, onCreated, onClose }: CreateDialogProps) {
  const { dialog: t } = texts.reviews.campaigns;
  const [draft, setDraft] = useState(EMPTY);
  const [counted, setCounted] = useState<AdminOperations['previewCampaign']['result']['pages']>();
  const [errors, setErrors] = useState<Partial<Record<keyof Draft, string>>>({});
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const edit = (changes: Partial<Draft>) => setDraft((typed) => ({ ...typed, ...changes }));
  /** Other pages must be counted again. */
  const filter = (changes: Partial<Draft>) => {
    edit(changes);
    setCounted(undefined);
  };
  const canCreate = typeof counted === 'number' && counted > 0;

  const submit = async () => {
    const faults = faultsOf(draft);
    setErrors(faults);
    setFailure(undefined);
    if (Object.keys(faults).length > 0) return;
    const { filter: wanted, ...others } = wantedOf(draft);
    if (!canCreate) {
      const answer = await ask('previewCampaign', { filter: wanted });
      return answer.ok ? setCounted(answer.value.pages) : setFailure(answer.error);
    }
    const answer = await ask('createCampaign', { ...others, filter: wanted });
    if (!answer.ok) return setFailure(answer.error);
    onCreated(answer.value);
    showSuccess({ id: `campaign-${answer.value.campaignId}`, title: t.done, description: answer.value.name });
    onClose();
  };
  return (
    <FormDialog
      title={t.title}
      submit={canCreate ? t.submit(counted) : t.count}
      errors={errors}
      isDirty={draft !== EMPTY}
      isSending={isSending}
      onSubmit={() => void send(submit)}
      onClose={onClose}
    >
      {failure !== undefined && <Failure title={canCreate ? t.failed : t.countFailed} error={failure} />}
      <TextField
        label={t.name}
        help={t.nameHelp}
        error={errors.name}
        isRequired
        maxLength={NAME_CHARACTERS}
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      <FilterFields draft={draft} levels={levels} onChange={filter} />
      <FieldGroup label={t.reviewers}>
        <RadioChoices
          name="campaign-reviewers"
          value={draft.reviewers}
          choices={REVIEWER_CHOICES}
          onChange={(reviewers) => edit({ reviewers })}
        />
      </FieldGroup>
      <TextField
        label={t.answerBy}
        help={t.answerByHelp}
        error={errors.answerBy}
        isRequired
        type="date"
        min={dayFromToday(1)}
        max={dayFromToday(MAX_DAYS_AHEAD)}
        value={draft.answerBy}
        onChange={(answerBy) => edit({ answerBy })}
      />
      <Counted pages={counted} />
    </FormDialog>
  );
}

interface FilterFieldsProps {
  readonly draft: Draft;
  readonly levels: readonly Level[];
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The fields that choose the pages. */
function FilterFields({ draft, levels, onChange }: FilterFieldsProps) {
  const { dialog: t } = texts.reviews.campaigns;
  return (
    <>
      <FieldGroup label={t.levels} help={t.levelsHelp}>
        <CheckboxChoices
          label={t.levels}
          chosen={draft.levelIds}
          choices={levels.map(({ levelId, name, status }) => ({
            ...{ value: levelId, label: name },
            ...(status === 'ARCHIVED' ? { description: texts.form.archived } : {}),
          }))}
          onChange={(levelIds) => onChange({ levelIds })}
        />
      </FieldGroup>
      <FieldGroup label={t.spaces} help={t.spacesHelp}>
        <SpacePicker spaces={draft.spaces} onChange={(spaces) => onChange({ spaces })} />
      </FieldGroup>
      <FieldGroup label={t.only}>
        <CheckboxChoices
          label={t.only}
          chosen={draft.conditions}
          choices={(['over', 'findings'] as const).map((value) => ({ value, label: t.conditions[value] }))}
          onChange={(chosen) =>
            onChange({ conditions: (['over', 'findings'] as const).filter((one) => chosen.includes(one)) })
          }
        />
      </FieldGroup>
      <TextField
        label={t.reviewedBefore}
        help={t.reviewedBeforeHelp}
        type="date"
        max={dayFromToday(0)}
        value={draft.reviewedBefore}
        onChange={(reviewedBefore) => onChange({ reviewedBefore })}
      />
    </>
  );
}

function faultsOf({ name, answerBy }: Draft): Partial<Record<keyof Draft, string>> {
  const { dialog: t } = texts.reviews.campaigns;
  return {
    ...(name.trim() === '' ? { name: t.required } : {}),
    ...(answerBy === '' ? { answerBy: t.chooseDay } : {}),
  };
}

/** @param pages undefined: not counted yet */
function Counted({ pages }: { readonly pages: number | 'too-many' | undefined }) {
  const { dialog: t } = texts.reviews.campaigns;
  if (pages === 'too-many' || pages === 0)
    return <Message key={pages} kind="error" title={pages === 0 ? t.noPages : t.tooMany} />;
  return <p role="status">{pages !== undefined && t.counted(pages)}</p>;
}

function wantedOf({ name, levelIds, spaces, conditions, reviewedBefore, answerBy, reviewers }: Draft): Wanted {
  const startOf = (day: string) => `${day}T00:00:00.000Z`;
  return {
    ...{ name: name.trim(), reviewers, answerBy: startOf(answerBy) },
    filter: {
      ...(levelIds.length === 0 ? {} : { levelIds: [...levelIds] }),
      ...(spaces.length === 0 ? {} : { spaceIds: spaces.map(({ id }) => id) }),
      ...(conditions.includes('over') ? { exposure: 'over' } : {}),
      ...(conditions.includes('findings') ? { hasFindings: true } : {}),
      ...(reviewedBefore === '' ? {} : { reviewedBefore: startOf(reviewedBefore) }),
    },
  };
}
