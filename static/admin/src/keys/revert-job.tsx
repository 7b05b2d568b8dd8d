import type { JobView } from '../../../../src/admin/runs/jobs';
import { WaitingNote } from '../runs/waiting';
import { texts } from '../texts';
import { Message } from '../ui/message';

interface JobProps {
  readonly job: JobView;
}

/** The progress of the job. */
export function JobProgress({ job }: JobProps) {
  const { revert } = texts;
  const text = job.total === undefined ? revert.searching : revert.progress(job.done, job.total);
  return (
    <>
      <p role="status">{job.dryRun ? revert.previewing(text) : revert.reverting(text)}</p>
      <progress className="progress" aria-label={text} value={job.done} max={Math.max(1, job.total ?? 1)} />
      <WaitingNote waiting={job.waiting} />
      {!job.dryRun && <p className="note">{revert.continues}</p>}
    </>
  );
}

/** The result of a revert or its preview. @param nothing the text for a job without pages */
export function JobResult({ job, nothing }: JobProps & { readonly nothing: string }) {
  const { revert } = texts;
  const { changed, left, failed, dryRun, state, stoppedBy, counted } = job;
  const isNothing = changed === 0 && left === 0 && failed.length === 0;
  const title = state === 'cancelled' ? revert.cancelled : dryRun ? revert.previewed : revert.reverted;
  return (
    <>
      {stoppedBy !== undefined && (
        <Message kind="error" title={revert.stopped}>
          <p>{revert.reasonOf(stoppedBy)}</p>
        </Message>
      )}
      <div role="status">
        <p className="message-title">{title}</p>
        {counted !== undefined && <p>{revert.counted(counted)}</p>}
        {isNothing && <p>{nothing}</p>}
        {!isNothing && (
          <ul>
            <li>{dryRun ? revert.wouldChange(changed) : revert.changed(changed)}</li>
            {left > 0 && <li>{revert.skipped(left)}</li>}
            {failed.map(({ code, count, pageIds }) => (
              <li key={code}>
                {revert.failedPages(count, dryRun)} {revert.reasonOf(code)}
                <span className="line note">{revert.pages(pageIds, count)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
