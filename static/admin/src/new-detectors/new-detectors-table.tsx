import Button from '@atlaskit/button/new';
import type { NewDetector, NewDetectors } from '../../../../src/admin/detection/new-detectors';
import { SeverityLozenge } from '../detections/severity';
import { GoToLink } from '../overview/go-to-link';
import { texts } from '../texts';
import { Excerpt } from '../ui/excerpt';
import { PageLink } from '../ui/page-link';
import { Table } from '../ui/table';

interface NewDetectorsTableProps extends Pick<NewDetectors, 'isComplete'> {
  readonly detectors: readonly NewDetector[];
  readonly onTurnOn: (detectorId: string) => void;
}

/** The observed detectors with the findings that they would open. */
export function NewDetectorsTable({ detectors, isComplete, onTurnOn }: NewDetectorsTableProps) {
  const { newDetectors: t } = texts;
  const { columns } = t.list;
  return (
    <Table
      caption={t.list.caption}
      className="new-detectors-table"
      headings={[columns.detector, columns.severity, columns.findings, columns.latest, columns.action]}
    >
      {detectors.map((detector) => (
        <tr key={detector.detectorId}>
          <th scope="row" data-label={columns.detector}>
            {detector.name}
            <span className="line note">{factsOf(detector)}</span>
          </th>
          <td data-label={columns.severity}>
            <SeverityLozenge severity={detector.severity} />
          </td>
          <td data-label={columns.findings}>
            <Findings detector={detector} isComplete={isComplete} />
          </td>
          <td data-label={columns.latest}>
            {detector.newest.map(({ findingId, pageId, title, maskedExcerpt }) => (
              <span className="line" key={findingId}>
                <Excerpt>{maskedExcerpt}</Excerpt>
                <span className="line">
                  <PageLink pageId={pageId} title={title} />
                </span>
              </span>
            ))}
          </td>
          <td data-label={columns.action}>
            <Button aria-label={t.turnOnOne(detector.name)} onClick={() => onTurnOn(detector.detectorId)}>
              {t.turnOn}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Findings({ detector, isComplete }: { readonly detector: NewDetector; readonly isComplete: boolean }) {
  const { list: t } = texts.newDetectors;
  const { detectorId, findings, pages } = detector;
  if (findings === 0) return t.noFindings;
  return (
    <GoToLink page="detections" query={{ status: 'observed', detectorId }}>
      {t.found(findings, pages, isComplete)}
    </GoToLink>
  );
}

function factsOf({ category, group, enabled, inRegions }: NewDetector): string {
  const { list: t } = texts.newDetectors;
  const facts = [texts.detectors.categories[category], group];
  if (!enabled) facts.push(t.off);
  else if (!inRegions) facts.push(t.notInRegions);
  return facts.join(' · ');
}
