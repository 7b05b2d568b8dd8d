import Button from '@atlaskit/button/new';
import { router } from '@forge/bridge';
import { type ReactNode, useCallback } from 'react';
import type { ExclusionList } from '../../../../src/admin/findings/exclusions';
import type { FindingDetails } from '../../../../src/admin/findings/findings';
import type { FindingView } from '../../../../src/admin/findings/finding-view';
import { formatSecond } from '../dates';
import { attachmentInWords, placeInWords } from '../file-place-words';
import { levelName } from '../names';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Excerpt } from '../ui/excerpt';
import { Fact } from '../ui/fact';
import { PageLink } from '../ui/page-link';
import { useLoad } from '../use-load';
import { FindingWork, PageFacts } from './columns';
import { evidenceInWords } from './evidence';
import { detectorName, type FindingNames, withMoreNames } from './names';
import { SeverityLozenge } from './severity';
import { Loaded } from '../ui/loaded';

interface DetailsDialogProps {
  readonly finding: FindingView;
  readonly names: FindingNames;
  /** The actions on the finding. */
  readonly actions: ReactNode;
  readonly onShowPlaces: (fingerprint: string) => void;
  readonly onClose: () => void;
}

type Exclusion = ExclusionList['exclusions'][number];

interface LoadedDetails {
  readonly details: FindingDetails;
  /** The exclusion of the finding. */
  readonly exclusion: Exclusion | undefined;
  readonly names: FindingNames;
}

/** The details of a finding. */
export function DetailsDialog({ finding, names, actions, onShowPlaces, onClose }: DetailsDialogProps) {
  const { findingId } = finding;
  const read = useCallback(() => readDetails(findingId, names), [findingId]);
  const { load, reload } = useLoad(read);
  const { details: t } = texts.detections;
  return (
    <Dialog
      title={detectorName(names, finding.detectorId)}
      onClose={onClose}
      footer={
        <>
          {actions}
          <Button appearance="subtle" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(value) => <Details {...value} onShowPlaces={onShowPlaces} />}
      </Loaded>
    </Dialog>
  );
}

async function readDetails(findingId: string, names: FindingNames): Promise<Outcome<LoadedDetails>> {
  const details = await ask('getFinding', { findingId });
  if (!details.ok) return details;
  const { finding, places } = details.value;
  const exclusion = await readExclusion(finding.exclusionId);
  const people = [finding.statusBy, exclusion?.createdBy, finding.ownerId, finding.pageOwnerId].filter(
    (one) => one !== undefined,
  );
  const spaceIds = [finding, ...places].map(({ spaceId }) => spaceId);
  return {
    ok: true,
    value: { details: details.value, exclusion, names: await withMoreNames(names, spaceIds, people) },
  };
}

/** @returns undefined also if it could not be loaded */
async function readExclusion(exclusionId: string | undefined): Promise<Exclusion | undefined> {
  if (exclusionId === undefined) return undefined;
  const list = await ask('listExclusions', {});
  return list.ok ? list.value.exclusions.find((one) => one.exclusionId === exclusionId) : undefined;
}

interface ContextNoteProps {
  readonly context: FindingDetails['context'];
  readonly isGone: boolean;
}

function ContextNote({ context, isGone: isOld }: ContextNoteProps) {
  const { contexts, openAttachments } = texts.detections.details;
  if (isOld) return <span className="line note">{contexts.gone}</span>;
  if (context.state !== 'attachment') return <span className="line note">{contexts[context.state]}</span>;
  const { path } = context;
  return (
    <>
      <span className="line note">{attachmentInWords(context)}</span>
      {path !== undefined && (
        <button
          type="button"
          role="link"
          className="link"
          onClick={() => void router.open(path).catch(() => undefined)}
        >
          {openAttachments}
        </button>
      )}
    </>
  );
}

type DetailsProps = LoadedDetails & Pick<DetailsDialogProps, 'onShowPlaces'>;

function Details({ details, exclusion, names, onShowPlaces }: DetailsProps) {
  const { finding, explanation, scan, context, places, hasMorePlaces } = details;
  const { details: t, bands, fields, kinds, statuses, reasons } = texts.detections;
  const nameOf = (detectorId: string) => detectorName(names, detectorId);
  const kind = kinds[finding.kind];
  return (
    <dl className="facts">
      <Fact label={t.context}>
        <Excerpt>{context.state === 'shown' && !isGone(finding) ? context.text : finding.maskedExcerpt}</Excerpt>
        <ContextNote context={context} isGone={isGone(finding)} />
      </Fact>
      <Fact label={t.page}>
        <PageLink pageId={finding.pageId} title={finding.title} />
        <PageFacts names={names} spaceId={finding.spaceId} levelId={finding.levelId} />
      </Fact>
      <Fact label={t.work}>
        <FindingWork finding={finding} names={names} />
      </Fact>
      <Fact label={t.where}>
        {[fields[finding.field], placeInWords(finding.place) || kind].filter(Boolean).join(', ')}
      </Fact>
      <Fact label={t.severity}>
        <SeverityLozenge severity={finding.severity} /> {texts.detectors.categories[finding.category]}
      </Fact>
      <Fact label={t.why}>{explanation}</Fact>
      <Fact label={t.confidence}>{t.ofOne(finding.confidence.toFixed(2), bands[finding.band])}</Fact>
      {finding.evidence.length > 0 && (
        <Fact label={t.evidence}>
          {finding.evidence.map((one) => (
            <span className="line" key={one}>
              {evidenceInWords(one, nameOf)}
            </span>
          ))}
        </Fact>
      )}
      {finding.alsoMatched.length > 0 && <Fact label={t.also}>{finding.alsoMatched.map(nameOf).join(', ')}</Fact>}
      <Fact label={t.history}>
        {historyOf(finding, exclusion, names).map((line) => (
          <span className="line" key={line}>
            {line}
          </span>
        ))}
      </Fact>
      <Fact label={t.scan}>
        {t.scans[scan.state]} {scan.scannedAt !== undefined && t.scannedAt(formatSecond(scan.scannedAt))}{' '}
        {scan.scannedAt !== undefined && !scan.isCurrent && scan.state !== 'gone' && t.notCurrent}
        {scan.reasons.map((reason) => (
          <span className="line note" key={reason}>
            {reasons[reason]}
          </span>
        ))}
        {scan.detectorsOverBudget.length > 0 && (
          <span className="line note">{t.overBudget(scan.detectorsOverBudget.map(nameOf).join(', '))}</span>
        )}
      </Fact>
      <Fact label={t.places}>
        {places.length === 0 && t.noPlaces}
        {places.length > 0 && <span className="line">{t.onPages(pagesWith(details), !hasMorePlaces)}</span>}
        {places.map((place) => (
          <span className="line" key={place.findingId}>
            <PageLink pageId={place.pageId} title={place.title} />{' '}
            <span className="note">{statuses[place.status]}</span>
          </span>
        ))}
        {(places.length > 0 || hasMorePlaces) && (
          <Button spacing="compact" onClick={() => onShowPlaces(finding.fingerprint)}>
            {t.allPlaces}
          </Button>
        )}
      </Fact>
    </dl>
  );
}

function isGone({ status }: FindingView): boolean {
  return status === 'resolved' || status === 'redacted';
}

/** The number of pages that still have the value. */
function pagesWith({ finding, places }: FindingDetails): number {
  const there = [finding, ...places].filter((one) => !isGone(one));
  return new Set(there.map(({ pageId }) => pageId)).size;
}

function historyOf(finding: FindingView, exclusion: Exclusion | undefined, names: FindingNames): string[] {
  const { details: t } = texts.detections;
  const { foundAt, foundInVersion, foundAtLevelId, status, statusAt, statusBy } = finding;
  const nameOf = (accountId: string | undefined) =>
    accountId === undefined ? t.unknownPerson : (names.accounts.get(accountId) ?? t.unknownPerson);
  const lines = [t.found(formatSecond(foundAt), foundInVersion)];
  if (foundAtLevelId !== undefined) lines.push(t.foundAtLevel(levelName(names, foundAtLevelId)));
  if (statusAt !== undefined) {
    const moment = formatSecond(statusAt);
    if (status === 'resolved') lines.push(t.resolved(moment));
    else if (status === 'redacted') lines.push(t.redacted(moment, nameOf(statusBy)));
    else lines.push(t.reopened(moment));
  }
  if (exclusion !== undefined) {
    lines.push(t.excluded(nameOf(exclusion.createdBy), formatSecond(exclusion.createdAt)));
    if (exclusion.reason !== undefined) lines.push(t.excludedWhy(exclusion.reason));
    if (exclusion.expiresAt !== undefined) lines.push(t.excludedUntil(formatSecond(exclusion.expiresAt)));
  }
  return lines;
}
