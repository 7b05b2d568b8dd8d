import Button from '@atlaskit/button/new';
import type { DetectionView } from '../../../../src/admin/change-detection';
import type { CatalogueEntry } from '../../../../src/detection/configuration/detector-catalogue';
import type { Category } from '../../../../src/detection/detector';
import { texts } from '../texts';
import { Browser, type Browsing, useBrowsing } from '../ui/browser';
import { Menu } from '../ui/menu';
import { Section } from '../ui/section';
import { Select } from '../ui/select';
import { focusIds } from './focus-ids';
import { schemesByName } from '../schemes/scheme';
import { type Scheme, siteOrScheme } from './schemes';
import { SELECTION, isChanged, type Selection, selectDetectors } from './selection';
import { stateOf } from './words';
import { Table } from '../ui/table';

interface DetectorActions {
  readonly onEdit: (detectorId: string) => void;
  readonly onEditDefinition: (detectorId: string) => void;
  readonly onRemove: (detectorId: string) => void;
}

interface CatalogueProps extends DetectorActions {
  readonly view: DetectionView;
  /** The scheme whose settings are shown. undefined: the site. */
  readonly scheme: Scheme | undefined;
  /** @param schemeId empty: the site */
  readonly onShow: (schemeId: string) => void;
  readonly onCreate: () => void;
}

const CATEGORIES = Object.keys(texts.detectors.categories) as Category[];
const STATES = Object.keys(texts.detectors.catalogue.states) as Selection['state'][];

/** The searchable table of detectors. */
export function Catalogue({ view, scheme, onShow, onCreate, ...actions }: CatalogueProps) {
  const browsing = useBrowsing(SELECTION);
  const { selection } = browsing;
  const { catalogue: t } = texts.detectors;

  return (
    <Section
      id={focusIds.catalogue}
      title={t.title}
      actions={
        <Button appearance="primary" onClick={onCreate}>
          {t.create}
        </Button>
      }
    >
      <Browser
        words={t}
        browsing={browsing}
        matching={selectDetectors(siteOrScheme(view, scheme).catalogue, selection)}
        filters={<CatalogueFilters view={view} scheme={scheme} browsing={browsing} onShow={onShow} />}
      >
        {(shown) => (
          <Table
            caption={t.caption}
            headings={[
              t.columns.name,
              t.columns.category,
              t.columns.severity,
              t.columns.minConfidence,
              t.columns.state,
              t.columns.actions,
            ]}
            className="detectors-table"
          >
            {shown.map((entry) => (
              <DetectorRow key={entry.detectorId} entry={entry} isOfScheme={scheme !== undefined} {...actions} />
            ))}
          </Table>
        )}
      </Browser>
    </Section>
  );
}

interface CatalogueFiltersProps extends Pick<CatalogueProps, 'view' | 'scheme' | 'onShow'> {
  readonly browsing: Browsing<Selection>;
}

function CatalogueFilters({ view, scheme, browsing: { selection, select }, onShow }: CatalogueFiltersProps) {
  const { catalogue: t, categories } = texts.detectors;
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

interface DetectorRowProps extends DetectorActions {
  readonly entry: CatalogueEntry;
  readonly isOfScheme: boolean;
}

function DetectorRow({ entry, isOfScheme, ...actions }: DetectorRowProps) {
  const { catalogue: t, categories, severities } = texts.detectors;
  const { detectorId, name, isCustom } = entry;
  const items = [
    { label: t.edit, onSelect: () => actions.onEdit(detectorId) },
    ...(isCustom
      ? [
          { label: t.editDefinition, onSelect: () => actions.onEditDefinition(detectorId) },
          { label: t.remove, onSelect: () => actions.onRemove(detectorId) },
        ]
      : []),
  ];
  return (
    <tr>
      <th scope="row" data-label={t.columns.name}>
        <span className="line">{name}</span>
        <span className="line note">
          {entry.group} · <code>{detectorId}</code>
        </span>
      </th>
      <td data-label={t.columns.category}>{categories[entry.category]}</td>
      <td data-label={t.columns.severity}>{severities[entry.severity]}</td>
      <td data-label={t.columns.minConfidence}>{entry.minConfidence}</td>
      <td data-label={t.columns.state}>
        <span className={entry.enabled && entry.inRegions ? 'lozenge lozenge-active' : 'lozenge'}>
          {stateOf(entry)}
        </span>
        {isChanged(entry) && <span className="line note">{isOfScheme ? t.changedByScheme : t.changed}</span>}
      </td>
      <td data-label={t.columns.actions}>
        <Menu label={t.actionsOf(name)} items={items} />
      </td>
    </tr>
  );
}
