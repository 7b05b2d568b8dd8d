import { entropyOf } from '../../../src/detection/engine/entropy';
import { decodeBase64 } from '../../../src/detection/validators/base64-text';
import { isSecretName } from '../../../src/detection/passwords/label';
import { isJsonWebToken, isJwtHeader } from '../../../src/detection/validators/json-web-token';
import { isPlaceholder } from '../../../src/detection/passwords/stand-ins';
import { isPrivateKeyBody } from '../../../src/detection/validators/private-key-body';
import { isPublishedSample } from '../../../src/detection/validators/published-samples';
import { hasAtlassianCrc, hasBase62Crc, hasCloudflareCrc } from '../../../src/detection/validators/token-checksum';
import { isWordlike, valueStrength } from '../../../src/detection/passwords/strength';

const base64 = (text: string) => Buffer.from(text).toString('base64url');

describe('the characters of a value', () => {
  it('have an entropy in bits per character', () => {
    expect(entropyOf('aaaa')).toBe(0);
    expect(entropyOf('abab')).toBe(1);
    expect(entropyOf('abcdefgh')).toBe(3);
  });

  it.each(['password', 'kubernetes', 'wachtwoord', 'contrasena'])('read like a word: %s', (word) => {
    expect(isWordlike(word)).toBe(true);
  });

  it.each(['xkcdqz', 'jfhgkw', 'qpfjzk'])('do not read like a word: %s', (letters) => {
    expect(isWordlike(letters)).toBe(false);
  });

  it.each([
    ['dafa7817-e246-48f3-91a7-e87653d587b8', 'random'],
    ['fa87409ad3a4589fd279c501b3d2e174855ee9f4', 'random'],
    ['NUV7jvkEcIODyRHsNv9Baz11oyDZzg', 'random'],
    ['Prl23Db#@', 'chosen'],
    ['tr0ub4dor&3', 'chosen'],
    ['NsIdksKJdj', 'chosen'],
    ['getUserById', 'plain'],
    ['application/x-www-form-urlencoded', 'plain'],
    ['1.2.3', 'plain'],
    ['es2015', 'plain'],
  ])('of %s are called %s', (value, strength) => {
    expect(valueStrength(value)).toBe(strength);
  });
});

describe('a placeholder', () => {
  it.each([
    '********',
    'xxxx-xxxx-xxxx',
    '<token>',
    '${TOKEN}',
    '$TOKEN',
    '{{ .Values.token }}',
    '%PASSWORD%',
    'process.env.TOKEN',
    'your-api-key',
    'YOUR_API_KEY',
    'mysecretpassword',
    'insert_key_here',
    'changeme',
    'test123',
    '12345678',
    'abcdefgh',
    'qwerty1',
    'undefined',
    'string',
    'AKIAIOSFODNN7EXAMPLE',
  ])('is %s', (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  it.each(['Prl23Db#@', 'h0rse-b4ttery', 'TestSource%Password%', 'm42ploz2wd', 'A,.:-@*?!', 'Tr0ub4dor'])(
    'is not %s',
    (value) => {
      expect(isPlaceholder(value)).toBe(false);
    },
  );

  it('is a sample from vendor documentation', () => {
    expect(isPublishedSample('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(true);
    expect(isPublishedSample(`sk_${'test'}_4eC39HqLyjWDarjtT1zdp7dc`)).toBe(true);
    expect(isPublishedSample('wJalrXUtnFEMI/K7MDENG/bPxRfiCYSECRETSKEY')).toBe(false);
  });

  it('is recognized in linear time', () => {
    const long = 'passwordsecret'.repeat(7_000);
    const before = process.cpuUsage();
    for (const value of [long, `${long}!`, '-'.repeat(100_000), `x${'-x'.repeat(50_000)}`, '${'.repeat(50_000)])
      isPlaceholder(value);
    // CPU time. Quadratic time would be many seconds.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
  });
});

describe('the name of a variable', () => {
  it.each([
    'api_key',
    'AWS_SECRET_ACCESS_KEY',
    'authToken',
    'client_secret',
    'x-api-key',
    'my_password',
    'signing_key',
    'moosend_key',
    'POPPER-KEY',
  ])('marks it as secret: %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    'public_key',
    'keyCode',
    'token_type',
    'author',
    'primaryKey',
    'key_down_event',
    'csrf-token',
    'secret_name',
    'passwordHash',
    'monkey',
    'weekendkey',
    'moosend_key_id',
  ])('does not mark it as secret: %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('the proof of a token', () => {
  // Invented bodies with valid checksums.
  it('is the checksum of GitHub and npm', () => {
    expect(hasBase62Crc(`ghp_${'0'.repeat(30)}4WZ4EQ`)).toBe(false);
    expect(hasBase62Crc(`ghp_${'0'.repeat(31)}4WZ4EQ`)).toBe(true);
    expect(hasBase62Crc('npm_short')).toBe(false);
  });

  it('is the checksum of Atlassian and of Cloudflare', () => {
    expect(hasAtlassianCrc('ATATT3abc=A27A5D6B')).toBe(false);
    expect(hasCloudflareCrc(`cfat_aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStT03fa099b`)).toBe(true);
    expect(hasCloudflareCrc(`cfat_aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStT03fa099c`)).toBe(false);
  });

  it('is the JSON in a JSON Web Token', () => {
    const header = base64('{"alg":"HS256"}');
    expect(isJwtHeader(header)).toBe(true);
    expect(isJwtHeader(base64('{"name":"x"}'))).toBe(false);
    expect(isJwtHeader('not base64!')).toBe(false);
    expect(isJsonWebToken(`${header}.${base64('{"sub":"1"}')}.signature`)).toBe(true);
    expect(isJsonWebToken(`${header}.${base64('no object')}.signature`)).toBe(false);
  });

  it('is text under base64', () => {
    expect(decodeBase64('YWRtaW46cGFzc3dvcmQ=')).toBe('admin:password');
    expect(decodeBase64('/////w==')).toBeUndefined();
    expect(decodeBase64('no base64')).toBeUndefined();
  });

  it('is key material between the lines of a private key', () => {
    const line = Buffer.from(Array.from({ length: 48 }, (_, index) => (index * 89 + 200) % 256)).toString('base64');
    expect(isPrivateKeyBody(`\n${line}\n${line}\n`)).toBe(true);
    expect(isPrivateKeyBody(`\\n${line}\\n" +\n  "${line}\\n`)).toBe(true);
    expect(isPrivateKeyBody('\n...\n')).toBe(false);
    expect(isPrivateKeyBody(`\n${'x'.repeat(100)}\n`)).toBe(false);
  });
});
