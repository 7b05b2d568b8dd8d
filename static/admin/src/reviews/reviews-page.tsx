import Button from '@atlaskit/button/new';
import { lazy, Suspense, useCallback, useRef } from 'react';
import type { CampaignList, CampaignView } from '../../../../src/admin/pages/campaigns';
import type { Level } from '../../../../src/classification/model';
import type { Query } from '../address-part';
import { formatInstant } from '../dates';
import { ask, type Outcome } from '../operations';
import { GoToLink } from '../overview/go-to-link';
import { texts } from '../texts';
import { CancelDialog } from '../ui/cancel-dialog';
import { EmptyState } from '../ui/empty-state';
import { ExportPanel } from '../ui/export-panel';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { Section } from '../ui/section';
import { showSuccess } from '../ui/success-flag';
import { useExport } from '../use-export';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { usePolling } from '../use-polling';
import { CampaignsTable, type EvidenceFormat } from './campaigns-table';

// Loaded when it opens.
const CreateDialog = lazy(() => import('./create-dialog'));

/** How often to read the progress of open campaigns. */
const POLL_EVERY_MS = 30_000;

/** The dialog in the address of the page. */
function openDialogIn({ dialog, campaignId }: Query) {
  if (dialog === 'create') return { dialog } as const;
  return dialog === 'end' && campaignId !== undefined ? ({ dialog, campaignId } as const) : undefined;
}

const FOCUS_IDS = { create: 'campaigns-open', end: 'campaigns-open' };

/** Review campaigns: their progress, a new one, their end and their evidence. */
export default function ReviewsPage() {
  const { campaigns: t } = texts.reviews;
  const { load, reload, setOpen, put } = useCampaigns();
  const { open, show, close } = useOpenDialog(openDialogIn, FOCUS_IDS);
  const exporting = useEvidence();
  const loaded = load.state === 'ready' ? load.value : undefined;
  const hasNone = loaded !== undefined && loaded.open.campaigns.length + loaded.ended.campaigns.length === 0;
  usePolling(loaded?.open.campaigns.length ? 'open' : undefined, readOpen, setOpen, POLL_EVERY_MS);
  const create = (
    <Button appearance="primary" isDisabled={loaded === undefined} onClick={() => show({ dialog: 'create' })}>
      {t.create}
    </Button>
  );
  const ending =
    open?.dialog === 'end'
      ? loaded?.open.campaigns.find(({ campaignId }) => campaignId === open.campaignId)
      : undefined;
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} actions={hasNone ? undefined : create} />
      {exporting.state.state !== 'idle' && (
        <ExportPanel
          state={exporting.state}
          summary=""
          unreadable={() => ''}
          onResume={exporting.resume}
          onEnd={exporting.end}
        />
      )}
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={6}>
        {({ levels, ...lists }) =>
          hasNone ? (
            <EmptyState title={t.none} body={t.noneBody}>
              {create}
            </EmptyState>
          ) : (
            (['open', 'ended'] as const).map((state) => (
              <Section key={state} id={`campaigns-${state}`} title={t.titles[state]}>
                <Campaigns
                  list={lists[state]}
                  {...{ state, levels }}
                  onEnd={({ campaignId }) => show({ dialog: 'end', campaignId })}
                  onExport={exporting.start}
                />
              </Section>
            ))
          )
        }
      </Loaded>
      <Section id="campaigns-rules" title={texts.reviews.rules.title} intro={t.rules}>
        <GoToLink page="policy" query={{ section: 'review-rules' }}>
          {t.showRules}
        </GoToLink>
      </Section>
      {open?.dialog === 'create' && loaded !== undefined && (
        <Suspense fallback={null}>
          <CreateDialog levels={loaded.levels} onCreated={put} onClose={close} />
        </Suspense>
      )}
      {ending !== undefined && <EndDialog campaign={ending} onEnded={put} onClose={close} />}
    </>
  );
}

interface CampaignsProps {
  readonly state: 'open' | 'ended';
  readonly list: CampaignList;
  readonly levels: readonly Level[];
  readonly onEnd: (campaign: CampaignView) => void;
  readonly onExport: (campaign: CampaignView, format: EvidenceFormat) => void;
}

function Campaigns({ list: { campaigns, others, asOf }, ...shared }: CampaignsProps) {
  const { campaigns: t } = texts.reviews;
  if (campaigns.length === 0) return <p className="subtle">{t.noneIn[shared.state]}</p>;
  return (
    <>
      <CampaignsTable campaigns={campaigns} {...shared} />
      <p className="note">
        {t.asOf(formatInstant(asOf))} {others > 0 && t.others(others)}
      </p>
    </>
  );
}

interface EndDialogProps {
  readonly campaign: CampaignView;
  readonly onEnded: (campaign: CampaignView) => void;
  readonly onClose: () => void;
}

function EndDialog({ campaign: { campaignId, name, pages, stillRight }, onEnded, onClose }: EndDialogProps) {
  const { end: t } = texts.reviews.campaigns;
  return (
    <CancelDialog
      title={t.title(name)}
      submit={t.submit}
      texts={t}
      cancel={() => ask('endCampaign', { campaignId })}
      onCanceled={(ended) => {
        onEnded(ended);
        showSuccess({ id: `campaign-${campaignId}`, title: t.done, description: name });
      }}
      onClose={onClose}
    >
      <p>{t.body(stillRight, pages)}</p>
    </CancelDialog>
  );
}

interface LoadedCampaigns {
  readonly open: CampaignList;
  readonly ended: CampaignList;
  readonly levels: readonly Level[];
}

const readOpen = () => ask('listCampaigns', { state: 'open' });

async function readAll(): Promise<Outcome<LoadedCampaigns>> {
  const [open, ended, levels] = await Promise.all([
    readOpen(),
    ask('listCampaigns', { state: 'ended' }),
    ask('listLevels', {}),
  ]);
  if (!open.ok) return open;
  if (!ended.ok) return ended;
  return levels.ok
    ? { ok: true, value: { open: open.value, ended: ended.value, levels: levels.value.levels } }
    : levels;
}

function useCampaigns() {
  const { load, reload, update } = useLoad(useCallback(readAll, []));
  const setOpen = useCallback(
    (answer: Outcome<CampaignList>) => {
      // Keeps the last numbers. The next attempt may succeed.
      if (answer.ok) update((value) => ({ ...value, open: answer.value }));
    },
    [update],
  );
  /** Adds or replaces a campaign. */
  const put = (campaign: CampaignView) =>
    update((value) => {
      const without = (list: CampaignList) => ({
        ...list,
        campaigns: list.campaigns.filter(({ campaignId }) => campaignId !== campaign.campaignId),
      });
      const state = campaign.endedAt === undefined ? 'open' : 'ended';
      const lists = { open: without(value.open), ended: without(value.ended) };
      const { campaigns } = lists[state];
      return { ...value, ...lists, [state]: { ...lists[state], campaigns: [campaign, ...campaigns] } };
    });
  return { load, reload, setOpen, put };
}

/** Each part is a file of its own, because a signature covers a whole file. */
function useEvidence() {
  const { start, ...exporting } = useExport();
  const opener = useRef<Element | null>(null);
  return {
    ...exporting,
    start: ({ campaignId, name }: CampaignView, format: EvidenceFormat) => {
      opener.current = document.activeElement;
      start({
        read: async (cursor) => {
          const answer = await ask('exportEvidence', {
            ...{ campaignId, format },
            ...(cursor === undefined ? {} : { cursor }),
          });
          if (!answer.ok) return answer;
          const { text: csv, lines: rows, ...more } = answer.value;
          return { ok: true, value: { csv, rows, unreadable: 0, ...more } };
        },
        fileName: texts.reviews.campaigns.fileName(name, format),
        isFilePerPart: true,
      });
    },
    end: () => {
      exporting.end();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
