import { type ReactNode, useId } from 'react';
import type { LoweringRule } from '../../../../src/access/decide';
import type { SpaceSettingsView } from '../../../../src/surfaces/space/contract';
import { CheckboxChoices, RadioChoices } from '../../../admin/src/ui/choices';
import { type Draft, levelInWords, valueOf } from './draft';
import { settingsTexts as t } from './texts';
import type { Errors } from './use-settings-form';

/** The settings that a space admin can edit. */

interface FieldProps {
  readonly view: SpaceSettingsView;
  readonly draft: Draft;
  readonly errors: Errors;
  readonly onEdit: (change: Partial<Draft>) => void;
}

export function DefaultLevelField({ view: { site }, draft, errors, onEdit }: FieldProps) {
  const id = useId();
  const error = errors.defaultLevel;
  return (
    <div className="field">
      <label htmlFor={id}>{t.defaultLevel}</label>
      <select
        id={id}
        className="input"
        value={draft.defaultLevel}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onEdit({ defaultLevel: event.currentTarget.value })}
      >
        <option value="site">{t.asSite(levelInWords(site.defaultLevel, site.levels))}</option>
        {(site.mayHaveNoDefault || draft.defaultLevel === 'none') && <option value="none">{t.none}</option>}
        {defaultLevelsOf(site, draft).flatMap(({ levelId, name, subLevels }) => [
          <option key={levelId} value={levelId}>
            {name}
          </option>,
          ...subLevels.map((one) => (
            <option key={one.subLevelId} value={valueOf({ levelId, subLevelId: one.subLevelId })}>
              {`${name} / ${one.name}`}
            </option>
          )),
        ])}
      </select>
      <p id={`${id}-help`} className={error === undefined ? 'field-help' : 'field-error'}>
        {error ?? t.defaultHelp}
      </p>
    </div>
  );
}

/** The levels that the site allows as the default level, and the current one, so that the select shows it. */
function defaultLevelsOf(site: SpaceSettingsView['site'], { defaultLevel }: Draft) {
  return site.levels.filter(
    ({ levelId }) => site.defaultLevelIds.includes(levelId) || defaultLevel.split('/')[0] === levelId,
  );
}

export function LevelsField({ view: { site }, draft: { levelIds }, errors, onEdit }: FieldProps) {
  const id = useId();
  const all = site.levels.map(({ levelId }) => levelId);
  return (
    <Group legend={t.levels} help={t.levelsHelp} error={errors.levelIds}>
      <RadioChoices
        name={id}
        value={levelIds === undefined ? 'all' : 'some'}
        choices={[
          { value: 'all', label: t.allLevels(all.length) },
          { value: 'some', label: t.someLevels },
        ]}
        onChange={(value) => onEdit({ levelIds: value === 'all' ? undefined : all })}
      />
      {levelIds !== undefined && (
        <CheckboxChoices
          label={t.someLevels}
          chosen={levelIds}
          choices={site.levels.map(({ levelId, name }) => ({ value: levelId, label: name }))}
          onChange={(chosen) => onEdit({ levelIds: all.filter((one) => chosen.includes(one)) })}
        />
      )}
    </Group>
  );
}

const RULES: readonly LoweringRule[] = ['allowed', 'justified', 'forbidden'];

export function LoweringField({ view: { site }, draft, errors, onEdit }: FieldProps) {
  const id = useId();
  return (
    <Group legend={t.lowering} help={t.loweringHelp} error={errors.lowering}>
      <RadioChoices<LoweringRule | 'site'>
        name={id}
        value={draft.lowering}
        choices={[
          { value: 'site', label: t.asSite(t.rules[site.lowering]), description: t.follows },
          ...RULES.slice(RULES.indexOf(site.lowering)).map((value) => ({
            value,
            label: t.rules[value],
            ...(value === site.lowering ? { description: t.keeps } : {}),
          })),
        ]}
        onChange={(lowering) => onEdit({ lowering })}
      />
    </Group>
  );
}

export function OffField({ draft, errors, onEdit }: FieldProps) {
  return (
    <Group legend={t.off} error={errors.isOff}>
      <CheckboxChoices
        label={t.off}
        chosen={draft.isOff ? ['off'] : []}
        choices={[{ value: 'off', label: t.isOff, help: t.offHelp }]}
        onChange={(values) => onEdit({ isOff: values.includes('off') })}
      />
    </Group>
  );
}

interface GroupProps {
  readonly legend: string;
  readonly help?: string;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

function Group({ legend, help, error, children }: GroupProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {help !== undefined && <p className="field-help">{help}</p>}
    </fieldset>
  );
}
