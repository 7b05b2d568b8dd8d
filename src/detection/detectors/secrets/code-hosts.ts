import { isJsonWebToken } from '../../validators/json-web-token';
import { hasBase62Crc } from '../../validators/token-checksum';
import { assigned, mustLookGenerated, provenBy, secretOf } from './secret';
import { list } from '../list';
import { after, inside, prefixed } from '../shapes';

const secret = secretOf('Code hosts', 'critical');

export const codeHosts = [
  secret('github-token', 'GitHub token', {
    rules: [
      prefixed(['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_[0-9A-Za-z]{36,251}/),
      prefixed(['ghs_'], /ghs_\d{1,12}_eyJ[\w-]{10,400}\.eyJ[\w-]{10,800}\.[\w-]{20,800}/),
      prefixed(['github_pat_'], /github_pat_\w{60,244}/),
      assigned(
        list('github_token, github-token, githubtoken, github_secret, github_pat, gh_token, github_key, github_api'),
        /[0-9a-f]{40}/,
      ),
    ],
    minEntropy: 2.3,
    confidence: { base: 0.9, validated: 0.99 },
    validate: (candidate) => {
      const token = candidate.value.replace(/^ghs_\d+_/, '');
      if (isJsonWebToken(token)) return { verdict: 'valid', evidence: ['decoded:jwt'] };
      return provenBy('crc32', hasBase62Crc)(candidate);
    },
  }),
  secret('gitlab-token', 'GitLab token', {
    rules: [
      prefixed(['glpat-'], /glpat-[\w-]{27,300}\.(?:[0-9a-z]{2}\.)?[0-9a-z]{9}|glpat-[\w-]{20,64}(?![\w-])/),
      prefixed(['gldt-', 'glft-', 'glsoat-', 'glffct-'], /gl(?:dt|ft|soat|ffct)-[\w-]{20,64}(?![\w-])/),
      prefixed(
        ['glrt-', 'glrtr-'],
        /glrt-t\d_[\w-]{27,300}\.(?:[0-9a-z]{2}\.)?[0-9a-z]{9}|glrtr?-(?:t\d_)?[\w-]{20,64}(?![\w-])/,
      ),
      prefixed(['glcbt-'], /glcbt-(?:[0-9a-zA-Z]{1,5}_)?[\w-]{20,64}(?![\w-])/),
      prefixed(['glimt-'], /glimt-[\w-]{25}(?![\w-])/),
      prefixed(['glptt-'], /glptt-[\w-]{40,64}(?![\w-])/),
      prefixed(['glagent-'], /(?<!-)glagent-[\w-]{50,1024}/),
      prefixed(['gloas-'], /gloas-[\w-]{64,128}(?![\w-])/),
      prefixed(['glwt-'], /glwt-[\w-]{30,64}(?![\w-])/),
      prefixed(['GR1348941'], /GR1348941[\w-]{20}(?![\w-])/),
      inside(['_gitlab_session='], /_gitlab_session=(?<value>[0-9a-z]{32})/),
    ],
    minEntropy: 3,
    rejectPattern: /^GR1348941\d+$/,
  }),
  secret('npm-token', 'npm access token', {
    rules: [prefixed(['npm_'], /npm_[a-z0-9]{36,128}/i)],
    minEntropy: 2.3,
    confidence: { base: 0.85, validated: 0.99 },
    validate: provenBy('crc32', hasBase62Crc),
  }),
  secret('pypi-token', 'PyPI upload token', {
    // The macaroon starts with its host, pypi.org or test.pypi.org, in base64.
    minEntropy: 3.2,
    rules: [prefixed(['pypi-AgE'], /pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[\w-]{70,1000}/)],
    confidence: { base: 0.95 },
  }),
  secret('rubygems-token', 'RubyGems API key', {
    rules: [prefixed(['rubygems_'], /rubygems_[a-f0-9]{48,96}/)],
    minEntropy: 2.3,
  }),
  secret('nuget-api-key', 'NuGet API key', {
    rules: [prefixed(['oy2'], /oy2[a-p][a-z0-9]{15}[aq][a-z0-9]{11}eu[a-z0-9]{12}[a4]|oy2[a-z0-9]{43}/)],
    minEntropy: 3.5,
  }),
  secret('crates-io-token', 'crates.io API token', {
    rules: [prefixed(['cio'], /cio[A-Za-z0-9]{32}/)],
    minEntropy: 4,
    validate: mustLookGenerated,
  }),
  secret('clojars-token', 'Clojars deploy token', {
    rules: [prefixed(['CLOJARS_'], /CLOJARS_[a-z0-9]{60}/i)],
    minEntropy: 2.3,
  }),
  secret('docker-token', 'Docker access token or swarm key', {
    rules: [
      prefixed(['dckr_pat_', 'dckr_oat_'], /dckr_[po]at_[\w-]{27,64}(?![\w-])/),
      prefixed(['SWMTKN-1-'], /SWMTKN-1-[0-9a-z]{50}-[0-9a-z]{25}/),
      prefixed(['SWMKEY-1-'], /SWMKEY-1-[A-Za-z0-9+/]{43}/),
    ],
    rejectPlaceholders: false,
    minEntropy: 3,
  }),
  secret('ci-token', 'Token of a build service', {
    severity: 'high',
    rules: [
      prefixed(['CCIPAT_', 'CCIPRJ_'], /CCI(?:PAT|PRJ)_[A-Za-z0-9]{20,30}_[0-9a-f]{40,64}/),
      prefixed(['bkua_', 'bkct_', 'bkat_', 'bkaj_'], /bk(?:ua|ct|at|aj)_[0-9a-zA-Z._-]{40,600}(?![\w-])/),
      assigned(['travis'], /[a-z0-9]{22}/i, 0.6),
      assigned(['droneci', 'drone_token', 'codecov', 'codeclimate'], /[a-z0-9]{32}|[a-f0-9]{64}/i, 0.65),
      assigned(['circleci', 'circle_token', 'circle-token'], /[a-f0-9]{40}/i, 0.7),
      after(['proceed to installation'], /:\s{1,6}(?<value>[a-f0-9]{32})/),
      assigned(['jenkins-crumb', 'jenkins_crumb'], /[a-f0-9]{32}|[a-f0-9]{64}/),
      assigned(['jenkins'], /[a-f0-9]{32,36}/i, 0.65),
      prefixed(['cr-'], /cr-[0-9a-f]{58}/),
      prefixed(['mka_'], /mka_[A-Za-z0-9]{30,60}/),
      prefixed(['ion_'], /ion_[A-Za-z0-9]{42}/),
      prefixed(['chpt_'], /chpt_[a-z0-9]{12,20}/),
      prefixed(['ls-'], /ls-[A-Za-z0-9]{8}(?:-[A-Za-z0-9]{4}){3}-[A-Za-z0-9]{12}/),
      prefixed(['depot_'], /depot_(?:[a-z]{3,8}_)?[0-9a-f]{64}/),
      prefixed(['isat_'], /isat_[A-Za-z0-9]{40,60}/),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('jetbrains-token', 'JetBrains token (YouTrack, Hub, Space, TeamCity)', {
    rules: [
      prefixed(['perm:', 'perm-'], /perm[:-][A-Za-z0-9+=]{4,60}\.[A-Za-z0-9+=-]{4,60}\.[A-Za-z0-9]{20,60}(?![\w.-])/),
      prefixed(['eyJ0eXAiOiAiVENWMiJ9.'], /eyJ0eXAiOiAiVENWMiJ9\.[\w-]{36}\.[\w-]{48}(?![\w-])/),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('package-registry-token', 'Token of a package or extension registry (Packagist, Nexus, Open VSX)', {
    rules: [
      prefixed(['NpmToken.'], /NpmToken\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/),
      prefixed(['packagist_'], /packagist_[a-z]{3}_[0-9a-f]{60,96}/),
      prefixed(['ovsxp_', 'ovsxat_'], /ovsx(?:p|at)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/),
      prefixed(['jsrt_', 'jsrd_'], /jsr[dt]_[A-Za-z0-9]{32,60}/),
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
  secret('developer-tool-token', 'Token of a developer tool (WakaTime, Raycast, CodeRabbit, Phabricator)', {
    severity: 'high',
    rules: [
      prefixed(
        ['waka_'],
        /waka_(?:tok_|sec_)?(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9]{60,90})/,
      ),
      prefixed(['rca_'], /rca_[0-9a-f]{64}/),
      { ...prefixed(['api-', 'cli-'], /(?:api|cli)-[a-z0-9]{28}(?![\w-])/), confidence: { base: 0.7 } },
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
];
