import { DEMO_ACCOUNTS } from '../confluence';

/** The visitor of the shell and their preferences, kept in cookies. No password is required. */
export interface Visitor {
  readonly email: string;
  readonly displayName: string;
  readonly colorMode: 'light' | 'dark';
}

export function readVisitor(request: Request): Visitor {
  // Not decoded: other servers on this machine share the cookies, and may have stored anything in them.
  const cookies = new Map(
    (request.headers.get('cookie') ?? '').split(';').map((pair) => {
      const [name = '', value = ''] = pair.trim().split('=');
      return [name, value];
    }),
  );
  const account =
    DEMO_ACCOUNTS.find(({ email }) => encodeURIComponent(email) === cookies.get('account')) ?? DEMO_ACCOUNTS[0];
  return {
    email: account.email,
    displayName: account.displayName,
    colorMode: cookies.get('theme') === 'dark' ? 'dark' : 'light',
  };
}

/** Stores a choice made in the header's form; undefined = not one of the choices. */
export function choiceCookie(form: URLSearchParams): string | undefined {
  const account = DEMO_ACCOUNTS.find(({ email }) => email === form.get('account'));
  if (account !== undefined) return cookie('account', account.email);
  const theme = form.get('theme');
  return theme === 'light' || theme === 'dark' ? cookie('theme', theme) : undefined;
}

function cookie(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict; HttpOnly`;
}
