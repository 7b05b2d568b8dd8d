import { assigned, mustLookGenerated, secretOf, UUID } from './secret';
import { list } from '../list';
import { inside, prefixed } from '../shapes';

const secret = secretOf('Operations', 'high');

export const operations = [
  secret('databricks-token', 'Databricks token', {
    severity: 'critical',
    rules: [
      prefixed(['dose'], /dose[a-f0-9]{32}(?:-\d)?/),
      prefixed(['dapi'], /dapi[a-f0-9]{32}(?:-\d)?|dapi[A-F0-9]{32}(?:-\d)?|dapi[A-Fa-f0-9]{32}(?:-\d)?/),
    ],
    minEntropy: 2.5,
    rejectPlaceholders: false,
  }),
  secret('datadog-key', 'Datadog API or application key', {
    rules: [assigned(['datadog', 'dd_api', 'dd-api', 'dd_app', 'dd-app'], /[a-z0-9]{40}|[a-f0-9]{32}/i)],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
  secret('new-relic-key', 'New Relic key', {
    rules: [
      prefixed(['NRAK-', 'NRAA-'], /NRA[AK]-[a-z0-9]{27}/i),
      prefixed(['NRJS-', 'NRBR-'], /NR(?:JS|BR)-[a-f0-9]{19}/i),
      prefixed(['NRII-', 'NRIQ-', 'NRRA-', 'NRSP-'], /NR(?:I[IQ]|RA|SP)-[\w-]{25,42}/i),
      prefixed(['NRAL'], /(?:[a-z]{2}\d\dx{1,2})?[a-fA-F0-9]{30,40}NRAL/, { lead: /[A-Za-z0-9]/, maxLead: 46 }),
      assigned(['new-relic', 'newrelic', 'new_relic'], /[a-z0-9]{64}/i),
    ],
    minEntropy: 2.3,
  }),
  secret('grafana-token', 'Grafana token or key', {
    rules: [
      prefixed(['glsa_'], /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/i),
      prefixed(['glc_'], /glc_[A-Za-z0-9+/]{32,600}={0,3}/i),
      prefixed(['eyJrIjoi'], /eyJrIjoi[A-Za-z0-9]{70,400}={0,3}/i),
    ],
    minEntropy: 3,
    rejectPattern: /^glc_[A-Za-z]+$/i,
  }),
  secret('sentry-token', 'Sentry token', {
    rules: [
      prefixed(['sntryu_', 'sntryi_', 'sntrya_'], /sntry[uia]_[a-f0-9]{64}/),
      prefixed(['sntrys_'], /sntrys_eyJpYXQiO[a-zA-Z0-9+/=]{20,400}_[a-zA-Z0-9+/]{43}(?![a-zA-Z0-9+/])/),
      assigned(['sentry'], /[a-f0-9]{64}/i),
      inside(
        ['.ingest.sentry.io', '@sentry.io', '.ingest.us.sentry.io'],
        /[0-9a-f]{32}:[0-9a-f]{32}@(?:o\d+\.ingest\.(?:us\.)?)?sentry\.io/,
        { lead: /[\w:.@]/, maxLead: 90 },
      ),
    ],
    minEntropy: 2.8,
  }),
  secret('dynatrace-token', 'Dynatrace token', {
    rules: [prefixed(['dt0c', 'dt0s'], /dt0[a-z]\d\d\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/i)],
    minEntropy: 3.8,
  }),
  secret('pagerduty-key', 'PagerDuty key', {
    rules: [assigned(['pagerduty', 'pager_duty', 'pager-duty', 'pd_api'], /u\+[\w-]{18}|[\w+-]{20}|[a-f0-9]{32}/)],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('terraform-token', 'Terraform Cloud token', {
    severity: 'critical',
    rules: [inside(['.atlasv1.'], /[a-z0-9]{14}\.atlasv1\.[a-z0-9_=-]{60,70}/i, { lead: /[A-Za-z0-9]/, maxLead: 14 })],
    minEntropy: 3.5,
  }),
  secret('vault-token', 'HashiCorp Vault token', {
    severity: 'critical',
    rules: [
      prefixed(['hvs.', 'hvb.', 'hvr.'], /hv[sbr]\.[\w-]{24,400}(?![\w-])/),
      { ...prefixed(['s.'], /s\.[A-Za-z0-9]{24}(?![\w.-])/), confidence: { base: 0.7 } },
      // AppRole secret ids.
      assigned(
        ['secret_id', 'secret-id', 'secret id', 'secret.id'],
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
        0.7,
      ),
    ],
    ids: true,
    minEntropy: 3.3,
    // Many names of Java classes and members look like an old token but have no digits.
    validate: ({ value }) =>
      value.startsWith('s.') && !(/\d/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value))
        ? { verdict: 'invalid' }
        : { verdict: 'unknown' },
  }),
  secret('secret-manager-token', 'Token of a secret manager (Doppler, Infisical, Akeyless, Bitwarden)', {
    severity: 'critical',
    rules: [
      prefixed(
        ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
        /dp\.(?:pt|ct|sa|scim|audit|st(?:\.[\w-]{2,35})?)\.[a-zA-Z0-9]{40,44}/,
      ),
      prefixed(['st.'], /st\.[0-9a-f-]{24,36}\.[0-9a-f]{32}\.[0-9a-f]{32}/),
      // Bitwarden: version, id, secret and key.
      prefixed(
        ['0.'],
        /0\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.[A-Za-z0-9]{28,32}:[A-Za-z0-9+/]{22}==/,
      ),
    ],
    minEntropy: 2.5,
  }),
  secret('infracost-key', 'Infracost API key', {
    severity: 'medium',
    rules: [prefixed(['ico-'], /ico-[a-zA-Z0-9]{32}/)],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('snyk-key', 'Snyk token', {
    rules: [
      assigned(['snyk'], UUID),
      prefixed(['snyk_uat.', 'snyk_sat.'], /snyk_[us]at\.[0-9a-f]{8}\.[\w-]{30,600}\.[\w-]{20,200}(?![\w-])/),
    ],
    minEntropy: 2.8,
  }),
  secret('sonarqube-token', 'SonarQube token', {
    rules: [
      prefixed(['squ_', 'sqp_', 'sqa_', 'sqb_'], /sq[upab]_[a-f0-9]{40,64}/),
      assigned(
        list('sonar.login, sonar.token, sonar_login, sonar_token, sonar-login, sonar-token, sonartoken, sonarlogin'),
        /(?:sq[upa]_)?[a-z0-9=_-]{40}/i,
      ),
      assigned(['sonar'], /[a-f0-9]{40}/),
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
  secret('artifactory-key', 'JFrog Artifactory key or token', {
    severity: 'critical',
    rules: [
      prefixed(['AKCp'], /AKCp[A-Za-z0-9]{60,100}/),
      prefixed(['cmVmd'], /cmVmd[A-Za-z0-9]{59,80}/),
      assigned(
        ['jfrog', 'artifactory', 'bintray', 'xray', 'artif'],
        /[a-z0-9]{73}|[a-z0-9]{64}|AKC[a-zA-Z0-9]{10,}|AP[\dABCDEF][a-zA-Z0-9]{8,}/i,
      ),
      {
        ...prefixed(
          ['AKC', 'AP2', 'AP3', 'AP4', 'AP5', 'AP6', 'AP7', 'AP8', 'AP9', 'APA', 'APB'],
          /(?:AKC|AP[\dABCDEF])[a-zA-Z0-9]{60,100}/,
        ),
        confidence: { base: 0.7 },
      },
    ],
    minEntropy: 3.5,
    validate: mustLookGenerated,
  }),
  secret('launchdarkly-key', 'LaunchDarkly key', {
    rules: [
      prefixed(
        ['sdk-', 'api-', 'mob-'],
        /(?:sdk|api|mob)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
      ),
      assigned(['launchdarkly', 'launch_darkly'], /[a-z0-9=_-]{40}/i),
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
  secret('okta-token', 'Okta API token', {
    severity: 'critical',
    rules: [
      assigned(['okta', 'ssws'], /00[\w=-]{40}/, 0.8),
      prefixed(['SSWS '], /SSWS (?<value>00[\w-]{40})(?![\w-])/),
    ],
    minEntropy: 3.8,
  }),
  secret('onepassword-secret', '1Password secret key or service account token', {
    severity: 'critical',
    rules: [
      prefixed(['A3-'], /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}/),
      prefixed(['ops_eyJ'], /(?<![+/-])ops_eyJ[a-zA-Z0-9+/_-]{250,2000}={0,3}/),
    ],
    minEntropy: 3.5,
  }),
  secret('pulumi-token', 'Pulumi access token', {
    severity: 'critical',
    rules: [prefixed(['pul-'], /pul-[a-f0-9]{40,64}/)],
    minEntropy: 2.3,
  }),
  secret('tailscale-key', 'Tailscale or Defined Networking key', {
    severity: 'critical',
    rules: [
      prefixed(['tskey-'], /tskey-[a-z]{3,10}-[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20,40}/),
      inside(['tskey-'], /(?<=[_\d])tskey-[a-z]{3,10}-[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20,40}/),
      prefixed(['dnkey-'], /dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}/i),
      prefixed(['nbp_'], /nbp_[A-Za-z0-9]{36}/),
    ],
    rejectPlaceholders: false,
  }),
  secret('monitoring-key', 'Key of a monitoring service (Sumo Logic, Rollbar, PostHog, Honeycomb)', {
    rules: [
      assigned(['sumo'], /su[a-zA-Z0-9]{12}|[a-z0-9]{64}/i, 0.6),
      prefixed(['phx_', 'phr_', 'phc_', 'phs_'], /ph[xrcs]_[A-Za-z0-9]{43,50}/),
      prefixed(['hcaik_', 'hcamk_'], /hc[abimx]{2}[ki]k?_[A-Za-z0-9]{58,64}/),
      assigned(
        ['rollbar', 'bugsnag', 'honeybadger', 'airbrake', 'logdna', 'mezmo', 'loggly', 'opsgenie', 'statuspage'],
        /[a-f0-9]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
        0.65,
      ),
      prefixed(['lmb_'], /lmb_[A-Za-z0-9+/]{50,120}={0,2}/),
      prefixed(['xaat-', 'xapt-'], /xa[ap]t-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/),
      prefixed(['cu_'], /cu_[0-9a-f]{32}/),
      prefixed(['rootly_'], /rootly_[0-9a-f]{64}/),
      prefixed(['inc_'], /inc_[0-9a-f]{64}/),
      prefixed(['essu_'], /essu_[\w+/-]{40,300}={0,2}/),
      { ...prefixed(['pub'], /pub[0-9a-f]{32}/), confidence: { base: 0.7 } },
    ],
    minEntropy: 2.9,
    validate: ({ match, value }) =>
      /^sum[oO]f/.test(match) && value !== '' ? { verdict: 'invalid' } : { verdict: 'unknown' },
    ids: true,
  }),
  secret('deployment-token', 'Token of a deployment tool (Octopus, Harness, Prefect, StackHawk)', {
    rules: [
      prefixed(['API-'], /API-[A-Z0-9]{25,40}/),
      prefixed(['pat.', 'sat.'], /[ps]at\.[a-zA-Z0-9_-]{22}\.[a-zA-Z0-9]{24}\.[a-zA-Z0-9]{20}/),
      prefixed(['pnu_', 'pnb_'], /pn[ub]_[a-zA-Z0-9]{36,48}/),
      prefixed(['hawk.'], /hawk\.[\w-]{20}\.[\w-]{20}/),
      prefixed(['odt_'], /odt_[A-Za-z0-9]{32,255}/),
      prefixed(['cosmo_'], /cosmo_[0-9a-f]{32}/),
      prefixed(['sgp_'], /sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}/),
      assigned(['sourcegraph'], /[a-fA-F0-9]{40}/),
      assigned(['meraki'], /[0-9a-f]{40}/),
      assigned(['truenas'], /\d{1,3}-[A-Za-z0-9]{64}/),
      prefixed(['zpka_'], /zpka_[a-z0-9]{32}_[a-z0-9]{8}/),
    ],
    minEntropy: 2.9,
    validate: mustLookGenerated,
  }),
  secret('nkey-seed', 'NATS NKEY seed', {
    severity: 'critical',
    rules: [prefixed(['SU', 'SA', 'SO', 'SN', 'SC'], /S[UAONC][A-Z2-7]{56}/)],
    minEntropy: 3.8,
  }),
  secret('scanner-token', 'Token of a security scanner (Endor Labs, Aikido, Socket)', {
    rules: [
      prefixed(['endr+'], /endr\+[A-Za-z0-9-]{16}/),
      prefixed(['AIK_CI_', 'AIK_SECRET_'], /AIK_(?:CI|SECRET)_[A-Za-z0-9]{30,100}/),
      prefixed(['sktsec_'], /sktsec_[\w-]{30,100}_api/),
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
  secret(
    'cluster-token',
    'Token of a cluster, container or API platform (Kubernetes, Rancher, Portainer, Kong, Proxmox)',
    {
      severity: 'critical',
      rules: [
        prefixed(['--token'], /[= ](?<value>[a-z0-9]{6}\.[a-z0-9]{16})(?![\w.])/, { at: 'end' }),
        prefixed(['token-'], /token-[a-z0-9]{5}:[a-z0-9]{54}/),
        prefixed(['ptr_'], /ptr_[A-Za-z0-9+/]{43}=/),
        prefixed(['kpat_', 'spat_'], /[ks]pat_[A-Za-z0-9]{40,60}/),
        prefixed(
          ['PVEAPIToken='],
          /PVEAPIToken=[^\s"!=]{1,60}![\w-]{1,60}=(?<value>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/,
        ),
        prefixed(['add-authtoken'], /[ \t]{1,4}(?<value>\w{40,60})/, { at: 'end' }),
      ],
      minEntropy: 2.8,
      validate: mustLookGenerated,
    },
  ),
  secret('feature-flag-key', 'Key of a feature flag service (Statsig, DevCycle, Flagsmith)', {
    rules: [
      prefixed(['secret-', 'console-'], /(?:secret|console)-[A-Za-z0-9]{40,60}/),
      prefixed(['dvc_server_', 'dvc_mobile_'], /dvc_(?:server|mobile)_[\w-]{20,80}/),
      { ...prefixed(['ser.'], /ser\.[A-Za-z0-9]{22}(?![\w.-])/), confidence: { base: 0.7 } },
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
];
