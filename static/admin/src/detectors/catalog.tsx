import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { Category } from '../../../../src/detection/detector';
import { texts } from '../texts';
import { Browser, type Browsing, useBrowsing } from '../ui/browser';
import { Section } from '../ui/section';
import { Select } from '../ui/select';
import { DetectorsTable } from './detectors-table';
import { focusIds } from './focus-ids';
import { schemesByName } from '../schemes/scheme';
import { type Scheme, siteOrScheme } from './schemes';
import { DetectorGroups } from './groups';
import { SwitchedMessage } from './switched-message';
import { useSwitches } from './use-switches';
import { SELECTION, type Selection, selectDetectors } from './selection';

interface CatalogProps {
  readonly view: DetectionView;
  /** The scheme whose settings are shown. undefined: the site. */
  readonly scheme: Scheme | undefined;
  /** @param schemeId empty: the site */
  readonly onShow: (schemeId: string) => void;
  readonly onEdit: (detectorId: string) => void;
  readonly onEditDefinition: (detectorId: string) => void;
  readonly onRemove: (detectorId: string) => void;
  readonly onChanged: (view: DetectionView) => void;
}

const CATEGORIES = Object.keys(texts.detectors.categories) as Category[];
const STATES = Object.keys(texts.detectors.catalog.states) as Selection['state'][];

/** The searchable table of all detectors, custom ones included. */
export function Catalog({ view, scheme, onShow, onEdit, onEditDefinition, onRemove, onChanged }: CatalogProps) {
  const browsing = useBrowsing(SELECTION);
  const switches = useSwitches(view, scheme?.schemeId, onChanged);
  const { catalog } = siteOrScheme(view, scheme);
  const { selection } = browsing;
  const { catalog: t } = texts.detectors;

  return (
    <Section id={focusIds.catalog} title={t.title} intro={t.intro}>
      <SwitchedMessage switches={switches} />
      <DetectorGroups catalog={catalog} switches={switches} />
      <Browser
        words={t}
        browsing={browsing}
        matching={selectDetectors(catalog, selection)}
        filters={<CatalogFilters view={view} scheme={scheme} browsing={browsing} onShow={onShow} />}
      >
        {(shown) => (
          <DetectorsTable
            caption={t.caption}
            shown={shown}
            sort={selection.sort}
            onSort={(sort) => browsing.select({ sort })}
            isOfScheme={scheme !== undefined}
            switches={switches}
            actionsOf={({ detectorId, isCustom }) => [
              { label: t.edit, onSelect: () => onEdit(detectorId) },
              ...(isCustom
                ? [
                    { label: t.editDefinition, onSelect: () => onEditDefinition(detectorId) },
                    { label: t.remove, onSelect: () => onRemove(detectorId) },
                  ]
                : []),
            ]}
          />
        )}
      </Browser>
    </Section>
  );
}

interface CatalogFiltersProps extends Pick<CatalogProps, 'view' | 'scheme' | 'onShow'> {
  readonly browsing: Browsing<Selection>;
}

function CatalogFilters({ view, scheme, browsing: { selection, select }, onShow }: CatalogFiltersProps) {
  const { catalog: t, categories } = texts.detectors;
  return (
    <>
      <Select
        label={t.category}
        value={selection.category}
        options={[
          { value: '', label: t.anyCategory },
          ...CATEGORIES.map((category) => ({ value: category, label: categories[category] })),
        ]}
        onChange={(category) => select({ category })}
      />
      <Select
        label={t.state}
        value={selection.state}
        options={STATES.map((state) => ({ value: state, label: t.states[state] }))}
        onChange={(state) => select({ state })}
      />
      {view.schemes.length > 0 && (
        <Select
          label={t.of}
          value={scheme?.schemeId ?? ''}
          options={[
            { value: '', label: t.ofSite },
            ...schemesByName(view.schemes).map(({ schemeId, name }) => ({
              value: schemeId,
              label: t.ofScheme(name),
            })),
          ]}
          onChange={onShow}
        />
      )}
    </>
  );
}
