import { type HttpRequest, KEY_PLACEHOLDER } from './http-request';

/** The request as a command for a POSIX shell, in which the variable API_KEY holds the key. */
export function toCurl({ method, url, headers, body }: HttpRequest): string {
  const words = [
    ...methodOption(method.toUpperCase(), body !== undefined),
    ...Object.entries(headers)
      .filter(([name, value]) => !isCurlsOwn(name, value))
      .map(([name, value]) =>
        value === KEY_PLACEHOLDER ? `--header "${name}: $API_KEY"` : `--header ${quote(`${name}: ${value}`)}`,
      ),
    // With `--data`, curl reads a file if the body starts with @.
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
    quote(url),
  ];
  return `curl ${words.join(' \\\n  ')}`;
}

/** curl sends GET by default, or POST with a body. */
function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`--request ${method}`];
}

function isCurlsOwn(name: string, value: string): boolean {
  return name.toLowerCase() === 'accept' && value === '*/*';
}

/** Between single quotes, only the single quote has a special meaning. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
