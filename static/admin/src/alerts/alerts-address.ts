import { view } from '@forge/bridge';

/** The path of this page in Confluence, for the links of comments. undefined: the site does not say it. Never rejects. */
export async function readAlertsAddress(): Promise<string | undefined> {
  try {
    const { location } = (await view.getContext()).extension as { readonly location?: unknown };
    const { pathname } = new URL(String(location));
    return /\/alerts$/.test(pathname) ? pathname : undefined;
  } catch {
    return undefined;
  }
}
