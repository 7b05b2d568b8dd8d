import Button from '@atlaskit/button/new';
import type { SiteCheckView } from '../../../../src/admin/site/site-check';
import { downloadJson } from '../download';
import { siteCheckTexts } from './probe-texts';
import { tryFrame } from './try-frame';
import type { SiteCheck } from './use-site-check';

const { frame: t } = siteCheckTexts;

interface FrameProbesProps {
  readonly view: SiteCheckView;
  readonly check: SiteCheck;
}

/** Tries what the browser allows this page. Downloads and the clipboard need a click. */
export function FrameProbes({ view, check }: FrameProbesProps) {
  const tryAll = async () => {
    downloadJson(view, t.fileName);
    await check.record([...(await tryFrame(t.clipboardText))]);
  };
  return (
    <div className="screen-only">
      <p className="section-text">{t.intro}</p>
      <div className="section-buttons">
        <Button isLoading={check.isSending} onClick={() => void tryAll()}>
          {t.start}
        </Button>
      </div>
    </div>
  );
}
