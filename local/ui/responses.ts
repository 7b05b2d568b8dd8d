/**
 * Response headers of the shell's pages. The pages escape what they show; these headers are the second line of defense
 * and also prevent framing by other sites.
 */
const SHELL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "img-src 'self' data:",
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
