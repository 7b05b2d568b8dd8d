import Button from '@atlaskit/button/new';
import { useEffect, useState } from 'react';
import type { ProbeView, WebProbe } from '../../../../src/admin/site/site-check';
import type { ProbeName } from '../../../../src/capabilities/answers';
import { formatInstant } from '../dates';
import { ask, type OperationError } from '../operations';
import { CodeBlock } from '../ui/code-block';
import { Failure } from '../ui/failure';
import { useSending } from '../use-sending';
import { commandsOf, isAnsweredSince } from './web-commands';
import { siteCheckTexts } from './probe-texts';
import type { SiteCheck } from './use-site-check';

const { web: t } = siteCheckTexts;

interface WebProbesProps {
  readonly probes: readonly ProbeView[];
  readonly check: SiteCheck;
}

/** The commands that send requests to the app, and which of them have arrived. */
export function WebProbes({ probes, check: { setIsExpecting, record, isSending } }: WebProbesProps) {
  const [webProbe, setWebProbe] = useState<WebProbe>();
  const [error, setError] = useState<OperationError>();
  const [isExpired, setIsExpired] = useState(false);
  const starting = useSending();
  const waiting = probes.filter(({ answer }) => webProbe !== undefined && !isAnsweredSince(webProbe, answer));
  const isExpecting = !isExpired && waiting.length > 0;

  useEffect(() => {
    setIsExpecting(isExpecting);
    return () => setIsExpecting(false);
  }, [isExpecting, setIsExpecting]);
  useEffect(() => {
    if (webProbe === undefined) return undefined;
    setIsExpired(false);
    const timer = setTimeout(() => setIsExpired(true), Math.max(0, Date.parse(webProbe.expiresAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [webProbe]);

  const start = () =>
    void starting.send(async () => {
      const answer = await ask('startWebProbe', {});
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) setWebProbe(answer.value);
    });
  const isAnswered = (names: readonly ProbeName[]) => waiting.every(({ probe }) => !names.includes(probe));

  return (
    <div className="screen-only">
      <p className="section-text">{t.intro}</p>
      {error !== undefined && <Failure title={t.notStarted} error={error} />}
      {webProbe !== undefined && (
        <>
          {commandsOf(webProbe.url).map(({ command, text, probes: answered }) => (
            <div key={command} className="probe-command">
              <p className="note" role="status">
                {isAnswered(answered) ? t.isAnswered(t.commands[command]) : t.notArrivedYet(t.commands[command])}
              </p>
              <CodeBlock label={t.label(t.commands[command])} text={text} copyLabel={t.copy(t.commands[command])} />
            </div>
          ))}
          <p className="note">
            {waiting.length === 0 ? t.allAnswered : isExpired ? t.expired : t.until(formatInstant(webProbe.expiresAt))}
          </p>
        </>
      )}
      <div className="section-buttons">
        <Button isLoading={starting.isSending} onClick={start}>
          {webProbe === undefined ? t.start : t.renew}
        </Button>
        {waiting.length > 0 && (
          <Button
            appearance="subtle"
            aria-disabled={isSending}
            onClick={() => void record(waiting.map(({ probe }) => ({ probe, state: 'fails', detail: 'not-arrived' })))}
          >
            {t.didNotArrive}
          </Button>
        )}
      </div>
    </div>
  );
}
