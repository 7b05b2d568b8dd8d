import type { Validator } from '../../detector';
import { isPlaceholder } from '../../passwords/stand-ins';
import { assigned, mustLookGenerated, secretOf } from './secret';
import { list } from '../list';
import { inside, near, prefixed } from '../shapes';

/** AWS generates base32. Made-up samples often contain 0, 1, 8 or 9, or the word EXAMPLE. */
const accessKey: Validator = ({ value }) => {
  if (/EXAMPLE|(.)\1{7}/.test(value)) return { verdict: 'invalid' };
  return /^[A-Z2-7]{16}$/.test(value.slice(4))
    ? { verdict: 'valid', evidence: ['alphabet:base32'] }
    : { verdict: 'unknown' };
};

/** Forty base64 characters may also be a path or a hash. */
const secretKey: Validator = ({ value }) => {
  if (isPlaceholder(value) || /^[0-9a-f]+$/i.test(value)) return { verdict: 'invalid' };
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
    ? { verdict: 'unknown' }
    : { verdict: 'invalid' };
};

const secret = secretOf('Amazon Web Services', 'high');

export const aws = [
  secret('aws-access-key', 'AWS access key id', {
    rules: [
      prefixed(['AKIA', 'ASIA', 'ABIA', 'ACCA'], /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}/),
      prefixed(['A3T'], /A3T[A-Z0-9][A-Z0-9]{16}/),
      {
        ...prefixed(['AROA', 'AIDA', 'AGPA', 'AIPA', 'ANPA', 'ANVA'], /A(?:ROA|IDA|GPA|IPA|NPA|NVA)[A-Z2-7]{16}/),
        confidence: { base: 0.5 },
      },
    ],
    minEntropy: 2.8,
    confidence: { base: 0.75, validated: 0.9 },
    validate: accessKey,
  }),
  secret('aws-secret-key', 'AWS secret access key', {
    severity: 'critical',
    rules: [
      assigned(
        list(`
          secret_access_key, secret-access-key, secretaccesskey, aws_secret, aws-secret, awssecret,
          secret access key, aws_key, amazon_secret, s3_secret
        `),
        /[A-Za-z0-9/+]{40}/,
        0.85,
      ),
      near(['AKIA', 'ASIA'], [120, 200], /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/, {
        confidence: { base: 0.75 },
      }),
    ],
    minEntropy: 4,
    validate: secretKey,
  }),
  secret('aws-session-token', 'AWS session token', {
    rules: [
      inside(
        ['IQoJb3JpZ2lu', 'FwoGZXIvYXdz', 'FQoGZXIvYXdz', 'FQoDYXdz', 'AQoDYXdz'],
        /(?<![A-Za-z0-9+/]{2})(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz|FQoDYXdz|AQoDYXdz)[A-Za-z0-9+/%]{100,2000}={0,2}/,
      ),
      assigned(['session_token', 'session-token', 'sessiontoken'], /[A-Za-z0-9+/]{100,1200}={0,2}/, 0.7),
    ],
    minEntropy: 4,
  }),
  secret('aws-bedrock-key', 'Amazon Bedrock API key', {
    rules: [
      prefixed(['ABSK'], /ABSK[A-Za-z0-9+/]{109,269}={0,2}/),
      prefixed(
        ['bedrock-api-key-'],
        /bedrock-api-key-(?:YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/=]{0,1000}|[A-Za-z0-9+/]{32,1000}={0,2})/,
      ),
    ],
    minEntropy: 3,
    rejectPattern: /EXAMPLE/,
  }),
  secret('aws-service-key', 'Key of an AWS service (AppSync, Marketplace)', {
    rules: [
      prefixed(['da2-'], /da2-[a-z0-9]{26}/),
      prefixed(['amzn.mws.'], /amzn\.mws\.[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}/i),
      prefixed(['amzn1.oa2-cs.v1.'], /amzn1\.oa2-cs\.v1\.[0-9a-f]{64}/),
      prefixed(['Atza|', 'Atzr|'], /Atz[ar]\|[\w-]{50,900}/),
    ],
    minEntropy: 3,
  }),
  secret('aws-signed-url', 'Signed URL of Amazon S3', {
    severity: 'medium',
    rules: [prefixed(['X-Amz-Signature='], /X-Amz-Signature=(?<value>[0-9a-f]{64})/i)],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
];
