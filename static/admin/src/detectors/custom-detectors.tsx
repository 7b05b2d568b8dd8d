import Button from '@atlaskit/button/new';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { AddressPart } from '../address-part';
import { texts } from '../texts';
import { Browser, useBrowsing } from '../ui/browser';
import { EmptyState } from '../ui/empty-state';
import { Section } from '../ui/section';
import { DetectorsTable } from './detectors-table';
import { focusIds } from './focus-ids';
import { selectDetectors } from './selection';

/** The catalog, on another tab of the page, has `text`. */
const SEARCH: AddressPart<{ readonly text: string }> = {
  read: ({ custom = '' }) => ({ text: custom }),
  write: ({ text }) => ({ custom: text }),
};

interface CustomDetectorsProps {
  readonly view: DetectionView;
  readonly onCreate: () => void;
  readonly onEdit: (detectorId: string) => void;
  readonly onEditDefinition: (detectorId: string) => void;
  readonly onRemove: (detectorId: string) => void;
}

/** The detectors of this site, with their patterns. */
export function CustomDetectors({ view, onCreate, onEdit, onEditDefinition, onRemove }: CustomDetectorsProps) {
  const { custom: t, catalog } = texts.detectors;
  const browsing = useBrowsing(SEARCH);
  const all = view.catalog.filter(({ isCustom }) => isCustom);
  const patternOf = (id: string) => view.custom.find(({ detectorId }) => detectorId === id)?.pattern;
  const create = (
    <Button appearance="primary" onClick={onCreate}>
      {catalog.create}
    </Button>
  );
  if (all.length === 0) {
    return (
      <Section id={focusIds.custom} title={t.tab}>
        <EmptyState title={t.none} body={t.noneBody}>
          {create}
        </EmptyState>
      </Section>
    );
  }
  return (
    <Section id={focusIds.custom} title={t.tab} intro={t.intro} actions={create}>
      <Browser
        words={{ ...catalog, search: t.search }}
        browsing={browsing}
        matching={selectDetectors(all, { ...browsing.selection, category: '', state: '', sort: undefined })}
        filters={null}
      >
        {(shown) => (
          <DetectorsTable
            caption={t.tab}
            shown={shown}
            isOfScheme={false}
            noteOf={({ detectorId }) => <code className="line">{patternOf(detectorId)}</code>}
            actionsOf={({ detectorId }) => [
              { label: catalog.editDefinition, onSelect: () => onEditDefinition(detectorId) },
              { label: catalog.edit, onSelect: () => onEdit(detectorId) },
              { label: catalog.remove, onSelect: () => onRemove(detectorId) },
            ]}
          />
        )}
      </Browser>
    </Section>
  );
}
