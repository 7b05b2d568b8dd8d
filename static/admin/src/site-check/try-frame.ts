import { view } from '@forge/bridge';
import type { NewAnswer } from '../../../../src/capabilities/answers';

let violations = 0;
document.addEventListener('securitypolicyviolation', () => {
  violations += 1;
});

/** Tries what the frame of the admin area can do. Call it from a click. It stores no values, only names and codes. */
export async function tryFrame(clipboardText: string): Promise<readonly NewAnswer[]> {
  const clipboard = await attempt('frame-clipboard', async () => {
    await navigator.clipboard.writeText(clipboardText);
    return undefined;
  });
  const history = await attempt('frame-history', async () => {
    const { pathname } = (await view.createHistory()).location;
    return pathname === '/site-check' ? undefined : 'other-address';
  });
  const context = await contextAnswer();
  const hasTheme = document.documentElement.dataset['colorMode'] !== undefined;
  return [
    clipboard,
    history,
    context,
    { probe: 'frame-theme', state: hasTheme ? 'works' : 'fails' },
    violations === 0
      ? { probe: 'frame-security-policy', state: 'works' }
      : { probe: 'frame-security-policy', state: 'fails', detail: `count-${Math.min(violations, 9_999)}` },
  ];
}

/** @param action returns a code if it did not work, and may reject */
async function attempt(probe: NewAnswer['probe'], action: () => Promise<string | undefined>): Promise<NewAnswer> {
  try {
    const problem = await action();
    return problem === undefined ? { probe, state: 'works' } : { probe, state: 'fails', detail: problem };
  } catch (error) {
    return { probe, state: 'fails', detail: codeOf(error) };
  }
}

const MAX_NAMES = 20;

/** The names of the members, never their values. */
async function contextAnswer(): Promise<NewAnswer> {
  const probe = 'frame-context';
  try {
    const names = Object.keys(await view.getContext()).filter((name) => /^[A-Za-z_-]{1,18}$/.test(name));
    const detail = names.sort().slice(0, MAX_NAMES).join(',');
    return names.length === 0 ? { probe, state: 'fails', detail: 'empty' } : { probe, state: 'works', detail };
  } catch (error) {
    return { probe, state: 'fails', detail: codeOf(error) };
  }
}

/** The name of an error, such as `NotAllowedError`. */
function codeOf(error: unknown): string {
  return error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'error';
}
