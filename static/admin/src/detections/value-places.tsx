import Button from '@atlaskit/button/new';
import { useCallback, useEffect, useId } from 'react';
import type { FindingView } from '../../../../src/admin/findings/finding-view';
import { texts } from '../texts';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { useLoad } from '../use-load';
import { PageFacts } from './columns';
import type { FindingFilter } from './filter';
import { detectorName, type FindingNames, rowOf, type TriageRow } from './names';
import { readPart } from './use-findings';

export interface ValuePlacesProps {
  /** The group of the value. */
  readonly row: TriageRow;
  readonly filter: FindingFilter;
  /** A change loads the places again. */
  readonly revision: number;
  readonly names: FindingNames;
  readonly tabIndex: number;
  readonly isExpanded: boolean;
  readonly onExpand: (row: TriageRow, isExpanded: boolean) => void;
  readonly onSpaceIds: (spaceIds: readonly string[]) => void;
  readonly onDetails: (row: TriageRow) => void;
  /** Opens the list of all findings of the value. */
  readonly onShowAll: (row: TriageRow) => void;
}

/** The findings of one value, each with its page. Expands if there are several. */
export function ValuePlaces(props: ValuePlacesProps) {
  const { row, names, tabIndex, isExpanded, onExpand } = props;
  const listId = useId();
  const { list: t } = texts.detections;
  const { finding, pageIds } = row;
  if (row.count === 1)
    return (
      <span className="line">
        <PageLink pageId={finding.pageId} title={finding.title} tabIndex={tabIndex} />
        <PageFacts names={names} spaceId={finding.spaceId} levelId={finding.levelId} />
      </span>
    );
  const label = isExpanded ? t.hidePlaces : t.showPlaces(pageIds.length);
  return (
    <>
      <button
        type="button"
        className="link line"
        tabIndex={tabIndex}
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? listId : undefined}
        aria-label={`${label}: ${detectorName(names, finding.detectorId)}`}
        onClick={() => onExpand(row, !isExpanded)}
      >
        {label}
      </button>
      {isExpanded && (
        <div id={listId}>
          <Places {...props} />
        </div>
      )}
    </>
  );
}

/** The number of findings that are read, and of places that are shown. */
const READ = 100;
const SHOWN = 20;

function Places({ row, filter, revision, names, tabIndex, onSpaceIds, onDetails, onShowAll }: ValuePlacesProps) {
  const { list: t, statuses } = texts.detections;
  const read = useCallback(
    () => readPart({ ...filter, fingerprint: row.id, order: 'newest' }, undefined, READ),
    [filter, row.id, revision],
  );
  const { load, reload } = useLoad(read);
  const found = load.state === 'ready' ? load.value : undefined;
  useEffect(() => {
    if (found !== undefined) onSpaceIds(found.findings.map(({ spaceId }) => spaceId));
  }, [found]);
  return (
    <Loaded load={load} failed={texts.detections.failed} onRetry={reload} rows={2}>
      {({ findings, cursor }) => (
        <>
          <ul className="detections-places" aria-label={t.places}>
            {placesOf(findings).map(({ newest: finding, count }) => (
              <li key={finding.findingId}>
                <PageLink pageId={finding.pageId} title={finding.title} tabIndex={tabIndex} />
                <button
                  type="button"
                  className="link detections-place-details"
                  tabIndex={tabIndex}
                  aria-label={t.details(detectorName(names, finding.detectorId), finding.title)}
                  onClick={() => onDetails(rowOf(finding))}
                >
                  {t.placeDetails}
                </button>
                {finding.status !== 'open' && (
                  <span className="lozenge detections-status">{statuses[finding.status]}</span>
                )}
                {count > 1 && <span className="note line">{t.onPage(count)}</span>}
                <PageFacts names={names} spaceId={finding.spaceId} levelId={finding.levelId} />
              </li>
            ))}
          </ul>
          {(cursor !== undefined || placesOf(findings).length < findings.length) && (
            <Button spacing="compact" onClick={() => onShowAll(row)}>
              {texts.detections.details.allPlaces}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

interface Place {
  readonly newest: FindingView;
  readonly count: number;
}

/** One place for the findings of the same status on a page, so that a page with many of them does not hide the others. */
function placesOf(findings: readonly FindingView[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const finding of findings) {
    const key = `${finding.pageId} ${finding.status}`;
    const { newest = finding, count = 0 } = places.get(key) ?? {};
    places.set(key, { newest, count: count + 1 });
  }
  return [...places.values()].slice(0, SHOWN);
}
