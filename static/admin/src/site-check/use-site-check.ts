import { useCallback, useEffect, useState } from 'react';
import type { SiteCheckView } from '../../../../src/admin/site/site-check';
import { ask, type OperationError, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import { usePolling } from '../use-polling';
import { useSending } from '../use-sending';
import { probesOf } from './probe-state';
import { siteCheckTexts as t } from './probe-texts';

const read = () => ask('getSiteCheck', {});

/** While a check runs, or requests are expected. */
const POLL_MS = 2_000;
/** While an event or a schedule is expected. */
const SLOW_POLL_MS = 15_000;

type Answers = Parameters<typeof ask<'recordFrameProbe'>>[1]['answers'];

export type SiteCheck = ReturnType<typeof useSiteCheck>;

/** The answers, which are read again while more are expected. */
export function useSiteCheck() {
  const { load, reload, setValue } = useLoad(read);
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: OperationError }>();
  const [isExpecting, setIsExpecting] = useState(false);
  const { isSending, send } = useSending();
  const view = load.state === 'ready' ? load.value : undefined;

  const put = useCallback(
    (title: string, answer: Outcome<SiteCheckView>) => {
      if (answer.ok) setValue(answer.value);
      setFailure(answer.ok ? undefined : { title, error: answer.error });
    },
    [setValue],
  );
  const refresh = useCallback(async () => put(t.notUpdated, await read()), [put]);
  const onAnswer = useCallback((answer: Outcome<SiteCheckView>) => put(t.notUpdated, answer), [put]);

  const isQuick = view?.isRunning === true || isExpecting;
  const isPending = view !== undefined && probesOf(view).some((one) => one.isPending);
  const poll = isSending ? undefined : isQuick ? 'quick' : isPending ? 'slow' : undefined;
  usePolling(poll, read, onAnswer, isQuick ? POLL_MS : SLOW_POLL_MS);

  const mayStartAt = view?.mayStartAt;
  useEffect(() => {
    if (mayStartAt === undefined) return undefined;
    const timer = setTimeout(() => void refresh(), Math.max(0, Date.parse(mayStartAt) - Date.now()) + POLL_MS);
    return () => clearTimeout(timer);
  }, [mayStartAt, refresh]);

  const start = () => void send(async () => put(t.notStarted, await ask('startSiteCheck', {})));
  const record = (answers: Answers) => send(async () => put(t.notRecorded, await ask('recordFrameProbe', { answers })));
  const setComputedPages = (isOn: boolean) =>
    send(async () => put(t.computed.failed(isOn), await ask('setComputedPages', { isOn })));

  return { load, reload, refresh, failure, isSending, start, record, setComputedPages, setIsExpecting };
}
