import type { NoPage } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';

const TEXTS: Readonly<Record<NoPage['state'], string>> = {
  off: commonTexts.off,
  'not-a-page': commonTexts.notAPage,
  hidden: commonTexts.hidden,
};

/** Why a frame shows no content of its page. */
export function NoPageText({ state }: NoPage) {
  return (
    <p className="no-page" role="status">
      {TEXTS[state]}
    </p>
  );
}
