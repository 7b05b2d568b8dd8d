import { DEMO_ACCOUNTS } from '../confluence';

/** The visitor of the shell and their preferences, kept in cookies. No password is required. */
export interface Visitor {
  /** undefined = not logged in. */
  readonly email: string | undefined;
  readonly displayName: string;
  readonly colorMode: 'light' | 'dark';
}

interface Choice {
  /** The value in the cookie and in the header's form. */
  readonly value: string;
  readonly email: string | undefined;
  readonly displayName: string;
}

const ANONYMOUS: Choice = { value: 'anonymous', email: undefined, displayName: 'Anonymous (not logged in)' };

/** The accounts of the header, and no account. */
export const ACCOUNT_CHOICES: readonly Choice[] = [
  ...DEMO_ACCOUNTS.map(({ email, displayName }) => ({ value: email, email, displayName })),
  ANONYMOUS,
];

export function readVisitor(request: Request): Visitor {
  // Not decoded, because other servers on this machine share the cookies, and may have stored anything in them.
  const cookies = new Map(
    (request.headers.get('cookie') ?? '').split(';').map((pair) => {
      const [name = '', value = ''] = pair.trim().split('=');
      return [name, value];
    }),
  );
  const { email, displayName } =
    ACCOUNT_CHOICES.find(({ value }) => encodeURIComponent(value) === cookies.get('account')) ?? DEMO_ACCOUNTS[0];
  return {
    email,
    displayName,
    colorMode: cookies.get('theme') === 'dark' ? 'dark' : 'light',
  };
}

/** Stores a choice made in the header's form; undefined = not one of the choices. */
export function choiceCookie(form: URLSearchParams): string | undefined {
  const account = ACCOUNT_CHOICES.find(({ value }) => value === form.get('account'));
  if (account !== undefined) return cookie('account', account.value);
  const theme = form.get('theme');
  return theme === 'light' || theme === 'dark' ? cookie('theme', theme) : undefined;
}

/** The value of a `Set-Cookie` header. */
export function cookie(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict; HttpOnly`;
}
