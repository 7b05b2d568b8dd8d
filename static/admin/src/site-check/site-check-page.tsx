import { view as bridgeView } from '@forge/bridge';
import Button from '@atlaskit/button/new';
import { useEffect, useState } from 'react';
import type { SiteCheckView } from '../../../../src/admin/site/site-check';
import { formatAgo, formatInstant } from '../dates';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import { printInLightTheme } from '../ui/print-in-light-theme';
import { Progress } from '../ui/progress';
import { ComputedPages } from './computed-pages';
import { countStates, failuresFirst, isProblem, probesOf } from './probe-state';
import { API_TEXTS, PROBE_TEXTS, siteCheckTexts as t } from './probe-texts';
import { ProbeSection, rowIdOf } from './probe-section';
import { type SiteCheck, useSiteCheck } from './use-site-check';
import './site-check.css';

/** The answers of the site check, with what the app does and what the admin can do. */
export default function SiteCheckPage() {
  const check = useSiteCheck();
  useEffect(printInLightTheme, []);
  return (
    <div className="site-check">
      <PageHeader
        title={t.title}
        intro={t.intro}
        actions={
          <div className="presets screen-only">
            <Button isDisabled={check.load.state !== 'ready'} onClick={() => window.print()}>
              {t.print}
            </Button>
          </div>
        }
      />
      <Loaded load={check.load} failed={t.failed} onRetry={check.reload} rows={8}>
        {(view) => <Report view={view} check={check} />}
      </Loaded>
    </div>
  );
}

interface ReportProps {
  readonly view: SiteCheckView;
  readonly check: SiteCheck;
}

function Report({ view, check }: ReportProps) {
  return (
    <>
      <PrintHeader view={view} />
      {check.failure !== undefined && <Failure {...check.failure} onRetry={() => void check.refresh()} />}
      <ApiLine view={view} />
      <ComputedPages view={view} check={check} />
      <Run view={view} check={check} />
      <Problems view={view} />
      {failuresFirst(view).map(({ section, probes }) => (
        <ProbeSection key={section} section={section} probes={probes} view={view} check={check} />
      ))}
    </>
  );
}

function ApiLine({ view: { api, computedPages } }: Pick<ReportProps, 'view'>) {
  const [line, note] = API_TEXTS[computedPages?.isOn === true ? 'computed' : api];
  return (
    <p className="api-on-site">
      <strong>{line}</strong>
      <span className="line note">{note}</span>
    </p>
  );
}

/** Starts a check, and shows the progress and the result of the last one. */
function Run({ view, check }: ReportProps) {
  const { lastCheck, isRunning, mayStartAt } = view;
  const probes = probesOf(view);
  const checked = probes.filter(({ source }) => source === 'check');
  const isAnswered = checked.filter(({ answer, isPending }) => answer !== undefined && !isPending);
  const pending = probes.filter(({ isPending }) => isPending).length;
  const isWaiting = mayStartAt !== undefined;
  return (
    <div className="site-check-run">
      {lastCheck === undefined ? (
        <Message kind="information" title={t.never}>
          <p>{t.neverBody}</p>
        </Message>
      ) : (
        <p>
          <strong>{t.summary(...countStates(probes))}</strong>
          <span className="line note">
            {t.lastCheck(formatAgo(lastCheck.startedAt))}
            {view.appVersion !== undefined && ` · ${t.version(view.appVersion)}`}
          </span>
        </p>
      )}
      {isRunning && (
        <Progress
          label={t.running}
          isRunning
          done={isAnswered.length}
          total={checked.length}
          words={[t.running, t.progress(isAnswered.length, checked.length), t.runningBody]}
        />
      )}
      {!isRunning && pending > 0 && <p className="note">{t.pendingNote(pending)}</p>}
      <div className="section-buttons screen-only">
        <Button
          appearance={lastCheck === undefined ? 'primary' : 'default'}
          isDisabled={isWaiting || isRunning}
          isLoading={check.isSending}
          onClick={check.start}
        >
          {t.check}
        </Button>
      </div>
      {isWaiting && <p className="note screen-only">{t.wait(formatInstant(mayStartAt))}</p>}
    </div>
  );
}

/** The probes that failed and need something of the admin. */
function Problems({ view }: Pick<ReportProps, 'view'>) {
  const problems = probesOf(view).filter(isProblem);
  if (problems.length === 0) return null;
  return (
    <div className="screen-only">
      <Message kind="warning" title={t.problems(problems.length)}>
        <ul>
          {problems.map(({ probe }) => (
            <li key={probe}>
              <button type="button" className="link" onClick={() => document.getElementById(rowIdOf(probe))?.focus()}>
                {PROBE_TEXTS[probe].name}
              </button>
            </li>
          ))}
        </ul>
      </Message>
    </div>
  );
}

/** The site and the time. Only in print. */
function PrintHeader({ view: { appVersion } }: Pick<ReportProps, 'view'>) {
  const [site, setSite] = useState<string>();
  useEffect(() => {
    void bridgeView.getContext().then(
      ({ siteUrl }) => setSite(siteUrl),
      () => undefined,
    );
  }, []);
  return (
    <div className="print-only report-header">
      {site !== undefined && <p>{t.ofSite(new URL(site).host)}</p>}
      {appVersion !== undefined && <p>{t.version(appVersion)}</p>}
      <p>{t.printed(formatInstant(new Date().toISOString()))}</p>
    </div>
  );
}
