import { analyzeText } from '../../../src/detection/analyze-text';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';

/** A password or key with a name is found without the signs around it. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');
const PASSWORD = 'Tr0ub4dor!31x';
const KEY = '9vKq2LxT7mPzR4wYb8NcD6sF';
const ESC = '\u001b';

/** `P` is replaced by a password, `K` by a key. */
const TEXTS: readonly string[] = [
  `password: ${ESC}[32mP${ESC}[0m`,
  `DB_PASSWORD=${ESC}[1;33mP${ESC}[0m`,
  `api_key = ${ESC}[36mK${ESC}[0m`,
  'password: [32mP[0m',
  String.raw`echo "password: \033[31mP\033[0m"`,
  String.raw`"password: \u001b[31mP\u001b[39m"`,
  String.raw`{"log":"user=jane\npassword=P\nhost=db"}`,
  String.raw`{"log":"token=K\n"}`,
  String.raw`{\"password\": \"P\"}`,
  String.raw`"{\"client_secret\":\"K\"}"`,
  'password=&quot;P&quot;',
  'client_secret=&#34;K&#34;',
  '&lt;password&gt;P&lt;/password&gt;',
  '&lt;apiKey&gt;K&lt;/apiKey&gt;',
  'password%3DP%26user%3Djane',
  'access_token%3DK',
  'https://acme.io/login?user=jane&password=P&next=/',
  'https://acme.io/cb?api_key=K#top',
  'password: **P**',
  '**Password:** P',
  '*Passwort*: _P_',
  '| Kennwort | **P** | neu |',
  'password: ~~P~~',
  'password: <code>P</code>',
  'password: P<br/>user: jane',
  'Mot de passe : « P »',
  'パスワード：P',
];

it.each(TEXTS)('the engine finds exactly the value in %j', (template) => {
  const text = template.replace(/(?<![A-Za-z])[PK](?![A-Za-z])|(?<=m|%3D)[PK]/, (kind) =>
    kind === 'P' ? PASSWORD : KEY,
  );
  const found = analyzeText(text, selection, today).filter(({ category }) => category === 'secret');
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([text.includes(KEY) ? KEY : PASSWORD]);
});

const WHOLE: readonly string[] = ['**Xk9mQ2zW', 'Xk9_mQ2zW_', '[x9]Kq2m!7', 'a%Xk9mQ2&zW', '==Xk9mQ2zW7'];

it.each(WHOLE)('the engine keeps signs that are a part of the password %s', (password) => {
  const text = `password: "${password}"`;
  const found = analyzeText(text, selection, today).filter(({ category }) => category === 'secret');
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([password]);
});

it.each([
  'password: <b></b>',
  'password=&quot;&quot;',
  `password: ${ESC}[0m`,
  'password: [32m[0m',
  'api_key=&lt;your key&gt;',
])('the engine ignores signs without a value: %j', (text) => {
  expect(analyzeText(text, selection, today).filter(({ category }) => category === 'secret')).toEqual([]);
});
