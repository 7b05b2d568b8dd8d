import { request } from 'node:http';

/** A request of "Send web request", as far as Atlassian documents it. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

export interface WebResponse {
  readonly status: number;
  /** JSON if the body is JSON, otherwise its text. */
  readonly body: unknown;
}

const TIMEOUT_MS = 60_000;
const MAX_BODY_CHARACTERS = 1_000_000;

/** The headers of Automation, as a web trigger received them. A header of the rule replaces the one of the same name. */
const OWN_HEADERS = {
  'user-agent': 'Automation',
  accept: 'application/json; charset=UTF-8, */*;q=0.8',
  'content-type': 'application/json',
};

/** @throws an error with a message for the log of the rule */
export function sendWebRequest({ url, method, headers, body }: SentRequest): Promise<WebResponse> {
  const given: Record<string, string> = {};
  for (const { name, value } of headers) given[name.toLowerCase()] = value;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { ...OWN_HEADERS, ...given },
      timeout: TIMEOUT_MS,
    });
    sent.on('timeout', () => sent.destroy(new Error('The server did not respond within 60 seconds.')));
    sent.on('error', reject);
    sent.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (answer.length < MAX_BODY_CHARACTERS) answer += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: jsonOrText(answer) }));
    });
    sent.end(method === 'GET' ? undefined : body);
  });
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
