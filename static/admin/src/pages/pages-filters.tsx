import Button from '@atlaskit/button/new';
import type { Level } from '../../../../src/classification/model';
import { localToday } from '../dates';
import { SpaceField } from '../detections/space-field';
import type { Names } from '../names';
import { texts } from '../texts';
import { CollapsibleFilters } from '../ui/collapsible-filters';
import { SelectField, TextField } from '../ui/form-fields';
import {
  COVERAGES,
  HIGHEST,
  type Highest,
  isFiltered,
  NO_FILTER,
  NO_LEVEL,
  pagesQuery,
  type PagesFilter,
  SEVERITIES,
} from './filter';

interface PagesFiltersProps {
  readonly filter: PagesFilter;
  readonly levels: readonly Level[];
  readonly spaces: Names['spaces'];
  readonly spaceIds: readonly string[];
  readonly onChange: (changes: Partial<PagesFilter>) => void;
}

/** The filters of the list. They apply at once. */
export function PagesFilters({ filter, levels, spaces, spaceIds, onChange }: PagesFiltersProps) {
  const { filters: t, coverages, noLevel, clear } = texts.pageList;
  const { severities } = texts.detectors;
  const severe = SEVERITIES.slice(0, 2).join();
  const nameOf = (one: Highest) => (one === 'none' ? t.noFinding : severities[one]);
  const severity = filter.severity.join();
  const isOther = severity !== '' && severity !== severe && filter.severity.length > 1;
  return (
    <CollapsibleFilters count={Object.keys(pagesQuery(filter)).length} hasErrors={false}>
      <div className="pages-filters">
        <SpaceField
          spaceId={filter.spaceId}
          names={{ spaces }}
          spaceIds={spaceIds}
          onChange={(spaceId) => onChange({ spaceId })}
        />
        <SelectField
          label={t.level}
          value={filter.level}
          options={[
            { value: '', label: t.anyLevel },
            { value: NO_LEVEL, label: noLevel },
            ...levels.map(({ levelId, name }) => ({ value: levelId, label: name })),
          ]}
          onChange={(level) => onChange({ level })}
        />
        <SelectField
          label={t.severity}
          value={severity}
          options={[
            { value: '', label: t.anySeverity },
            { value: severe, label: t.severe },
            ...HIGHEST.map((one) => ({ value: one, label: nameOf(one) })),
            ...(isOther ? [{ value: severity, label: filter.severity.map(nameOf).join(', ') }] : []),
          ]}
          onChange={(text) => onChange({ severity: HIGHEST.filter((one) => text.split(',').includes(one)) })}
        />
        <SelectField
          label={t.coverage}
          value={filter.coverage}
          options={[
            { value: '' as const, label: t.anyCoverage },
            ...COVERAGES.map((value) => ({ value, label: coverages[value] })),
          ]}
          onChange={(coverage) => onChange({ coverage })}
        />
        <TextField
          label={t.since}
          type="date"
          max={localToday()}
          value={filter.since}
          onChange={(since) => onChange({ since })}
        />
      </div>
      <div className="pages-switches">
        <label>
          <input type="checkbox" checked={filter.below} onChange={() => onChange({ below: !filter.below })} /> {t.below}
        </label>
        {filter.forbidden && (
          <label>
            <input type="checkbox" checked onChange={() => onChange({ forbidden: false })} /> {t.forbidden}
          </label>
        )}
        {isFiltered(filter) && (
          <Button spacing="compact" appearance="subtle" onClick={() => onChange(NO_FILTER)}>
            {clear}
          </Button>
        )}
      </div>
      {filter.forbidden && <p className="note">{t.forbiddenNote}</p>}
    </CollapsibleFilters>
  );
}
