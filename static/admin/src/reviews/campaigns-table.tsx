import Button from '@atlaskit/button/new';
import type { CampaignView } from '../../../../src/admin/pages/campaigns';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { Level } from '../../../../src/classification/model';
import { formatDay, formatMoment } from '../dates';
import { levelName, type Names } from '../names';
import { texts } from '../texts';
import { Progress } from '../ui/progress';
import { Table } from '../ui/table';
import { useSpaceNames } from '../use-space-names';

export type EvidenceFormat = AdminOperations['exportEvidence']['input']['format'];

interface CampaignsTableProps {
  readonly state: 'open' | 'ended';
  readonly campaigns: readonly CampaignView[];
  readonly levels: readonly Level[];
  readonly onEnd: (campaign: CampaignView) => void;
  readonly onExport: (campaign: CampaignView, format: EvidenceFormat) => void;
}

const NO_SPACES: Names['spaces'] = new Map();

/** Campaigns with their filter in words, their progress and their actions. */
export function CampaignsTable({ state, campaigns, levels, onEnd, onExport }: CampaignsTableProps) {
  const { campaigns: t } = texts.reviews;
  const spaces = useSpaceNames(campaigns.flatMap(({ filter }) => filter.spaceIds ?? [])) ?? NO_SPACES;
  const { name: ofName, day: ofDay, progress: ofProgress, actions: ofActions } = t.columns;
  const dayColumn = ofDay[state];
  return (
    <Table caption={t.titles[state]} headings={[ofName, dayColumn, ofProgress, ofActions]}>
      {campaigns.map((campaign) => {
        const { campaignId, name, answerBy, endedAt = answerBy, pages, stillRight, passedOn } = campaign;
        const confirmed = t.confirmed(stillRight, pages);
        const others = passedOn > 0 ? t.passedOn(passedOn) : undefined;
        return (
          <tr key={campaignId}>
            <th scope="row" data-label={ofName}>
              {name}
              <span className="line note">{filterInWords(campaign, levels, spaces)}</span>
            </th>
            <td data-label={dayColumn}>
              {state === 'open' ? formatDay(answerBy.slice(0, 10)) : formatMoment(endedAt)}
            </td>
            <td data-label={ofProgress}>
              {state === 'open' ? (
                <Progress
                  label={t.progressOf(name)}
                  isRunning={false}
                  {...{ done: stillRight, total: pages }}
                  words={[confirmed, others]}
                />
              ) : (
                <>
                  {confirmed}
                  <span className="line note">{others}</span>
                </>
              )}
            </td>
            <td data-label={ofActions}>
              <div className="presets">
                {(['json', 'csv'] as const).map((format) => (
                  <Button
                    key={format}
                    spacing="compact"
                    aria-label={t.exportOf(name, format)}
                    onClick={() => onExport(campaign, format)}
                  >
                    {t.export(format)}
                  </Button>
                ))}
                {state === 'open' && (
                  <Button spacing="compact" aria-label={t.endOf(name)} onClick={() => onEnd(campaign)}>
                    {t.endIt}
                  </Button>
                )}
              </div>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function filterInWords({ filter, reviewers }: CampaignView, levels: readonly Level[], spaces: Names['spaces']): string {
  const { filter: t, by } = texts.reviews.campaigns;
  const { levelIds, spaceIds = [], exposure, hasFindings, reviewedBefore } = filter;
  const known = spaceIds.flatMap((spaceId) => spaces.get(spaceId)?.name ?? []);
  // A name that could not be loaded may be one that the admin cannot view.
  const hidden = spaceIds.length - known.length;
  const parts = [
    levelIds === undefined ? t.anyLevel : levelIds.map((levelId) => levelName({ levels }, levelId)).join(', '),
    spaceIds.length > 0 && t.spaces([...known, ...(hidden > 0 ? [t.hiddenSpaces(hidden)] : [])]),
    exposure !== undefined && t.over,
    hasFindings === true && t.findings,
    reviewedBefore !== undefined && t.notReviewedSince(formatDay(reviewedBefore.slice(0, 10))),
    by[reviewers],
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
