import { hasCloudflareCrc } from '../../validators/token-checksum';
import { assigned, mustLookGenerated, provenBy, secretOf, UUID } from './secret';
import { inside, prefixed } from '../shapes';

const secret = secretOf('Clouds', 'critical');

export const clouds = [
  secret('alibaba-key', 'Alibaba Cloud key', {
    rules: [prefixed(['LTAI'], /LTAI[a-z0-9]{12,26}/i), assigned(['alibaba', 'aliyun'], /[a-z0-9]{30}/i)],
    minEntropy: 2.3,
    validate: mustLookGenerated,
  }),
  secret('cloudflare-token', 'Cloudflare API token', {
    rules: [
      prefixed(['cfat_', 'cfut_', 'cfk_'], /cf(?:at|ut|k)_[A-Za-z0-9]{48}/),
      prefixed(['v1.0-'], /v1\.0-[a-f0-9]{24}-[a-f0-9]{146}/),
      assigned(['cloudflare', 'cf_api', 'cf_token'], /[a-z0-9_-]{40}|[a-f0-9]{37}/i),
      prefixed(['eyJhIjoi'], /eyJhIjoi[A-Za-z0-9+/]{100,400}={0,2}/),
    ],
    minEntropy: 2.3,
    confidence: { base: 0.9, validated: 0.99 },
    validate: provenBy('crc32', hasCloudflareCrc),
  }),
  secret('digitalocean-token', 'DigitalOcean token', {
    rules: [
      prefixed(['dop_v', 'doo_v', 'dor_v'], /do[opr]_v\d_[a-f0-9]{64,96}/i),
      assigned(['digitalocean', 'digital_ocean', 'do_token'], /[a-f0-9]{64}/i),
    ],
    minEntropy: 2.3,
  }),
  secret('heroku-key', 'Heroku API key', {
    rules: [
      prefixed(
        ['HRKU-'],
        /HRKU-(?:AA[0-9a-zA-Z_-]{50,80}(?![\w-])|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/,
      ),
      assigned(['heroku'], UUID),
    ],
    minEntropy: 2.8,
  }),
  secret('fly-token', 'Fly.io access token', {
    rules: [
      prefixed(['fo1_'], /fo1_[\w-]{43,64}(?![\w-])/),
      prefixed(['fm1a_', 'fm1r_', 'fm2_'], /fm(?:1[ar]|2)_[a-zA-Z0-9+/]{100,2000}={0,3}/),
    ],
    minEntropy: 4,
  }),
  secret('ibm-cloud-key', 'IBM Cloud key (IAM, COS, Cloudant, SoftLayer)', {
    rules: [
      assigned(['ibm', 'iam', 'cloud_api', 'cloud-api', 'cloud_key', 'cloud-key', 'apikey'], /[a-zA-Z0-9_-]{44}/, 0.65),
      assigned(['secret_access_key', 'secret-access-key', 'cos_secret', 'cos-secret'], /[a-f0-9]{48}/, 0.75),
      assigned(['softlayer', 'sl_api', 'sl-api', 'sl_key', 'sl-key', 'slapi'], /[a-z0-9]{64}/i, 0.75),
      inside(['--softlayer-api-key '], /--softlayer-api-key (?<value>[a-z0-9]{64})/i),
      assigned(['cloudant', 'cl_api', 'cl_key', 'cl_pw'], /[a-z0-9]{64}|[a-z]{24}/i, 0.65),
    ],
    minEntropy: 2.5,
  }),
  secret('yandex-token', 'Yandex Cloud key or token', {
    rules: [
      prefixed(['AQVN'], /AQVN[A-Za-z0-9_-]{35,38}(?![\w-])/),
      prefixed(['t1.'], /t1\.[A-Z0-9a-z_-]{1,200}={0,2}\.[A-Z0-9a-z_-]{86}={0,2}/),
      prefixed(['y0_', 'y1_', 'y2_', 'y3_'], /y[0-3]_[\w-]{55,60}/),
      assigned(['yandex'], /YC[a-zA-Z0-9_-]{38}/),
    ],
    minEntropy: 3,
  }),
  secret('platform-token', 'Token of a hosting platform (Vercel, Netlify, Render, Scalingo, Supabase, Akamai)', {
    severity: 'high',
    rules: [
      prefixed(['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], /vc[piark]_[A-Za-z0-9]{48,80}/),
      prefixed(['nfp_', 'nfc_', 'nfo_', 'nfb_', 'nfu_'], /nf[pcobu]_[A-Za-z0-9]{36,64}/),
      prefixed(['tk-us-'], /tk-us-[\w-]{48}(?![\w-])/),
      prefixed(['rnd_'], /rnd_[A-Za-z0-9]{28,48}/),
      prefixed(['sbp_', 'sb_secret_'], /sbp_(?:v\d_)?[a-f0-9]{40,64}|sb_secret_[\w-]{22,40}_[\w-]{8}/),
      assigned(['netlify'], /[a-z0-9=_-]{40,46}/i),
      assigned(['vercel'], /[a-zA-Z0-9]{24}/, 0.6),
      prefixed(['ddp_', 'ddo_', 'ddw_'], /dd[opw]_[A-Za-z0-9]{36}/),
      prefixed(['vtwn_'], /vtwn_[A-Za-z0-9]{24,40}/),
      prefixed(['akab-'], /akab-[a-z0-9]{16}-[a-z0-9]{16}(?![\w-])/),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('database-platform-token', 'Token of a database platform (PlanetScale, ClickHouse, Neon, MongoDB)', {
    rules: [
      prefixed(['pscale_pw_', 'pscale_tkn_', 'pscale_oauth_'], /pscale_(?:pw|tkn|oauth)_[\w=.-]{32,64}/i),
      prefixed(['4b1d'], /4b1d[A-Za-z0-9]{38}/),
      prefixed(['npg_'], /npg_[A-Za-z0-9]{12,24}/),
      prefixed(['mdb_sa_sk_'], /mdb_sa_sk_[\w-]{40,64}/),
      prefixed(['AVNS_'], /AVNS_[\w-]{19,32}(?![\w-])/),
      prefixed(['CCDB1_'], /CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/),
      prefixed(['AstraCS:'], /AstraCS:[A-Za-z]{24}:[0-9a-f]{64}/),
      prefixed(['napi_'], /napi_[a-z0-9]{64,96}/),
      prefixed(['xau_'], /xau_[A-Za-z0-9]{36,50}/),
      prefixed(['fnA'], /fnA[A-Z][\w-]{36}(?![\w-])/),
    ],
    minEntropy: 3,
  }),
  secret('openshift-token', 'OpenShift user token', {
    rules: [prefixed(['sha256~'], /sha256~[\w-]{43}(?![\w-])/)],
    minEntropy: 3.5,
  }),
  secret('regional-cloud-key', 'Key of a cloud (Tencent, Baidu, Volcengine, JD, Scaleway, Exoscale, UpCloud)', {
    rules: [
      prefixed(['AKID'], /AKID[A-Za-z0-9]{28,40}/),
      prefixed(['ALTAK'], /ALTAK-?[A-Za-z0-9]{21}/),
      prefixed(['AKLT'], /AKLT[\w-]{40,60}(?![\w-])/),
      prefixed(['JDC_'], /JDC_[A-Z0-9]{28,32}/),
      prefixed(['SCW'], /SCW[A-Z0-9]{17}/),
      prefixed(['EXO'], /EXO[0-9a-f]{24}/),
      prefixed(['ucat_'], /ucat_[A-Z0-9]{26}/),
      prefixed(['STS.N'], /STS\.N[A-Za-z0-9]{20,30}/),
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
];
