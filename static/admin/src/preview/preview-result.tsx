import type { SamplePreview } from '../../../../src/admin/detection/preview-on-sample';
import type { PreviewedFindings, PreviewedLevel } from '../../../../src/findings/preview/preview-configuration';
import { formatDuration } from '../dates';
import { SeverityLozenge } from '../detections/severity';
import { texts } from '../texts';
import { Disclosure } from '../ui/disclosure';
import { Excerpt } from '../ui/excerpt';
import { PageLink } from '../ui/page-link';
import { Table } from '../ui/table';
import './preview.css';

export interface NamedDetector {
  readonly detectorId: string;
  readonly name: string;
}

interface PreviewResultProps {
  /** A detector that is missing in the list is being created. */
  readonly detectors: readonly NamedDetector[];
  readonly preview: SamplePreview;
}

/** The findings that a change would add and remove on a sample of pages, if it needs a scan. */
export function PreviewResult({ detectors, preview }: PreviewResultProps) {
  const { preview: t } = texts;
  const { affects, scanned, notScanned, appearing, disappearing, changing, levels } = preview;
  if (affects === 'nothing') return <p className="preview-result">{t.nothing}</p>;
  if (scanned + notScanned === 0) return <p className="preview-result">{t.noPages}</p>;
  const kinds = [
    { title: t.appearing(appearing.total), findings: appearing },
    { title: t.disappearing(disappearing.total), findings: disappearing },
    { title: t.changing(changing.total), findings: changing },
  ].filter(({ findings }) => findings.total > 0);
  return (
    <div className="preview-result">
      <Sample preview={preview} />
      {scanned > 0 && kinds.length === 0 && levels.length === 0 && <p className="preview-none">{t.same}</p>}
      {kinds.map(({ title, findings }) => (
        <FindingsOfKind key={title} detectors={detectors} title={title} findings={findings} />
      ))}
      {levels.length > 0 && <Levels levels={levels} />}
    </div>
  );
}

function Sample({ preview }: Pick<PreviewResultProps, 'preview'>) {
  const { preview: t } = texts;
  const { scanned, total, withContents, partly, notScanned, affects, scan } = preview;
  return (
    <>
      <p>
        {t.sample(scanned, total)} {affects !== 'pages' && t.chosen}
      </p>
      {scan !== undefined && (
        <p>
          {t.scan.estimate({ ...scan, time: formatDuration(scan.seconds) })} {t.scan.afterSaving}
        </p>
      )}
      {withContents > 0 && withContents < scanned && <p className="form-note">{t.withContents(withContents)}</p>}
      {partly > 0 && <p className="form-note">{t.partly(partly)}</p>}
      {notScanned > 0 && <p className="form-note">{t.notScanned(notScanned)}</p>}
    </>
  );
}

function Levels({ levels }: { readonly levels: readonly PreviewedLevel[] }) {
  const { preview: t } = texts;
  return (
    <>
      <h3>{t.levels(levels.length)}</h3>
      <ul>
        {levels.map(({ pageId, title, before = t.noLevel, after = t.noLevel }) => (
          <li key={pageId}>
            <PageLink pageId={pageId} title={title} />: {t.level(before, after)}
          </li>
        ))}
      </ul>
    </>
  );
}

interface FindingsOfKindProps extends Pick<PreviewResultProps, 'detectors'> {
  readonly title: string;
  readonly findings: PreviewedFindings;
}

function FindingsOfKind({ detectors, title, findings: { total, byDetector, examples } }: FindingsOfKindProps) {
  const { preview: t } = texts;
  const { columns } = t;
  const nameOf = (id: string) => detectors.find(({ detectorId }) => detectorId === id)?.name ?? t.newDetector;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {byDetector.map(({ detectorId, findings, pages }) => (
          <li key={detectorId}>{t.ofDetector(nameOf(detectorId), findings, pages)}</li>
        ))}
      </ul>
      <Disclosure summary={t.examples(examples.length, total)}>
        <Table
          caption={title}
          headings={[columns.page, columns.detector, columns.severity, columns.confidence, columns.excerpt]}
        >
          {examples.map(({ pageId, title: page, detectorId, severity, confidence, maskedExcerpt }, index) => (
            <tr key={index}>
              <th scope="row" data-label={columns.page}>
                <PageLink pageId={pageId} title={page} />
              </th>
              <td data-label={columns.detector}>{nameOf(detectorId)}</td>
              <td data-label={columns.severity}>
                <SeverityLozenge severity={severity} />
              </td>
              <td data-label={columns.confidence}>{confidence.toFixed(2)}</td>
              <td data-label={columns.excerpt}>
                <Excerpt>{maskedExcerpt}</Excerpt>
              </td>
            </tr>
          ))}
        </Table>
      </Disclosure>
    </>
  );
}
