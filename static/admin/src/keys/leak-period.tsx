import type { KeyView } from '../../../../src/keys/key-view';
import { timeZone } from '../dates';
import { texts } from '../texts';
import { SelectField, TextField } from '../ui/form-fields';

/** The time in which a leaked key may have been used by others. */

const DAY_MS = 86_400_000;
const DAYS = { day: 1, week: 7, month: 30 } as const;
const LENGTHS = ['day', 'week', 'month', 'ever', 'since'] as const;

export interface LeakPeriod {
  readonly of: (typeof LENGTHS)[number];
  /** The value of the date and time input. */
  readonly since: string;
}

/** A report revokes the key, so its changes are from before. */
export function leakEnd({ revokedAt }: KeyView, now = new Date()): string {
  return revokedAt ?? now.toISOString();
}

/** The start of the period. undefined: everything the key changed. 'invalid': the input is no date and time. */
export function startOf({ of, since }: LeakPeriod, end: string): string | undefined {
  if (of === 'ever') return undefined;
  const start = of === 'since' ? Date.parse(since) : Date.parse(end) - DAYS[of] * DAY_MS;
  return Number.isNaN(start) ? 'invalid' : new Date(start).toISOString();
}

interface LeakPeriodFieldsProps {
  readonly period: LeakPeriod;
  /** True if the key was reported or revoked before. */
  readonly isRevoked: boolean;
  readonly onChange: (period: LeakPeriod) => void;
}

export function LeakPeriodFields({ period, isRevoked, onChange }: LeakPeriodFieldsProps) {
  const { leak: t, revert } = texts;
  const words = isRevoked ? t.periodsBefore : t.periods;
  return (
    <>
      <SelectField
        label={t.period}
        value={period.of}
        options={LENGTHS.map((of) => ({ value: of, label: words[of] }))}
        onChange={(of) => onChange({ ...period, of })}
      />
      {period.of === 'since' && (
        <TextField
          label={revert.from}
          help={revert.fromHelp(timeZone)}
          type="datetime-local"
          value={period.since}
          onChange={(since) => onChange({ ...period, since })}
        />
      )}
    </>
  );
}
