import { isPublishedSample } from '../../validators/published-samples';
import { mustLookGenerated, secretOf } from './secret';
import { inside, prefixed } from '../shapes';

const secret = secretOf('Google Cloud', 'high');

export const google = [
  secret('gcp-api-key', 'Google API key', {
    rules: [prefixed(['AIza'], /AIza[\w-]{35}(?![\w-])/), prefixed(['AQ.Ab'], /AQ\.Ab[\w-]{40,80}(?![\w-])/)],
    minEntropy: 3.5,
    validate: (candidate) =>
      isPublishedSample(candidate.value) ? { verdict: 'invalid' } : mustLookGenerated(candidate),
  }),
  secret('gcp-service-account', 'Google service account key', {
    severity: 'critical',
    rules: [
      inside(
        ['service_account"'],
        /service_account"[^{}]{0,400}?"private_key"\s{0,4}:\s{0,4}"(?<value>-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[A-Za-z0-9+/=\\\s]{64,4096}-----END [A-Z ]{0,20}PRIVATE KEY-----)/,
      ),
      inside(['"private_key_id"'], /"private_key_id"\s{0,4}:\s{0,4}"(?<value>[0-9a-f]{40})"/),
    ],
    multiline: true,
  }),
  secret('google-oauth', 'Google OAuth secret or token', {
    severity: 'critical',
    rules: [
      prefixed(['GOCSPX-'], /GOCSPX-[\w-]{24,40}(?![\w-])/),
      prefixed(['ya29.'], /ya29\.[\w-]{20,1024}/),
      prefixed(['1//0'], /1\/\/0[\w-]{40,250}/),
      inside(
        ['.apps.googleusercontent.com'],
        /\.apps\.googleusercontent\.com.{0,3}\s.{0,40}?(?<value>(?<![\w-])[\w-]{24}(?![\w-]))/,
      ),
    ],
    minEntropy: 3.2,
    validate: mustLookGenerated,
  }),
  secret('firebase-cloud-messaging-key', 'Firebase Cloud Messaging server key', {
    rules: [prefixed(['AAAA'], /AAAA[\w-]{7}:[\w-]{140}/)],
  }),
  secret('gcp-storage-key', 'Google Cloud Storage HMAC key', {
    rules: [prefixed(['GOOG'], /GOOG(?:1E)?[A-Z0-9]{20,57}/)],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
];
