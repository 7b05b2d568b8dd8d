import { formatInstant } from '../../../admin/src/dates';
import type { OpenPage } from '../../../../src/surfaces/contract';
import { popupTexts } from './texts';

const { exposure: t } = popupTexts;

interface ExposureNoteProps {
  readonly exposure: NonNullable<OpenPage['exposure']>;
  /** The level of the page. */
  readonly level: string;
}

/** Who can see the page, for people who can edit it: numbers and kinds. */
export function ExposureNote({ exposure, level }: ExposureNoteProps) {
  const { checkedAt, verdict } = exposure;
  const who = t.who(exposure);
  return (
    <div className={verdict === 'over' ? 'exposure exposure-over' : 'exposure'}>
      <p>
        {who === undefined ? t.unknown : <strong>{who}</strong>}
        {who !== undefined && t.canSee(exposure)} {t.rule(level, exposure)}
      </p>
      <p className="note">
        {checkedAt !== undefined && t.checked(formatInstant(checkedAt))} {t.notMeasured}
      </p>
    </div>
  );
}
