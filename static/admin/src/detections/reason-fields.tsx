import { texts } from '../texts';
import { SelectField, TextAreaField } from '../ui/form-fields';

/** The reason of an exclusion, and how long it applies. */

const PERIODS = ['30', '90', '365', 'never'] as const;
const DAY_MS = 86_400_000;
const REASON_CHARACTERS = 500;

export interface ReasonDraft {
  readonly reason: string;
  /** The number of days, or never. */
  readonly period: (typeof PERIODS)[number];
}

/** An exclusion ends unless the admin decides otherwise, so that a wrong one does not hide findings for good. */
export const NO_REASON: ReasonDraft = { reason: '', period: '90' };

/** The members of the request. */
export function reasonOf({ reason, period }: ReasonDraft): { readonly reason: string; readonly expiresAt?: string } {
  const until = period === 'never' ? {} : { expiresAt: new Date(Date.now() + Number(period) * DAY_MS).toISOString() };
  return { reason: reason.trim(), ...until };
}

interface ReasonFieldsProps {
  readonly draft: ReasonDraft;
  readonly isMissing: boolean;
  readonly onChange: (changes: Partial<ReasonDraft>) => void;
}

export function ReasonFields({ draft, isMissing, onChange }: ReasonFieldsProps) {
  const { exclude: t } = texts.detections;
  return (
    <>
      <TextAreaField
        label={t.reason}
        help={t.reasonHelp}
        error={isMissing ? t.noReason : undefined}
        isRequired
        data-initial-focus=""
        maxLength={REASON_CHARACTERS}
        value={draft.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <SelectField
        label={t.period}
        value={draft.period}
        options={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
        onChange={(period) => onChange({ period })}
      />
    </>
  );
}
