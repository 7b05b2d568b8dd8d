import type { AnswerRecorder } from '../capabilities/answer-recorder';
import type { ProbeName } from '../capabilities/answers';
import type { Invocation } from '../quota/invocation';

/** The first call of each frame, with its probe. It arrives only if the document of the frame has Forge's bridge (docs/adr/0107). */
export const FIRST_CALLS = {
  openPopup: 'frame-bridge.popup',
  openBanner: 'frame-bridge.banner',
  listHistory: 'frame-bridge.history',
  openBelow: 'frame-bridge.below',
  matchSelection: 'frame-bridge.selection',
  openLevel: 'frame-bridge.level',
  openReport: 'frame-bridge.report',
  checkReport: 'frame-bridge.config',
  openSpace: 'frame-bridge.space',
  openSpaceSettings: 'frame-bridge.space-settings',
  openHome: 'frame-bridge.home',
  openAction: 'frame-bridge.action',
} as const satisfies Readonly<Record<string, ProbeName>>;

const isFirstCall = (name: string): name is keyof typeof FIRST_CALLS => Object.hasOwn(FIRST_CALLS, name);

/** At most one read and one write, and nothing if this process has recorded the frame today. It never throws. */
export async function recordFrame(
  operation: string,
  moduleKey: string | undefined,
  { storage, installationId, now }: Pick<Invocation, 'storage' | 'installationId' | 'now'>,
  answers?: AnswerRecorder,
): Promise<void> {
  // This frame also makes the first call of the popup, for the byline.
  if (moduleKey === 'classify-below' && operation !== 'openBelow') return;
  if (isFirstCall(operation))
    await answers?.record(storage, installationId, { probe: FIRST_CALLS[operation], state: 'works' }, now);
}
