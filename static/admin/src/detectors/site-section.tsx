import Button from '@atlaskit/button/new';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { texts } from '../texts';
import { Card } from '../overview/card';
import { Disclosure } from '../ui/disclosure';
import { Fact } from '../ui/fact';
import { Section } from '../ui/section';
import { focusIds } from './focus-ids';
import { filesInWords, redactionInWords, regionsInWords, targetsInWords } from './words';

interface SiteSectionProps {
  readonly view: DetectionView;
  readonly onEdit: () => void;
}

/** More are folded. */
const NAMED_REGIONS = 5;

/** The detection settings of the site. */
export function SiteSection({ view, onEdit }: SiteSectionProps) {
  const { site: t } = texts.detectors;
  const { regions, minConfidence, targets, attachmentContents, redaction } = view;
  return (
    <Section id={focusIds.site} title={t.title} actions={<Button onClick={onEdit}>{t.edit}</Button>}>
      <div className="cards">
        <Card id="scan-regions" title={t.regions}>
          {regions.length <= NAMED_REGIONS ? (
            <p>{regionsInWords(regions)}</p>
          ) : (
            <Disclosure summary={t.regionCount(regions.length)}>{regionsInWords(regions)}</Disclosure>
          )}
        </Card>
        <Card id="scan-parts" title={t.confidenceAndParts}>
          <dl className="facts">
            <Fact label={t.minConfidence}>{minConfidence}</Fact>
            <Fact label={t.targets}>{targetsInWords(targets)}</Fact>
            <Fact label={t.files}>{filesInWords(attachmentContents)}</Fact>
            <Fact label={t.redaction}>{redactionInWords(redaction)}</Fact>
          </dl>
        </Card>
      </div>
    </Section>
  );
}
