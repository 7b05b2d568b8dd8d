import Button from '@atlaskit/button/new';
import { useCallback, useRef, useState } from 'react';
import type { AskedOwners } from '../../../../src/admin/findings/change-findings';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogButtons } from '../ui/dialog-buttons';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { Progress } from '../ui/progress';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import { findOpen, type FoundOpen } from './find-open';
import type { FindingFilter } from './filter';
import type { TriageRow } from './names';

interface AskDialogProps {
  readonly rows: readonly TriageRow[];
  /** As for a redaction. */
  readonly matching: readonly FindingFilter[] | undefined;
  readonly onClose: () => void;
}

type Result = AskedOwners['results'][number];

/** The limit of the resolver. */
const AT_ONCE = 10;

/** Asks the owners of pages with findings, and says for each page if the owner was asked. */
export function AskDialog({ rows, matching, onClose }: AskDialogProps) {
  const { ask: t, work } = texts.detections;
  const { load, reload } = useLoad(useCallback(() => findOpen(rows, matching), [rows, matching]));
  const [results, setResults] = useState<readonly Result[]>();
  const [failure, setFailure] = useState<OperationError>();
  const isStopped = useRef(false);
  const { isSending, send } = useSending();
  const targets = load.state === 'ready' ? targetsIn(load.value) : [];

  const wasStopped = () => isStopped.current;
  const run = async () => {
    const done: Result[] = [...(results ?? [])];
    isStopped.current = false;
    setFailure(undefined);
    while (done.length < targets.length && !wasStopped()) {
      setResults([...done]);
      const findingIds = targets.slice(done.length, done.length + AT_ONCE).map(({ findingId }) => findingId);
      const answer = await ask('askOwners', { findingIds });
      if (!answer.ok) return setFailure(answer.error);
      done.push(...answer.value.results);
    }
    setResults(done);
  };
  const isIdle = !isSending && (results === undefined || failure !== undefined);
  return (
    <Dialog
      title={results === undefined ? t.title : t.titleDone}
      onClose={onClose}
      footer={
        isIdle ? (
          <DialogButtons
            submit={t.submit}
            isSending={isSending}
            isDisabled={targets.length === 0}
            onSubmit={() => void send(run)}
            onCancel={onClose}
          />
        ) : (
          <Button onClick={isSending ? () => (isStopped.current = true) : onClose}>
            {isSending ? work.stop : texts.close}
          </Button>
        )
      }
    >
      {failure !== undefined && <Failure title={t.failed} error={failure} />}
      <Loaded load={load} failed={texts.detections.failed} onRetry={reload}>
        {({ isCut }) =>
          results === undefined ? (
            <Question count={targets.length} isCut={isCut} />
          ) : (
            <Results targets={targets} results={results} isRunning={isSending} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface Target {
  readonly findingId: string;
  readonly pageId: string;
  readonly title: string;
}

/** One finding of each page. One that is assigned comes first. */
function targetsIn({ findings }: FoundOpen): readonly Target[] {
  const byPage = new Map<string, Target>();
  for (const finding of [...findings.filter(({ ownerId }) => ownerId !== undefined), ...findings])
    if (!byPage.has(finding.pageId)) byPage.set(finding.pageId, finding);
  return [...byPage.values()];
}

function Question({ count, isCut }: { readonly count: number; readonly isCut: boolean }) {
  const { ask: t } = texts.detections;
  if (count === 0) return <p role="status">{t.nothing}</p>;
  return (
    <>
      <p>{t.body}</p>
      <blockquote>{t.comment(t.anOwner)}</blockquote>
      <p>{t.once}</p>
      <p role="status">{t.pages(count, isCut)}</p>
    </>
  );
}

interface ResultsProps {
  readonly targets: readonly Target[];
  readonly results: readonly Result[];
  readonly isRunning: boolean;
}

function Results({ targets, results, isRunning }: ResultsProps) {
  const { ask: t } = texts.detections;
  const outcomes = [...new Set(results.map(({ outcome }) => outcome))];
  const [done, total] = [results.length, targets.length];
  return (
    <>
      {isRunning && (
        <Progress label={t.progress} isRunning done={done} total={total} words={[t.running(done, total)]} />
      )}
      {outcomes.map((outcome) => (
        <section key={outcome}>
          <h3>{t.outcomes[outcome]}</h3>
          <ul>
            {targets
              .filter((_target, index) => results[index]?.outcome === outcome)
              .map(({ pageId, title }) => (
                <li key={pageId}>
                  <PageLink pageId={pageId} title={title} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {!isRunning && done < total && <p role="status">{t.notReached(total - done)}</p>}
    </>
  );
}
