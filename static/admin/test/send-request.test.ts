import './bridge';
import { KEY_PLACEHOLDER } from '../src/reference/http-request';
import { createSend } from '../src/reference/send-request';
import { texts } from '../src/texts';

it.each(['https://elsewhere.example/api/v1/level', 'https://site.example/apis/v1/level', 'https://site.example/api'])(
  'The API reference does not read the key for a request to another address than the API: %s',
  async (url) => {
    const reads: string[] = [];
    const send = createSend('https://site.example/api', () => {
      reads.push(url);
      return 'key';
    });
    const sent = await send({ method: 'get', url, headers: { 'x-api-key': KEY_PLACEHOLDER } });
    expect([sent, reads]).toEqual([{ failure: texts.reference.notTheApi }, []]);
  },
);
