import { view } from '@forge/bridge';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LevelBand } from '../../../admin/src/ui/level-lozenge';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import { closeFrame } from '../close-frame';
import { useLevelChanged } from '../level-changed';
import { ask } from '../operations';
import { bannerTexts as t } from './texts';

type BannerView = SurfaceOperations['openBanner']['result'];
type ShownBanner = Extract<BannerView, { readonly state: 'banner' }>;

/** The banner of a page whose level asks for one. Without an answer it stays empty. */
export function Banner() {
  const { banner, close } = useBanner();
  return banner === undefined ? null : <BannerContent banner={banner} onDismiss={close} />;
}

/** Reads the banner, and reads it again when the level of the page changes. */
function useBanner() {
  const [banner, setBanner] = useState<ShownBanner>();
  const latest = useRef(0);
  const close = useCallback(() => {
    setBanner(undefined);
    closeFrame();
  }, []);

  const read = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    const answer = await ask('openBanner', {});
    if (mine !== latest.current || !answer.ok) return;
    if (answer.value.state === 'banner') setBanner(answer.value);
    else close();
  }, [close]);

  useEffect(() => {
    void read();
    return () => {
      latest.current += 1;
    };
  }, [read]);
  // A person who dismissed the banner of another level sees this one.
  useLevelChanged(
    useCallback(
      () =>
        void view
          .open()
          .catch(() => undefined)
          .then(read),
      [read],
    ),
  );
  return { banner, close };
}

interface BannerContentProps {
  readonly banner: ShownBanner;
  readonly onDismiss: () => void;
}

export function BannerContent({ banner: { level, text, contact }, onDismiss }: BannerContentProps) {
  return (
    <LevelBand color={level.color} label={t.label(level.name)}>
      <div className="banner-text">
        <p className="banner-level">{level.name}</p>
        <p className="banner-body">{text}</p>
        {contact !== undefined && <p>{t.contact(contact)}</p>}
      </div>
      <button type="button" className="banner-dismiss" aria-label={t.dismiss} onClick={onDismiss}>
        <span aria-hidden="true">✕</span>
      </button>
    </LevelBand>
  );
}
