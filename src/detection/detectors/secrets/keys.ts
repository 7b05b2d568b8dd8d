import type { Validator } from '../../detector';
import { decodeBase64 } from '../../validators/base64-text';
import { isJsonWebToken, isJwtHeader } from '../../validators/json-web-token';
import { isPrivateKeyBody } from '../../validators/private-key-body';
import { isPrivateKeyStructure, privateKeyEnd } from '../../validators/private-key-structure';
import { assigned, mustLookGenerated, secretOf } from './secret';
import { list } from '../list';
import { inside, near, prefixed } from '../shapes';

/** The text between BEGIN and END lines, or all following lines of base64 if the END line is missing. */
const keyMaterial: Validator = ({ groups }) =>
  isPrivateKeyBody(groups['body'] ?? groups['cut'] ?? '')
    ? { verdict: 'valid', evidence: ['key-material'] }
    : { verdict: 'invalid' };

/** All keys between BEGIN and END lines have these members. */
const BLOCK = {
  confidence: { base: 0.9, validated: 0.98 },
  validate: keyMaterial,
  multiline: true,
  rejectPlaceholders: false,
} as const;

const jsonWebToken: Validator = ({ value }) => {
  if (value.startsWith('ZXlK')) {
    const inner = decodeBase64(value.slice(0, value.length - (value.length % 4)));
    return inner !== undefined && isJwtHeader(inner.split('.')[0] ?? '')
      ? { verdict: 'valid', evidence: ['decoded:jwt-header'] }
      : { verdict: 'invalid' };
  }
  const segments = value.split('.');
  if (isJsonWebToken(value)) return { verdict: 'valid', evidence: ['decoded:jwt'] };
  return segments.length >= 3 ? { verdict: 'unknown' } : { verdict: 'invalid' };
};

const secret = secretOf('Keys', 'critical', { areTokens: false });

export const keys = [
  secret('pem-private-key', 'Private key (PEM)', {
    rules: [
      inside(
        ['-----BEGIN'],
        /-----BEGIN (?!OPENSSH|PGP)[A-Z0-9 _-]{0,60}PRIVATE KEY-----(?:(?<body>(?:(?!-----)[^]){1,16000})-----END [A-Z0-9 _-]{0,60}KEY-----|(?<cut>[A-Za-z0-9+/=\s\\"']{63,16000}[A-Za-z0-9+/=]))/i,
      ),
    ],
    ...BLOCK,
  }),
  secret('openssh-private-key', 'OpenSSH private key', {
    rules: [
      inside(
        ['-----BEGIN OPENSSH', '---- BEGIN SSH2'],
        /-{4,5} ?BEGIN (?:OPENSSH|SSH2)[A-Z0-9 _-]{0,60}PRIVATE KEY ?-{4,5}(?:(?<body>(?:(?!----)[^]){1,16000})-{4,5} ?END [A-Z0-9 _-]{0,60}KEY ?-{4,5}|(?<cut>[A-Za-z0-9+/=\s\\"']{63,16000}[A-Za-z0-9+/=]))/i,
      ),
    ],
    ...BLOCK,
  }),
  secret('pgp-private-key', 'PGP private key', {
    rules: [
      inside(
        ['-----BEGIN PGP PRIVATE'],
        /-----BEGIN PGP PRIVATE KEY(?: BLOCK)?-----(?:(?<body>(?:(?!-----)[^]){1,32000})-----END PGP PRIVATE KEY(?: BLOCK)?-----|(?<cut>[A-Za-z0-9+/=\s\\"']{63,32000}[A-Za-z0-9+/=]))/i,
      ),
    ],
    ...BLOCK,
  }),
  secret('putty-private-key', 'PuTTY private key', {
    rules: [inside(['Private-Lines:'], /Private-Lines: \d{1,3}\s{1,4}(?<value>(?:[A-Za-z0-9+/=]{1,64}\s{1,2}){1,80})/)],
    multiline: true,
    confidence: { base: 0.95 },
  }),
  secret('encoded-private-key', 'Private key in base64', {
    rules: [
      // "-----BEGIN" in base64.
      prefixed(['LS0tLS1CRUdJTi'], /(?<![A-Za-z0-9+/]{2})LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,12000}={0,2}/),
      // The first bytes of a key without its PEM lines: a sequence of up to 127, 255 or 65,535 bytes.
      prefixed(['MII'], /MII[A-P][A-Za-z0-9+/]{9}(?:[A-Za-z0-9+/=\s\\"']{119,12000}[A-Za-z0-9+/=])/),
      inside(
        ['MIG', 'MIH', 'MHcCAQEE', 'MHQCAQEE', 'MC4CAQAw', 'MFECAQEw', 'MEcCAQAw'],
        /(?<![A-Za-z0-9+/])M[A-Za-z0-9+/]{24}[A-Za-z0-9+/=\s\\"']{20,600}[A-Za-z0-9+/=]/,
      ),
    ],
    multiline: true,
    validate: ({ value }) => {
      if (value.startsWith('M'))
        return isPrivateKeyStructure(value)
          ? { verdict: 'valid', evidence: ['decoded:private-key'], length: privateKeyEnd(value) }
          : { verdict: 'invalid' };
      return /PRIVATE/.test(Buffer.from(value.slice(0, 120), 'base64').toString('latin1'))
        ? { verdict: 'valid', evidence: ['decoded:pem-header'] }
        : { verdict: 'invalid' };
    },
  }),
  secret('age-secret-key', 'age secret key', {
    rules: [prefixed(['AGE-SECRET-KEY-1'], /AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/)],
    confidence: { base: 0.98 },
  }),
  secret('wireguard-key', 'WireGuard private or preshared key', {
    rules: [
      inside(
        ['PrivateKey', 'PresharedKey'],
        /(?:PrivateKey|PresharedKey)\s{0,4}=\s{0,4}(?<value>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)/i,
      ),
    ],
    minEntropy: 3.5,
  }),
  secret('raw-private-key', 'Private key in hex (secp256k1, dotenvx) or extended key of a wallet', {
    rules: [
      assigned(
        ['private_key', 'private-key', 'privatekey', 'private key', 'priv_key', 'privkey'],
        /(?:0x)?[0-9a-f]{64}/i,
        0.8,
      ),
      prefixed(['xprv', 'yprv', 'zprv', 'tprv'], /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{107}/),
    ],
    minEntropy: 2.9,
  }),
  secret('jwt', 'JSON Web Token', {
    severity: 'high',
    rules: [
      inside(['eyJ'], /(?<![\w-]{2})eyJ[\w-]{10,2000}\.eyJ[\w/\\-]{8,8000}(?:\.[\w/\\-]{0,2000}={0,2})?/),
      inside(['eyJ'], /(?<![\w-]{2})eyJ[\w-]{14,2000}\.ey[\w/\\-]{14,8000}\.[\w/\\-]{10,2000}={0,2}/),
      prefixed(['ZXlK'], /(?<![A-Za-z0-9+/]{2})ZXlK[A-Za-z0-9+/]{60,8000}={0,2}/),
    ],
    minEntropy: 3,
    confidence: { base: 0.7, validated: 0.95 },
    validate: jsonWebToken,
  }),
  secret('jwk-private', 'Private JSON Web Key', {
    rules: [
      inside(
        ['"kty"'],
        /"kty"\s{0,4}:\s{0,4}"(?:RSA|EC|OKP|oct)"[^{}]{0,1200}?"[dk]"\s{0,4}:\s{0,4}"(?<value>[\w-]{16,700}={0,2})"/,
      ),
    ],
    minEntropy: 3.5,
    validate: mustLookGenerated,
    multiline: true,
  }),
  secret('openvpn-static-key', 'OpenVPN static key', {
    rules: [
      inside(
        ['-----BEGIN OpenVPN Static key'],
        /-----BEGIN OpenVPN Static key V1-----\s{1,4}(?<value>(?:[0-9a-f]{32}\s{1,4}){16})/,
      ),
    ],
    minEntropy: 2.8,
    multiline: true,
  }),
  secret('paseto-token', 'PASETO token', {
    severity: 'high',
    rules: [
      prefixed(['.local.', '.public.'], /v[1-4]\.(?:local|public)\.[\w-]{60,2000}(?:\.[\w-]{2,400})?/, {
        lead: /[v1-4]/,
        maxLead: 2,
      }),
    ],
    minEntropy: 3,
  }),
  secret('totp-seed', 'Seed of one-time passwords (TOTP)', {
    rules: [
      inside(['otpauth://'], /otpauth:\/\/[^\s"'<>]{1,300}?[?&]secret=(?<value>[A-Z2-7]{16,128})/),
      near(
        list(
          'totp, 2fa, mfa, authenticator, two-factor, second factor, zwei-faktor, zweiter faktor, double authentification, doble factor',
        ),
        [60, 100],
        /(?<=(?:[ -](?:seed|secret|key|schlüssel|clé|clave|chiave|chave|sleutel|klucz|nyckel|nøgle)|[ :])(?: is| ist| est| es| è)?:? )(?<value>(?=[A-Z]{0,30}[2-7])[A-Z2-7]{16,64})(?!\w)/,
      ),
    ],
    minEntropy: 2.3,
  }),
];
