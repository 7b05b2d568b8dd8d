import Button from '@atlaskit/button/new';
import { useEffect, useState } from 'react';
import { texts } from '../texts';
import { CollapsibleFilters } from '../ui/collapsible-filters';
import { Disclosure } from '../ui/disclosure';
import { DetectorField } from './detector-field';
import {
  BANDS,
  CATEGORIES,
  CONTENTS,
  countActive,
  type FilterErrors,
  type Filters,
  isFiltered,
  OVERDUE,
  SEVERE,
  SEVERITIES,
  STATUSES,
} from './filter';
import type { FindingNames } from './names';
import { SpaceField } from './space-field';
import { accountName } from '../names';
import { PersonPicker } from '../ui/person-picker';
import { SelectField, TextField } from '../ui/form-fields';

interface FilterBarProps {
  readonly filters: Filters;
  readonly errors: FilterErrors;
  readonly names: FindingNames;
  /** The numbers of findings, as far as they are known. */
  readonly byDetector: Readonly<Record<string, number>> | undefined;
  /** The spaces with findings. */
  readonly spaceIds: readonly string[];
  readonly onChange: (changes: Partial<Filters>) => void;
  readonly onClear: () => void;
}

/** Long enough not to search at every character. */
const PAUSE_MS = 400;

/** The filters under “More filters”. */
const MORE = ['category', 'levelId', 'band', 'from', 'to', 'owner', 'due', 'content'] as const;

/** The filters of the list. They apply at once, typed text after a pause. */
export function FilterBar({ filters, errors, names, byDetector, spaceIds, onChange, onClear }: FilterBarProps) {
  const { filters: t, statuses } = texts.detections;
  const { severities } = texts.detectors;
  const select = selectOf(filters, onChange);
  return (
    <CollapsibleFilters label={t.title} count={countActive(filters)} hasErrors={Object.keys(errors).length > 0}>
      <div className="detections-filters">
        {select('status', t.status, t.anyStatus, optionsOf(STATUSES, statuses))}
        {select('severity', t.severity, t.anySeverity, [
          { value: SEVERE, label: t.severe },
          ...optionsOf(SEVERITIES, severities),
        ])}
        <DetectorField
          detectorId={filters.detectorId}
          names={names}
          byDetector={byDetector}
          onChange={(detectorId) => onChange({ detectorId })}
        />
        <SpaceField
          spaceId={filters.spaceId}
          names={names}
          spaceIds={spaceIds}
          onChange={(spaceId) => onChange({ spaceId })}
        />
        <PageField value={filters.page} error={errors.page} onChange={(page) => onChange({ page })} />
      </div>
      <MoreFilters filters={filters} errors={errors} names={names} onChange={onChange} />
      <div className="presets detections-filter-buttons">
        {filters.fingerprint !== '' && (
          <Button spacing="compact" onClick={() => onChange({ fingerprint: '' })}>
            {t.anyValue}
          </Button>
        )}
        {isFiltered(filters) && (
          <Button spacing="compact" appearance="subtle" onClick={onClear}>
            {t.clear}
          </Button>
        )}
      </div>
    </CollapsibleFilters>
  );
}

type OnChange = FilterBarProps['onChange'];

function selectOf(filters: Filters, onChange: OnChange) {
  return (name: keyof Filters, label: string, any: string, options: readonly Option[]) => (
    <SelectField
      label={label}
      value={filters[name]}
      options={[{ value: '', label: any }, ...withChosen(options, filters[name])]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
}

function MoreFilters({
  filters,
  errors,
  names,
  onChange,
}: Pick<FilterBarProps, 'filters' | 'errors' | 'names' | 'onChange'>) {
  const { filters: t, work, bands } = texts.detections;
  const { categories } = texts.detectors;
  // Starts open if one of its filters is set.
  const [startsOpen] = useState(MORE.some((name) => filters[name] !== ''));
  const select = selectOf(filters, onChange);
  const day = (name: 'from' | 'to', label: string, error?: string) => (
    <TextField
      label={label}
      error={error}
      type="date"
      max="9999-12-31"
      value={filters[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <Disclosure summary={t.more} isOpen={startsOpen}>
      <div className="detections-filters">
        {select('category', t.category, t.anyCategory, optionsOf(CATEGORIES, categories))}
        {select(
          'levelId',
          t.level,
          t.anyLevel,
          names.levels.map(({ levelId, name }) => ({ value: levelId, label: name })),
        )}
        {select('band', t.band, t.anyBand, optionsOf(BANDS, bands))}
        <PersonPicker
          label={work.owner}
          value={
            filters.owner === ''
              ? undefined
              : { accountId: filters.owner, displayName: accountName(names, filters.owner) }
          }
          onChange={(person) => onChange({ owner: person?.accountId ?? '' })}
        />
        {select('due', work.onlyOverdue, work.anyDue, [{ value: OVERDUE, label: work.overdue }])}
        {select('content', texts.content, texts.contents.page, optionsOf(CONTENTS, texts.contents))}
        {day('from', t.from)}
        {day('to', t.to, errors.to)}
      </div>
      {filters.content !== '' && <p className="note">{t.countsPosts}</p>}
    </Disclosure>
  );
}

interface PageFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function PageField({ value, error, onChange }: PageFieldProps) {
  const { filters: t } = texts.detections;
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), PAUSE_MS);
    return () => clearTimeout(timer);
    // Only runs when the user changes the text.
  }, [text]);
  return (
    <TextField
      label={t.page}
      error={error}
      placeholder={t.pageHelp}
      value={text}
      maxLength={2_000}
      onChange={setText}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function optionsOf<T extends string>(values: readonly T[], names: Readonly<Record<T, string>>): Option[] {
  return values.map((value) => ({ value, label: names[value] }));
}

/** Adds an option for the selected value if its name is unknown. */
function withChosen(options: readonly Option[], chosen: string): readonly Option[] {
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}
