import { isPublishedSample } from '../../validators/published-samples';
import { mustLookGenerated, secretsOf } from './secret';
import { inside, prefixed } from '../shapes';

export const google = secretsOf('Google Cloud', [
  {
    id: 'gcp-api-key',
    name: 'Google API key',
    severity: 'high',
    rules: [prefixed(['AIza'], /AIza[\w-]{35}(?![\w-])/), prefixed(['AQ.Ab'], /AQ\.Ab[\w-]{40,80}(?![\w-])/)],
    minEntropy: 3.5,
    validate: (candidate) =>
      isPublishedSample(candidate.value) ? { verdict: 'invalid' } : mustLookGenerated(candidate),
  },
  {
    id: 'gcp-service-account',
    name: 'Google service account key',
    rules: [
      inside(
        ['service_account"'],
        /service_account"[^{}]{0,400}?"private_key"\s{0,4}:\s{0,4}"(?<value>-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[A-Za-z0-9+/=\\\s]{64,4096}-----END [A-Z ]{0,20}PRIVATE KEY-----)/,
      ),
      inside(['"private_key_id"'], /"private_key_id"\s{0,4}:\s{0,4}"(?<value>[0-9a-f]{40})"/),
    ],
    multiline: true,
  },
  {
    id: 'google-oauth',
    name: 'Google OAuth secret or token',
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
  },
  {
    id: 'firebase-cloud-messaging-key',
    name: 'Firebase Cloud Messaging server key',
    severity: 'high',
    rules: [prefixed(['AAAA'], /AAAA[\w-]{7}:[\w-]{140}/)],
  },
  {
    id: 'gcp-storage-key',
    name: 'Google Cloud Storage HMAC key',
    severity: 'high',
    rules: [prefixed(['GOOG'], /GOOG(?:1E)?[A-Z0-9]{20,57}/)],
    minEntropy: 3,
    validate: mustLookGenerated,
  },
]);
