import { request } from 'node:http';
import type { WebRequest } from '../../static/admin/src/recipes/web-request';

/**
 * Atlassian's Automation with the fields of "Send web request", as far as it is documented. It inserts the smart values
 * as plain text and sends the rest as it was entered. It is independent of the page that shows the fields.
 */
export function sendAsAutomation(fields: WebRequest, pageId: string): Promise<{ status: number; body: string }> {
  const fill = (text: string) => text.split('{{page.id}}').join(pageId);
  const headers = Object.fromEntries(fields.headers.map(({ name, value }) => [name, value]));
  return new Promise((resolve, reject) => {
    const sent = request(fill(fields.url), {
      method: fields.method,
      headers: { 'User-Agent': 'Automation', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.end(fill(fields.body));
  });
}
