import Button from '@atlaskit/button/new';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import type { JobView, KeyChanges } from '../../../../src/admin/runs/jobs';
import type { KeyView } from '../../../../src/keys/key-view';
import type { Names } from '../names';
import { useNavigation } from '../navigation';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import { useSending } from '../use-sending';
import { KeyChangesList, withPart } from './key-changes';
import { statusReason } from './key-facts';
import { LastUsed } from './last-used';
import { leakEnd, LeakPeriodFields, type LeakPeriod, startOf } from './leak-period';
import { JobProgress, JobResult } from './revert-job';
import { isFinished, useRevert } from './use-revert';
import { useRevoke } from './use-revoke';

interface LeakDialogProps {
  readonly value: KeyWithUse;
  readonly keys: readonly KeyView[];
  readonly names: Names;
  readonly onRevoked: (value: KeyView) => void;
  readonly onCreate: () => void;
  readonly onClose: () => void;
}

type LeakStep = 'revoke' | 'changes' | 'revert' | 'done';

/** Everything to do about a leaked key: revoke it, see what it changed, and revert that. */
export default function LeakDialog(props: LeakDialogProps) {
  const { leak: t, revert: words } = texts;
  const { value, names, onClose } = props;
  const state = useLeak(props);
  const { step, job, failure, revoking } = state;
  const ids = useFocusOnStep(step);
  return (
    <Dialog title={t.title(value.name)} onClose={onClose} footer={<Footer {...props} state={state} />}>
      <Step id={ids.revoke} title={t.steps.revoke}>
        {revoking.failure !== undefined && <Failure {...revoking.failure} />}
        {step === 'revoke' ? (
          <>
            <p>{texts.revokeDialog.body(value.name)}</p>
            <p>
              <code className="key-id">pclsk_{value.keyId}_…</code>
            </p>
            <p>
              {texts.revokeDialog.lastUsed} <LastUsed value={value} />
            </p>
            {revoking.choice}
          </>
        ) : (
          <p role="status">{statusReason(value, names)}</p>
        )}
      </Step>
      <Step id={ids.changes} title={t.steps.changes}>
        <Changes keyId={value.keyId} state={state} />
      </Step>
      <Step id={ids.revert} title={t.steps.revert}>
        {failure !== undefined && <Failure title={words.failed} error={failure} />}
        {job === undefined && <p>{t.revertNote}</p>}
        {job !== undefined && step === 'revert' && <JobProgress job={job} />}
        {job !== undefined && step === 'done' && <JobResult job={job} nothing={words.nothing} />}
        {step === 'done' && <p>{t.next}</p>}
      </Step>
    </Dialog>
  );
}

type LeakState = ReturnType<typeof useLeak>;

function useLeak({ value, keys, onRevoked }: LeakDialogProps) {
  const { keyId } = value;
  // Both stay while the key is revoked here.
  const [wasRevoked] = useState(value.revokedAt !== undefined);
  const [end] = useState(() => leakEnd(value));
  const [period, setPeriod] = useState<LeakPeriod>({ of: 'week', since: '' });
  const from = startOf(period, end);
  const list = useLoad(useCallback(() => readChanges(keyId, from), [keyId, from]));
  const revoking = useRevoke(value, keys, onRevoked);
  const { job, renew, ...reverting } = useRevert(keyId);
  return {
    step: stepOf(value, job),
    ...{ wasRevoked, period, from, list, revoking, job },
    ...reverting,
    onPeriod: (changed: LeakPeriod) => {
      renew();
      setPeriod(changed);
    },
  };
}

function stepOf(value: KeyView, job: JobView | undefined): LeakStep {
  if (value.status === 'active' || value.status === 'grace') return 'revoke';
  if (job === undefined) return 'changes';
  return isFinished(job) ? 'done' : 'revert';
}

interface FooterProps extends Pick<LeakDialogProps, 'onCreate' | 'onClose'> {
  readonly state: LeakState;
}

/** The action of the step. Each has its own button, so that a second press cannot start the next one. */
function Footer({ state, onCreate, onClose }: FooterProps) {
  const { leak: t } = texts;
  const { step, list, from, job, revoking, start, cancel } = state;
  const { isSending, send } = useSending();
  const found = list.load.state === 'ready' ? list.load.value : undefined;
  const action = (label: string, run: () => Promise<unknown>, isDisabled = false) => (
    <Button
      key={step}
      appearance="danger"
      isDisabled={isDisabled}
      isLoading={isSending}
      onClick={() =>
        void send(async () => {
          await run();
        })
      }
    >
      {label}
    </Button>
  );
  if (step === 'done') {
    return (
      <>
        <Button onClick={onCreate}>{t.createKey}</Button>
        <Button appearance="primary" onClick={onClose}>
          {t.done}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button appearance="subtle" onClick={onClose}>
        {step === 'revoke' ? texts.cancel : texts.close}
      </Button>
      {step === 'revoke' && action(texts.revokeDialog.submit(revoking.count), revoking.revoke)}
      {step === 'changes' && action(t.revert, () => start(false, from), found === undefined || isNothing(found))}
      {step === 'revert' && job !== undefined && action(texts.revert.stop, () => cancel(job.jobId))}
    </>
  );
}

function Changes({ keyId, state }: { readonly keyId: string; readonly state: LeakState }) {
  const { leak: t } = texts;
  const { goTo } = useNavigation();
  const { job, period, wasRevoked, from, onPeriod } = state;
  const { load, reload, update } = state.list;
  const { more, loadMore } = useLoadMore<KeyChanges | undefined>(from, (part) =>
    update((before) => (before === undefined || part === undefined ? before : withPart(before, part))),
  );
  return (
    <>
      {job === undefined && <LeakPeriodFields period={period} isRevoked={wasRevoked} onChange={onPeriod} />}
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(found) =>
          found !== undefined && (
            <KeyChangesList
              found={found}
              more={more}
              onMore={() => void loadMore(() => readChanges(keyId, from, found.cursor))}
            />
          )
        }
      </Loaded>
      <p className="note">{t.otherActions}</p>
      <Button onClick={() => goTo('audit', { apiKeyId: keyId })}>{texts.details.toActions}</Button>
    </>
  );
}

function isNothing({ changes, others, cursor }: KeyChanges): boolean {
  return changes.length === 0 && others === 0 && cursor === undefined;
}

/** @returns undefined for an unfinished date and time */
async function readChanges(keyId: string, from?: string, cursor?: string): Promise<Outcome<KeyChanges | undefined>> {
  if (from === 'invalid') return { ok: true, value: undefined };
  return ask('listKeyChanges', {
    keyId,
    ...(from === undefined ? {} : { from }),
    ...(cursor === undefined ? {} : { cursor }),
  });
}

interface StepProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ id, title, children }: StepProps) {
  return (
    <section className="details-section leak-step" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/**
 * Moves the focus to the heading of each new step. Otherwise a second press of Enter would start it.
 * @returns the IDs of the headings
 */
function useFocusOnStep(step: LeakStep) {
  const id = useId();
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.getElementById(`${id}-${step === 'done' ? 'revert' : step}`)?.focus();
  }, [id, step]);
  return { revoke: `${id}-revoke`, changes: `${id}-changes`, revert: `${id}-revert` };
}
