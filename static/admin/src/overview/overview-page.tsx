import { view } from '@forge/bridge';
import Button from '@atlaskit/button/new';
import { useCallback, useEffect, useState } from 'react';
import type { Overview } from '../../../../src/admin/site/overview';
import type { Setup } from '../../../../src/admin/site/setup';
import { formatAgo, formatInstant, localToday } from '../dates';
import { downloadCsv } from '../download';
import { useNavigation } from '../navigation';
import { printInLightTheme } from '../ui/print-in-light-theme';
import { useSending } from '../use-sending';
import { ask, type OperationError, type Outcome } from '../operations';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { Menu } from '../ui/menu';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import { Summary } from '../exposure/summary';
import { useLoad } from '../use-load';
import { About, Week, Work } from './activity';
import { Card } from './card';
import { CoverageChart, LevelsChart, TrendOfFindings } from './charts';
import { Denials } from './denials';
import { GoToLink } from './go-to-link';
import { KeyFigures } from './key-figures';
import { COVERAGE_LISTS } from './lists';
import '../ui/level-lozenge.css';
import './overview.css';
import { Matrix } from './matrix';
import { matrixLines, spaceLines, trendLines } from './overview-csv';
import { SetupList } from './setup-list';
import { Spaces } from './spaces';
import { toDosOf } from './to-do';
import { ToDoList } from './to-do-list';

interface OverviewAndSetup {
  readonly overview: Overview;
  readonly setup: Setup;
}

/** The first page of the admin area. Shows what is in order, and what to do next. */
export function OverviewPage() {
  const { overview: t } = texts;
  const { load, reload, setValue, update } = useLoad(useCallback(readBoth, []));
  const { isSending, send } = useSending();
  useEffect(printInLightTheme, []);
  const [error, setError] = useState<OperationError>();
  const loaded = load.state === 'ready' ? load.value.overview : undefined;
  /** Keeps the loaded numbers if it fails. */
  const refresh = async () => {
    const answer = await readBoth();
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) setValue(answer.value);
  };
  return (
    <div className="overview">
      <PageHeader
        title={t.title}
        intro={t.intro}
        actions={
          <div className="presets screen-only">
            {loaded !== undefined && <AsOf overview={loaded} />}
            <Button isLoading={isSending} isDisabled={loaded === undefined} onClick={() => void send(refresh)}>
              {t.refresh}
            </Button>
            <Button isDisabled={loaded === undefined} onClick={() => window.print()}>
              {t.print}
            </Button>
            {loaded !== undefined && <ExportMenu overview={loaded} />}
          </div>
        }
      />
      {error !== undefined && <Failure title={t.notRefreshed} error={error} />}
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={8}>
        {({ overview, setup }) => (
          <>
            <ReportHeader overview={overview} />
            <Parts
              overview={overview}
              setup={setup}
              onSetup={(changed) => update((value) => ({ ...value, setup: changed }))}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface PartsProps extends OverviewAndSetup {
  readonly onSetup: (setup: Setup) => void;
}

/** True if a scan runs, or the site has one. */
function hasScan({ runs }: Overview, { hasScans }: Setup): boolean {
  return hasScans || runs.open.some(({ kind }) => kind === 'scan');
}

function Parts({ overview, setup, onSetup }: PartsProps) {
  const { overview: t } = texts;
  const { goTo } = useNavigation();
  const isEmpty = overview.site.pages === 0;
  const wasScanned = hasScan(overview, setup);
  const all = toDosOf(overview, new Date(), setup.acceptedHidden);
  // The headline of the matrix says it already.
  const toDos = all.filter(({ id }) => isEmpty || overview.matrix === undefined || id !== 'below-required');
  return (
    <>
      {overview.isCounting && (
        <Message kind="information" title={t.counting}>
          <p>{t.countingBody}</p>
        </Message>
      )}
      <div className="overview-grid overview-first">
        {!setup.isHidden && <SetupList setup={setup} onChanged={onSetup} />}
        {!isEmpty && <Matrix overview={overview} />}
        {!isEmpty && (
          <Card id="exposure" title={texts.exposure.title} subtitle={texts.exposure.subtitle}>
            <Summary summary={overview.exposure} />
          </Card>
        )}
        {(toDos.length > 0 || (!isEmpty && all.length === 0)) && <ToDoList toDos={toDos} onAccepted={onSetup} />}
      </div>
      {isEmpty ? (
        <EmptyState title={t.empty.title} body={wasScanned ? t.empty.afterScan : t.empty.body}>
          <Button
            appearance={setup.isHidden && !wasScanned ? 'primary' : 'default'}
            onClick={() => goTo('scans', wasScanned ? {} : COVERAGE_LISTS.notScanned)}
          >
            {wasScanned ? t.empty.viewScans : t.empty.action}
          </Button>
        </EmptyState>
      ) : (
        <>
          <KeyFigures overview={overview} />
          <div className="overview-grid">
            <LevelsChart overview={overview} />
            <CoverageChart overview={overview} />
            <TrendOfFindings overview={overview} />
            <Spaces overview={overview} />
            {overview.denials !== undefined && (
              <Card
                id="denials"
                title={texts.pageUse.denials.title}
                actions={
                  <GoToLink page="policy" query={{ section: 'page-use-rules' }}>
                    {texts.pageUse.denials.view}
                  </GoToLink>
                }
              >
                <Denials denials={overview.denials} />
              </Card>
            )}
            <Week overview={overview} />
            <Work overview={overview} />
          </div>
        </>
      )}
      <div className="overview-grid">
        <About overview={overview} />
      </div>
      {setup.isHidden && <ShowSetup onSetup={onSetup} />}
    </>
  );
}

function ShowSetup({ onSetup }: Pick<PartsProps, 'onSetup'>) {
  const show = async () => {
    const answer = await ask('hideSetup', { isHidden: false });
    if (!answer.ok) return;
    onSetup(answer.value);
    window.scrollTo({ top: 0 });
  };
  return (
    <p className="screen-only">
      <Button appearance="subtle" spacing="compact" onClick={() => void show()}>
        {texts.overview.setup.show}
      </Button>
    </p>
  );
}

function AsOf({ overview: { asOf } }: { readonly overview: Overview }) {
  const { overview: t } = texts;
  return (
    <p className="subtle overview-as-of" role="status" title={asOf === null ? undefined : formatInstant(asOf)}>
      {asOf === null ? t.notCounted : t.asOf(formatAgo(asOf))}
    </p>
  );
}

function ExportMenu({ overview }: { readonly overview: Overview }) {
  const { overview: t } = texts;
  return (
    <Menu
      label={t.exports}
      text={t.exports}
      items={[
        ...(overview.matrix === undefined
          ? []
          : [
              {
                label: t.exportMatrix,
                onSelect: () => downloadCsv(matrixLines(overview), t.matrixFile(localToday())),
              },
            ]),
        {
          label: t.exportSpaces,
          onSelect: () => downloadCsv(spaceLines(overview), t.spacesFile(localToday())),
        },
        {
          label: t.exportTrend,
          onSelect: () => downloadCsv(trendLines(overview), t.trendFile(localToday())),
        },
      ]}
    />
  );
}

/** The facts that an auditor needs next to the numbers. Only in print. */
function ReportHeader({ overview: { asOf } }: { readonly overview: Overview }) {
  const { report: t, notCounted } = texts.overview;
  const [site, setSite] = useState<string>();
  useEffect(() => {
    void view.getContext().then(
      ({ siteUrl }) => setSite(siteUrl),
      () => undefined,
    );
  }, []);
  return (
    <div className="print-only report-header">
      <p>{t.title}</p>
      {site !== undefined && <p>{t.of(new URL(site).host)}</p>}
      <p>{t.printed(formatInstant(new Date().toISOString()))}</p>
      <p>{asOf === null ? notCounted : t.asOf(formatInstant(asOf))}</p>
    </div>
  );
}

async function readBoth(): Promise<Outcome<OverviewAndSetup>> {
  const [overview, setup] = await Promise.all([ask('getOverview', {}), ask('getSetup', {})]);
  if (!overview.ok) return overview;
  if (!setup.ok) return setup;
  return { ok: true, value: { overview: overview.value, setup: setup.value } };
}
