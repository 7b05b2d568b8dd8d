import { view } from '@forge/bridge';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSending } from '../../../admin/src/use-sending';
import type { NoPage, SelectionResult, ShownFinding } from '../../../../src/surfaces/contract';
import { closeFrame } from '../close-frame';
import { commonTexts } from '../common-texts';
import { ask, type Outcome } from '../operations';
import { ReasonForm } from '../ui/reason-form';
import { FindingFacts } from '../popup/finding';
import { RemovePanel } from '../popup/remove-panel';
import { popupTexts } from '../popup/texts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { NoPageText } from '../ui/no-page';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../../../admin/src/use-load';
import { excludeValues, type Progress, undoValues } from './exclude-values';
import { selectionTexts as t } from './texts';

type Action = 'exclude' | 'redact';

interface Matched {
  readonly action: Action;
  readonly result: SelectionResult;
}

/** The menu of selected text: *Not sensitive* and *Redact*. The app gets the text from the platform, not from this frame. */
export function Selection() {
  const { load, reload } = useLoad(useCallback(matchSelection, []));
  if (load.state === 'loading') return <Skeleton />;
  if (load.state === 'failed') {
    return (
      <main className="popup">
        <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />
      </main>
    );
  }
  return <SelectionContent {...load.value} />;
}

async function matchSelection(): Promise<Outcome<Matched>> {
  let moduleKey: string;
  try {
    ({ moduleKey } = await view.getContext());
  } catch {
    return { ok: false, error: { code: 'UNREACHABLE', message: commonTexts.unreachableHost } };
  }
  const action = moduleKey === 'redact-selection' ? 'redact' : 'exclude';
  const answer = await ask('matchSelection', { action });
  return answer.ok ? { ok: true, value: { action, result: answer.value } } : answer;
}

export function SelectionContent({ action, result }: Matched) {
  const [noPage, setNoPage] = useState<NoPage>();
  if (noPage !== undefined) return <NoPageText state={noPage.state} />;
  if (!('outcome' in result)) return <NoPageText state={result.state} />;
  return (
    <main className="popup">
      <h1>{t.titles[action]}</h1>
      {result.outcome === 'matched' ? (
        <section aria-label={t.titles[action]}>
          <Values findings={result.findings} />
          {action === 'exclude' ? (
            <Exclude findings={result.findings} onNoPage={setNoPage} />
          ) : (
            <Redact result={result} onNoPage={setNoPage} />
          )}
        </section>
      ) : (
        <NoValues result={result} />
      )}
    </main>
  );
}

/** The matched values, masked. */
function Values({ findings }: { readonly findings: readonly ShownFinding[] }) {
  return (
    <>
      <div role="status">
        <h2>{t.matched(findings.length)}</h2>
      </div>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={finding.findingId}>
            <FindingFacts finding={finding} />
          </li>
        ))}
      </ul>
    </>
  );
}

type NoValue = Exclude<Extract<SelectionResult, { readonly outcome: string }>, { readonly outcome: 'matched' }>;

function NoValues({ result }: { readonly result: NoValue }) {
  switch (result.outcome) {
    case 'denied':
      return <p role="status">{popupTexts.notice.findingDenial(result.code)}</p>;
    case 'no-selection':
      return <p role="status">{t.noSelection}</p>;
    case 'too-long':
      return <p role="status">{t.tooLong(result.maxCharacters)}</p>;
    case 'no-match':
      return (
        <>
          <p role="status">{t.noMatch}</p>
          <p className="note">{t.advice[result.page.evidence?.scan ?? 'never']}</p>
          <div className="buttons">
            <CloseButton />
          </div>
        </>
      );
  }
}

function CloseButton() {
  return (
    <Button appearance="subtle" onClick={closeFrame}>
      {t.close}
    </Button>
  );
}

interface ActionProps {
  readonly findings: readonly ShownFinding[];
  readonly onNoPage: (view: NoPage) => void;
}

function Redact({
  result,
  onNoPage,
}: {
  readonly result: Extract<SelectionResult, { readonly outcome: 'matched' }>;
  readonly onNoPage: (view: NoPage) => void;
}) {
  const removable = result.findings.filter(({ canRedact }) => canRedact);
  if (removable.length === 0) return <p role="status">{t.notRemovable}</p>;
  return <RemovePanel findings={removable} page={result.page} onClose={closeFrame} onNoPage={onNoPage} />;
}

type ExcludeState =
  | { readonly step: 'asking'; readonly progress: Progress }
  | { readonly step: 'excluded'; readonly progress: Progress }
  | { readonly step: 'undone' };

function Exclude({ findings, onNoPage }: ActionProps) {
  const [state, setState] = useState<ExcludeState>({ step: 'asking', progress: { exclusionIds: [] } });
  const { isSending, send } = useSending();
  const status = useRef<HTMLParagraphElement>(null);
  const { step } = state;
  useEffect(() => {
    // The button with the focus no longer exists.
    if (step !== 'asking') status.current?.focus();
  }, [step]);
  if (state.step === 'undone') {
    return (
      <>
        <p ref={status} tabIndex={-1} role="status">
          {t.undone}
        </p>
        <CloseButton />
      </>
    );
  }
  const { progress } = state;
  const finish = (after: Progress, done: ExcludeState) => {
    if (after.noPage !== undefined) onNoPage(after.noPage);
    else setState(isComplete(after) ? done : { step: state.step, progress: after });
  };
  const exclude = (reason = '') =>
    void send(async () => {
      const after = await excludeValues(findings, reason, progress);
      finish(after, { step: 'excluded', progress: after });
    });
  const undo = () => void send(async () => finish(await undoValues(progress), { step: 'undone' }));
  if (state.step === 'excluded') {
    return (
      <>
        <p ref={status} tabIndex={-1} role="status">
          {t.excluded(findings.length)}
        </p>
        <Stopped title={t.undoFailed} progress={progress} />
        <div className="buttons">
          <Button isBusy={isSending} onClick={undo}>
            {t.undo}
          </Button>
          <CloseButton />
        </div>
      </>
    );
  }
  const { exclude: form } = popupTexts;
  const { length } = progress.exclusionIds;
  return (
    <>
      {length > 0 && <p>{t.partly(length, findings.length)}</p>}
      <Stopped title={t.actionFailed} progress={progress} />
      <ReasonForm
        title={form.title}
        body={form.body(findings.length)}
        needsReason
        help={form.reasonHelp}
        submit={form.submit}
        isSending={isSending}
        onSubmit={exclude}
        onCancel={closeFrame}
      />
    </>
  );
}

function isComplete({ error, denied }: Progress): boolean {
  return error === undefined && denied === undefined;
}

function Stopped({ title, progress: { error, denied } }: { readonly title: string; readonly progress: Progress }) {
  const problem = denied === undefined ? error : { message: popupTexts.notice.findingDenial(denied) };
  return problem && <Failure title={title} error={problem} />;
}
