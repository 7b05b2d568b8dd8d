import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { SiteCheckView } from '../../../../src/admin/site/site-check';
import { formatInstant } from '../dates';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Section } from '../ui/section';
import { siteCheckTexts } from './probe-texts';
import type { SiteCheck } from './use-site-check';

const t = siteCheckTexts.computed;

interface ComputedPagesProps {
  readonly view: SiteCheckView;
  readonly check: Pick<SiteCheck, 'isSending' | 'setComputedPages'>;
}

/** The switch of computed permissions, where the API has no other way, or where it is on. */
export function ComputedPages({ view: { api, computedPages }, check }: ComputedPagesProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isOn = computedPages?.isOn === true;
  if (!isOn && api !== 'refused' && api !== 'contributors-only') return null;
  const submit = () => void check.setComputedPages(!isOn).then(() => setIsAsking(false));
  return (
    <Section id="computed-pages" title={t.title} intro={t.intro}>
      {isOn && <p>{t.counts(computedPages.allowed, computedPages.refused, formatInstant(computedPages.changedAt))}</p>}
      <div className="section-buttons screen-only">
        <Button isDisabled={check.isSending} onClick={() => setIsAsking(true)}>
          {isOn ? t.turnOff : t.turnOn}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={isOn ? t.confirmOff : t.confirmOn}
          submit={isOn ? t.turnOff : t.turnOn}
          isSending={check.isSending}
          onSubmit={submit}
          onClose={() => setIsAsking(false)}
        >
          <p>{isOn ? t.offBody : t.onBody}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
