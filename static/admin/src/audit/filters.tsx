import Button from '@atlaskit/button/new';
import { type RefObject, useState } from 'react';
import { accountName } from '../names';
import { texts } from '../texts';
import { AUDIT_TYPES, type FilterDraft, type FilterErrors, INCOMPLETE, PRESETS, withoutSecret } from './filter';
import type { AuditNames } from './names';
import { keyName } from './value-words';
import { CollapsibleFilters } from '../ui/collapsible-filters';
import { SelectField, TextField } from '../ui/form-fields';
import { type Person, PersonPicker } from '../ui/person-picker';

interface FiltersProps {
  readonly draft: FilterDraft;
  readonly errors: FilterErrors;
  readonly names: AuditNames;
  /** A change also clears incomplete dates in the fields. */
  readonly revision: number;
  readonly formRef: RefObject<HTMLFormElement>;
  readonly onChange: (draft: FilterDraft) => void;
  /** Sets filters without typing, so they apply at once. */
  readonly onReplace: (draft: FilterDraft) => void;
  readonly onSubmit: () => void;
  readonly onClear: () => void;
}

export function Filters({
  draft,
  errors,
  names,
  revision,
  formRef,
  onChange,
  onReplace,
  onSubmit,
  onClear,
}: FiltersProps) {
  const change = (changes: Partial<FilterDraft>) => onChange({ ...draft, ...changes });
  return (
    <CollapsibleFilters count={countActive(draft)} hasErrors={Object.keys(errors).length > 0}>
      <form
        ref={formRef}
        className="audit-filters"
        aria-label={texts.audit.filters}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <SelectField
          label={texts.audit.type}
          value={draft.type}
          options={[
            { value: '', label: texts.audit.anyType },
            ...AUDIT_TYPES.map((type) => ({ value: type, label: texts.audit.types[type] })),
          ]}
          onChange={(type) => change({ type })}
        />
        <PersonFilter accountId={draft.person} names={names} onChange={(person) => change({ person })} />
        <SelectField
          label={texts.audit.key}
          value={draft.keyId}
          options={[{ value: '', label: texts.audit.anyKey }, ...keys(names, draft.keyId)]}
          onChange={(keyId) => change({ keyId })}
        />
        <TextField
          label={texts.audit.subject}
          help={texts.audit.subjectHelp}
          error={errors.subject}
          value={draft.subject}
          maxLength={2_000}
          onChange={(value) => change({ subject: withoutSecret(value) })}
        />
        <DayField
          key={`from ${revision}`}
          label={texts.audit.from}
          value={draft.from}
          error={errors.from}
          onChange={(from) => change({ from, hours: undefined })}
        />
        <DayField
          key={`to ${revision}`}
          label={texts.audit.to_}
          value={draft.to}
          error={errors.to}
          onChange={(to) => change({ to, hours: undefined })}
        />
        <FilterButtons draft={draft} onReplace={onReplace} onClear={onClear} />
      </form>
    </CollapsibleFilters>
  );
}

interface PersonFilterProps {
  readonly accountId: string;
  readonly names: AuditNames;
  readonly onChange: (accountId: string) => void;
}

function PersonFilter({ accountId, names, onChange }: PersonFilterProps) {
  // The shown events do not name a person without events.
  const [picked, setPicked] = useState<Person>();
  const displayName = picked?.accountId === accountId ? picked.displayName : accountName(names, accountId);
  return (
    <PersonPicker
      label={texts.audit.person}
      acceptsUnknown
      value={accountId === '' ? undefined : { accountId, displayName }}
      onChange={(person) => {
        setPicked(person);
        onChange(person?.accountId ?? '');
      }}
    />
  );
}

function countActive({ hours, ...others }: FilterDraft): number {
  return Object.values(others).filter((value) => value !== '').length + (hours === undefined ? 0 : 1);
}

function FilterButtons({ draft, onReplace, onClear }: Pick<FiltersProps, 'draft' | 'onReplace' | 'onClear'>) {
  return (
    <div className="audit-filter-buttons">
      <div className="presets" role="group" aria-label={texts.audit.presets}>
        {PRESETS.map((hours) => (
          <Button
            key={hours}
            spacing="compact"
            isSelected={draft.hours === hours}
            aria-pressed={draft.hours === hours}
            onClick={() => onReplace({ ...draft, from: '', to: '', hours: draft.hours === hours ? undefined : hours })}
          >
            {texts.audit.preset[hours]}
          </Button>
        ))}
      </div>
      <Button spacing="compact" appearance="subtle" onClick={onClear}>
        {texts.audit.clear}
      </Button>
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (day: string) => void;
}

function DayField({ label, value, error, onChange }: DayFieldProps) {
  return (
    <TextField
      label={label}
      help={texts.audit.dayHelp}
      error={error}
      type="date"
      max="9999-12-31"
      value={value === INCOMPLETE ? '' : value}
      // The value of an incomplete date is empty. Only the browser knows that the user has entered a part of it.
      onBlur={({ target }) => {
        if (target.validity.badInput) onChange(INCOMPLETE);
        else if (value === INCOMPLETE) onChange(target.value);
      }}
      onChange={onChange}
    />
  );
}

/** All keys of the site, including revoked and expired ones, because events can refer to them. */
function keys(names: AuditNames, chosen: string) {
  const all = new Set([...names.keys.keys(), ...(chosen === '' ? [] : [chosen])]);
  return sorted([...all].map((keyId) => ({ value: keyId, label: `${keyName(names, keyId)} (pclsk_${keyId})` })));
}

function sorted<T extends { readonly label: string }>(options: readonly T[]): T[] {
  return options.toSorted((a, b) => a.label.localeCompare(b.label));
}
