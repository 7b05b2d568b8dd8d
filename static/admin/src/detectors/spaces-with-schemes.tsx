import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { SpacesSection } from '../spaces/spaces-section';
import { Origin } from '../spaces/spaces-table';
import { texts } from '../texts';
import { focusIds } from './focus-ids';
import { countEnabled, findScheme, siteOrScheme } from './schemes';
import { regionsInWords } from './words';

interface SpacesWithSchemesProps {
  readonly view: DetectionView;
  readonly onEdit: (spaceId: string, name: string) => void;
}

/** The detector schemes of spaces, and their effective settings. */
export function SpacesWithSchemes({ view, onEdit }: SpacesWithSchemesProps) {
  const { spaces: t, schemes } = texts.detectors;
  const ids = Object.keys(view.spaces);
  const schemeOf = (spaceId: string) => findScheme(view, view.spaces[spaceId]);
  return (
    <SpacesSection
      id={focusIds.spaces}
      intro={t.intro}
      ownIds={ids}
      counted={t.own(ids.length)}
      columns={[
        {
          label: t.scheme,
          cell: (spaceId) => schemeOf(spaceId)?.name ?? t.none,
        },
        {
          label: t.effective,
          cell: (spaceId) => {
            const scheme = schemeOf(spaceId);
            const { catalog, regions, minConfidence } = siteOrScheme(view, scheme);
            return (
              <>
                <span className="line">{t.on(countEnabled(catalog), catalog.length)}</span>
                <span className="line">{schemes.regions(regionsInWords(regions))}</span>
                <span className="line">{schemes.minConfidence(minConfidence)}</span>
                <Origin isOwn={scheme !== undefined} />
              </>
            );
          },
        },
      ]}
      onEdit={onEdit}
    />
  );
}
