/**
 * For the pages of the shell. They escape what they show; this is the second line, which also keeps the site out of the
 * frames of others.
 */
const SHELL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { Location: location, ...headers } });
}

export function html(body: string, status = 200): Response {
  const response = text(body, 'text/html', status);
  response.headers.set('Content-Security-Policy', SHELL_POLICY);
  return response;
}

export function text(body: string, type: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
