import { useId, useEffect, useRef, useState } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { Evidence, NoPage, OpenPage } from '../../../../src/surfaces/contract';
import { Button } from '../ui/button';
import { draftOf } from './drafts';
import { Finding } from './finding';
import { RemovePanel } from './remove-panel';
import { popupTexts } from './texts';
import type { PageActions } from './use-page';

const { evidence: t } = popupTexts;

/** The findings that are shown at first. */
const FIRST = 2;

interface EvidenceSectionProps {
  readonly page: OpenPage;
  readonly evidence: Evidence;
  readonly isSending: boolean;
  readonly actions: PageActions;
  readonly onNoPage: (view: NoPage) => void;
}

function openCount({ open }: Evidence): number {
  return Object.values(open).reduce((sum, count) => sum + count, 0);
}

/** The sensitive data on the page, and what the person can do about it. */
export function EvidenceSection(props: EvidenceSectionProps) {
  const { page, evidence, actions, onNoPage } = props;
  const [removing, setRemoving] = useState<readonly string[]>();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    if (removing !== undefined) heading.current?.focus();
  }, [removing]);
  const close = (hasChanged: boolean) => {
    setRemoving(undefined);
    if (hasChanged) actions.reload();
  };
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {removing === undefined ? t.title : popupTexts.remove.title}
      </h2>
      {removing === undefined ? (
        <Overview {...props} onRemove={setRemoving} />
      ) : (
        <RemovePanel
          findings={evidence.findings.filter(({ findingId }) => removing.includes(findingId))}
          page={page}
          onClose={close}
          onNoPage={onNoPage}
        />
      )}
    </section>
  );
}

interface OverviewProps extends EvidenceSectionProps {
  readonly onRemove: (findingIds: readonly string[]) => void;
}

function Overview({ page, evidence, isSending, actions, onRemove }: OverviewProps) {
  const { open, scan } = evidence;
  const total = openCount(evidence);
  return (
    <>
      <p className="note">{t.summary(open, total, scan)}</p>
      {total > 0 && (
        <Findings page={page} evidence={evidence} isSending={isSending} actions={actions} onRemove={onRemove} />
      )}
    </>
  );
}

interface RequiredLevelProps extends Pick<EvidenceSectionProps, 'isSending' | 'actions'> {
  readonly level: NonNullable<Evidence['requiredLevel']>;
}

/** The level that the sensitive data requires, beside the choice of levels. */
export function RequiredLevel({ level, isSending, actions }: RequiredLevelProps) {
  const { name, color, allowed, levelId, subLevelId } = level;
  return (
    <div className="required-level">
      <p>
        {t.requires} <LevelLozenge name={name} color={color} />
      </p>
      {allowed ? (
        <Button
          isBusy={isSending}
          onClick={() => actions.choose(subLevelId === undefined ? { levelId } : { levelId, subLevelId })}
        >
          {t.apply(name)}
        </Button>
      ) : (
        <p className="note">{t.applyDenied}</p>
      )}
    </div>
  );
}

function Findings({ page, evidence, isSending, actions, onRemove }: Omit<OverviewProps, 'onNoPage'>) {
  const { findings, hasMore } = evidence;
  // A reason that the person has typed before is in view.
  const [isLong, setIsLong] = useState(findings.slice(FIRST).some(({ findingId }) => draftOf(findingId) !== ''));
  const shown = isLong ? findings : findings.slice(0, FIRST);
  const removable = page.may.redact ? findings.filter(({ canRedact }) => canRedact) : [];
  return (
    <>
      <ul className="findings">
        {shown.map((finding) => (
          <Finding
            key={finding.findingId}
            finding={finding}
            may={page.may}
            isSending={isSending}
            actions={actions}
            onRemove={() => onRemove([finding.findingId])}
          />
        ))}
      </ul>
      {shown.length === findings.length && hasMore && <p className="note">{t.more}</p>}
      {(shown.length < findings.length || removable.length > 1) && (
        <div className="buttons finding-buttons">
          {shown.length < findings.length && (
            <Button appearance="link" aria-expanded={false} onClick={() => setIsLong(true)}>
              {t.all(findings.length)}
            </Button>
          )}
          {removable.length > 1 && (
            <Button appearance="link" onClick={() => onRemove(removable.map(({ findingId }) => findingId))}>
              {t.removeAll(removable.length)}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
