import { hasAtlassianCrc } from '../../validators/token-checksum';
import { decodeBase64 } from '../../validators/base64-text';
import { assigned, provenBy, secretOf } from './secret';
import { prefixed } from '../shapes';

const secret = secretOf('Atlassian', 'critical');

export const atlassian = [
  secret('atlassian-api-token', 'Atlassian API token', {
    rules: [
      prefixed(['ATATT3', 'ATSTT3'], /(?<!-)AT[AS]TT3[\w=-]{120,400}(?:(?:\\{1,3}=|%3[Dd])[0-9A-F]{8})?/),
      assigned(['atlassian', 'confluence', 'jira'], /[a-z0-9]{20}[a-f0-9]{4}/i),
    ],
    minEntropy: 3.2,
    confidence: { base: 0.9, validated: 0.99 },
    validate: provenBy('crc32', (token) => hasAtlassianCrc(token.replace(/\\+=|%3d/i, '='))),
  }),
  secret('atlassian-data-center-token', 'Personal access token of Jira or Confluence Data Center', {
    rules: [
      {
        ...assigned(
          ['atlassian', 'confluence', 'jira', 'token', '_pat', '-pat'],
          /[MNO][A-Za-z0-9+/]{15}O[A-Za-z0-9+/]{27}/,
        ),
        confidence: { base: 0.5, validated: 0.9 },
      },
      {
        by: 'token',
        letters: [1, 16],
        digits: [1, 31],
        pattern: /(?<![\w+/-])[MNO][A-Za-z0-9+/]{15}O[A-Za-z0-9+/]{27}(?![A-Za-z0-9+/=])/,
      },
    ],
    confidence: { base: 0.5, validated: 0.9 },
    // Base64 of twelve digits, a colon and twenty random bytes.
    validate: ({ value }) =>
      /^\d{12}$/.test(decodeBase64(value.slice(0, 16)) ?? '')
        ? { verdict: 'valid', evidence: ['decoded:id'] }
        : { verdict: 'invalid' },
  }),
  secret('bitbucket-token', 'Bitbucket token or app password', {
    rules: [
      prefixed(['ATBB'], /ATBB[A-Za-z0-9]{24}[A-Za-z0-9]{8}/),
      prefixed(['ATCTT3'], /(?<!-)ATCTT3[\w=-]{120,400}(?:(?:\\{1,3}=|%3[Dd])[0-9A-F]{8})?/),
      prefixed(['BBDC-'], /BBDC-[MNO][A-Za-z0-9+/_-]{39,49}/),
      assigned(['bitbucket'], /[a-z0-9=_-]{64}|[a-z0-9]{32}/i),
    ],
    minEntropy: 3,
    confidence: { base: 0.9, validated: 0.99 },
    validate: provenBy('crc32', (token) => hasAtlassianCrc(token.replace(/\\+=|%3d/i, '='))),
    ids: true,
  }),
  secret('page-classification-api-key', 'API key of this app', {
    rules: [prefixed(['pclsk_'], /pclsk_[0-9a-hjkmnp-tv-z]{16}_[0-9A-Za-z]{49}/)],
    confidence: { base: 0.95 },
  }),
];
