import type { ExposureRow, ExposureView } from '../../../../src/admin/pages/exposure';
import { ChangeDialog } from '../configuration/change-dialog';
import { useDraft } from '../configuration/use-draft';
import { localDay } from '../dates';
import { ask } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { TextAreaField, TextField } from '../ui/form-fields';
import { useExposureChange } from './use-exposure-change';

interface ExceptionDialogProps {
  readonly view: ExposureView;
  readonly page: ExposureRow;
  readonly onChanged: (view: ExposureView) => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly of: 'page' | 'space';
  /** A day in the time zone of the browser. The exception ends with it. */
  readonly until: string;
  readonly reason: string;
}

/** Lets a page, or all pages of its level in its space, be over the rule until a day. */
export default function ExceptionDialog({ view, page, onChanged, onClose }: ExceptionDialogProps) {
  const { exceptions: t } = texts.exposure;
  const { pageId, spaceId, levelId, title } = page;
  const change = useExposureChange({ view, onChanged });
  const start: Draft = { of: 'page', until: '', reason: '' };
  const { draft, edit, errors, form } = useDraft<Draft, ExposureView>({
    start,
    change,
    check: ({ until, reason }) => ({
      ...(until === '' ? { until: t.chooseDay } : {}),
      ...(reason.trim().length < 3 ? { reason: t.tooShort } : {}),
    }),
    latestIn: () => start,
    send: (rev, { of, until, reason }) =>
      ask('createExposureException', {
        rev,
        of: of === 'page' ? { pageId } : { spaceId, levelId },
        until: new Date(`${until}T23:59:59.000`).toISOString(),
        reason,
      }),
    saved: () => ({ id: 'exposure-exception', title: t.saved, description: title }),
    onClose,
  });
  const space = view.spaces.find((one) => one.spaceId === spaceId)?.name ?? spaceId;
  const level = view.levels.find((one) => one.levelId === levelId)?.name ?? levelId;
  return (
    <ChangeDialog title={t.dialog} submit={t.dialog} form={form}>
      <FieldGroup label={t.of}>
        <RadioChoices
          name="exception-of"
          value={draft.of}
          choices={[
            { value: 'page', label: t.ofPage(title) },
            { value: 'space', label: t.ofLevel(level, space) },
          ]}
          onChange={(of) => edit({ of })}
        />
      </FieldGroup>
      <TextField
        label={t.until}
        help={t.untilHelp}
        error={errors.until}
        type="date"
        min={localDay(0)}
        max={localDay(365)}
        value={draft.until}
        onChange={(until) => edit({ until })}
      />
      <TextAreaField
        label={t.reason}
        help={t.reasonHelp}
        error={errors.reason}
        value={draft.reason}
        onChange={(reason) => edit({ reason })}
      />
    </ChangeDialog>
  );
}
