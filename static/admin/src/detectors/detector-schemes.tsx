import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { SchemesSection } from '../schemes/schemes-section';
import { texts } from '../texts';
import { focusIds } from './focus-ids';
import { type Scheme, usersOf } from './schemes';
import { regionsInWords } from './words';

interface DetectorSchemesProps {
  readonly view: DetectionView;
  readonly onCreate: () => void;
  /** Shows the catalog with the settings of the scheme. */
  readonly onShow: (schemeId: string) => void;
  readonly onEdit: (schemeId: string) => void;
  readonly onRemove: (schemeId: string) => void;
}

export function DetectorSchemes({ view, onCreate, onShow, onEdit, onRemove }: DetectorSchemesProps) {
  const { schemes: t } = texts.detectors;
  return (
    <SchemesSection
      id={focusIds.schemes}
      words={t}
      headings={t.columns}
      schemes={view.schemes}
      columns={[
        {
          label: t.columns.different,
          cell: (scheme) =>
            differencesInWords(scheme).map((words) => (
              <span className="line" key={words}>
                {words}
              </span>
            )),
        },
        {
          label: t.columns.usedBy,
          cell: ({ schemeId }) => {
            const users = usersOf(view, schemeId).length;
            return users === 0 ? t.unused : t.spaces(users);
          },
        },
      ]}
      actions={[
        { label: t.show, named: t.showNamed, onClick: onShow },
        { label: t.edit, named: t.editNamed, onClick: onEdit },
        { label: t.remove, named: t.removeNamed, onClick: onRemove },
      ]}
      onCreate={onCreate}
    />
  );
}

function differencesInWords({ regions, minConfidence, detectors }: Scheme): readonly string[] {
  const { schemes: t } = texts.detectors;
  const changed = Object.keys(detectors).length;
  const words = [
    ...(regions === undefined ? [] : [t.regions(regionsInWords(regions))]),
    ...(minConfidence === undefined ? [] : [t.minConfidence(minConfidence)]),
    ...(changed === 0 ? [] : [t.detectors(changed)]),
  ];
  return words.length === 0 ? [t.noChanges] : words;
}
