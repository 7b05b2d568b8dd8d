import type { FindingsSummary } from '../../../../src/admin/findings/findings';
import type { FindingView } from '../../../../src/admin/findings/finding-view';
import { formatAgo, formatDay, formatSecond } from '../dates';
import { accountName, levelName, spaceName } from '../names';
import { texts } from '../texts';
import { Excerpt } from '../ui/excerpt';
import { LevelLozenge } from '../ui/level-lozenge';
import { PageLink } from '../ui/page-link';
import { detectorName, type FindingNames, type TriageRow } from './names';
import { SeverityLozenge } from './severity';
import type { Column } from './triage-grid';

/** The columns of findings and of groups. */

const { columns: titles } = texts.detections.list;

/** The pages of values that are on several pages. */
export interface OtherPages {
  readonly summary: Pick<FindingsSummary, 'pagesByValue' | 'isComplete'> | undefined;
  readonly onShow: (fingerprint: string) => void;
}

export function findingColumns(
  names: FindingNames,
  otherPages: OtherPages,
  onOpen: (row: TriageRow) => void,
): readonly Column[] {
  return [
    severityColumn,
    {
      name: 'finding',
      title: titles.finding,
      cell: (row, tabIndex) => (
        <FindingName
          row={row}
          names={names}
          tabIndex={tabIndex}
          label={texts.detections.list.details(detectorName(names, row.finding.detectorId), row.finding.title)}
          onOpen={onOpen}
        />
      ),
    },
    pageColumn(names, otherPages),
    {
      name: 'confidence',
      title: titles.confidence,
      cell: ({ finding: { band, confidence } }) => (
        <>
          {texts.detections.bands[band]} <span className="note">{confidence.toFixed(2)}</span>
        </>
      ),
    },
    {
      name: 'owner',
      title: titles.owner,
      cell: ({ finding }) => <FindingWork finding={finding} names={names} />,
    },
    foundColumn,
  ];
}

interface FindingWorkProps {
  readonly finding: FindingView;
  readonly names: FindingNames;
}

/** Who has to act, until when, and the comment. */
export function FindingWork({ finding, names }: FindingWorkProps) {
  const { work: t } = texts.detections;
  const { ownerId, pageOwnerId, dueOn, comment, isInProgress, status } = finding;
  const isOverdue = dueOn !== undefined && status === 'open' && dueOn < new Date().toISOString().slice(0, 10);
  return (
    <>
      <span className="line">
        {ownerId === undefined
          ? pageOwnerId === undefined
            ? t.noOwner
            : t.ofPage(accountName(names, pageOwnerId))
          : accountName(names, ownerId)}
      </span>
      {isInProgress === true && <span className="lozenge detections-status">{t.inProgress}</span>}
      {isOverdue && <span className="lozenge detections-overdue">{t.overdue}</span>}
      {dueOn !== undefined && <span className="line note">{t.dueOn(formatDay(dueOn))}</span>}
      {comment !== undefined && <span className="line note detections-comment">{comment}</span>}
    </>
  );
}

function pageColumn(names: FindingNames, otherPages?: OtherPages): Column {
  return {
    name: 'page',
    title: titles.page,
    cell: ({ finding }, tabIndex) => (
      <>
        <PageLink pageId={finding.pageId} title={finding.title} tabIndex={tabIndex} />
        <PageFacts names={names} spaceId={finding.spaceId} levelId={finding.levelId} />
        {otherPages !== undefined && <OnPages {...otherPages} fingerprint={finding.fingerprint} tabIndex={tabIndex} />}
      </>
    ),
  };
}

interface OnPagesProps extends OtherPages {
  readonly fingerprint: string;
  readonly tabIndex: number;
}

/** A link to all pages of a value. Empty if it is on one page. */
function OnPages({ summary, fingerprint, tabIndex, onShow }: OnPagesProps) {
  const pages = summary?.pagesByValue[fingerprint];
  if (summary === undefined || pages === undefined) return null;
  return (
    <button type="button" className="link line" tabIndex={tabIndex} onClick={() => onShow(fingerprint)}>
      {texts.detections.list.onPages(pages, summary.isComplete)}
    </button>
  );
}

/** @param placesOf shows the places of a value */
export function groupColumns(
  names: FindingNames,
  by: 'value' | 'page',
  placesOf: Column['cell'],
  onOpen: (row: TriageRow) => void,
): readonly Column[] {
  const { list } = texts.detections;
  const first: Column =
    by === 'value'
      ? {
          name: 'value',
          title: titles.value,
          cell: (row, tabIndex) => (
            <>
              <FindingName
                row={row}
                names={names}
                tabIndex={tabIndex}
                label={list.showGroup(detectorName(names, row.finding.detectorId))}
                onOpen={onOpen}
              />
              {placesOf(row, tabIndex)}
            </>
          ),
        }
      : pageColumn(names);
  const count: Column = {
    name: 'count',
    title: titles.count,
    isSortable: true,
    cell: (row, tabIndex) => (
      <button
        type="button"
        className="link"
        tabIndex={tabIndex}
        aria-label={`${texts.detections.findings(row.count)}: ${list.showGroup(groupName(row, by, names))}`}
        onClick={() => onOpen(row)}
      >
        {row.count.toLocaleString()}
      </button>
    ),
  };
  const pages: Column = {
    name: 'pages',
    title: titles.pages,
    isSortable: true,
    cell: ({ pageIds }) => pageIds.length.toLocaleString(),
  };
  return [
    severityColumn,
    first,
    count,
    ...(by === 'value' ? [pages] : []),
    { ...foundColumn, title: titles.lastFound },
  ];
}

export function groupName({ finding }: TriageRow, by: 'value' | 'page', names: FindingNames): string {
  return by === 'value' ? detectorName(names, finding.detectorId) : finding.title;
}

const severityColumn: Column = {
  name: 'severity',
  title: titles.severity,
  isSortable: true,
  cell: ({ severity }) => <SeverityLozenge severity={severity} />,
};

const foundColumn: Column = {
  name: 'found',
  title: titles.found,
  isSortable: true,
  cell: ({ finding: { foundAt } }) => (
    <time dateTime={foundAt} title={formatSecond(foundAt)}>
      {formatAgo(foundAt)}
    </time>
  ),
};

interface FindingNameProps {
  readonly row: TriageRow;
  readonly names: FindingNames;
  readonly tabIndex: number;
  readonly label: string;
  readonly onOpen: (row: TriageRow) => void;
}

function FindingName({ row, names, tabIndex, label, onOpen }: FindingNameProps) {
  const { detectorId, maskedExcerpt, status } = row.finding;
  return (
    <>
      <button type="button" className="link" tabIndex={tabIndex} aria-label={label} onClick={() => onOpen(row)}>
        {detectorName(names, detectorId)}
      </button>
      {status !== 'open' && <span className="lozenge detections-status">{texts.detections.statuses[status]}</span>}
      <Excerpt>{maskedExcerpt}</Excerpt>
    </>
  );
}

interface PageFactsProps {
  readonly names: FindingNames;
  readonly spaceId: string;
  readonly levelId: string | undefined;
}

/** The space and the level of the page. */
export function PageFacts({ names, spaceId, levelId }: PageFactsProps) {
  const level = names.levels.find((one) => one.levelId === levelId);
  return (
    <span className="line note">
      {spaceName(names, spaceId)}
      {levelId !== undefined && ' · '}
      {level !== undefined && <LevelLozenge name={level.name} color={level.color} />}
      {level === undefined && levelId !== undefined && levelName(names, levelId)}
    </span>
  );
}
