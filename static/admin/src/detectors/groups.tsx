import { useState } from 'react';
import type { CatalogEntry } from '../../../../src/detection/configuration/detector-catalog';
import type { Category } from '../../../../src/detection/detector';
import { texts } from '../texts';
import { Disclosure } from '../ui/disclosure';
import { TextField } from '../ui/form-fields';
import { Switch } from '../ui/switch';
import type { Switches } from './use-switches';
import { regionName } from './words';

const CATEGORIES = Object.keys(texts.detectors.categories) as Category[];

export interface DetectorGroup {
  readonly id: string;
  readonly name: string;
  readonly entries: readonly CatalogEntry[];
}

function categoriesOf(catalog: readonly CatalogEntry[]): readonly DetectorGroup[] {
  return CATEGORIES.flatMap((category) => {
    const entries = catalog.filter((entry) => entry.category === category);
    return entries.length === 0 ? [] : [{ id: category, name: texts.detectors.categories[category], entries }];
  });
}

/** A detector of several countries is in the group of each. */
function countriesOf(catalog: readonly CatalogEntry[]): readonly DetectorGroup[] {
  return [...new Set(catalog.flatMap(({ regions }) => regions))]
    .map((region) => ({
      id: region,
      name: regionName(region),
      entries: catalog.filter(({ regions }) => regions.includes(region)),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

interface DetectorGroupsProps {
  readonly catalog: readonly CatalogEntry[];
  readonly switches: Switches;
}

/** Turns the detectors of a category or a country on or off at once. */
export function DetectorGroups({ catalog, switches }: DetectorGroupsProps) {
  const { groups: t } = texts.detectors;
  const [text, setText] = useState('');
  const countries = countriesOf(catalog);
  const shown = countries.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <div className="detector-groups">
      <GroupList label={t.categories} groups={categoriesOf(catalog)} switches={switches} />
      <Disclosure summary={t.countries(countries.length)}>
        <TextField label={t.search} type="search" value={text} maxLength={100} onChange={setText} />
        {shown.length === 0 ? (
          <p className="subtle">{t.none}</p>
        ) : (
          <GroupList label={t.byCountry} groups={shown} switches={switches} />
        )}
      </Disclosure>
    </div>
  );
}

interface GroupListProps {
  readonly label: string;
  readonly groups: readonly DetectorGroup[];
  readonly switches: Switches;
}

function GroupList({ label, groups, switches: { pending, turn } }: GroupListProps) {
  const { groups: t } = texts.detectors;
  return (
    <ul className="group-list" aria-label={label}>
      {groups.map(({ id, name, entries }) => {
        const on = entries.filter((entry) => pending.get(entry.detectorId) ?? entry.enabled).length;
        return (
          <li key={id}>
            <Switch label={name} isOn={on > 0} onChange={(isOn) => turn(name, entries, isOn)}>
              {name}
              <span className="line note">{t.count(on, entries.length)}</span>
            </Switch>
          </li>
        );
      })}
    </ul>
  );
}
