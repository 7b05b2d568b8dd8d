import { assigned, mustLookGenerated, secretOf, UUID } from './secret';
import { after, inside, prefixed } from '../shapes';

const secret = secretOf('Services', 'high');

export const services = [
  secret('notion-token', 'Notion integration token', {
    rules: [prefixed(['ntn_'], /ntn_[A-Za-z0-9]{40,64}/), prefixed(['secret_'], /secret_[A-Za-z0-9]{43}/)],
    minEntropy: 3.8,
  }),
  secret('linear-key', 'Linear API key', {
    rules: [
      prefixed(['lin_api_', 'lin_oauth_', 'lin_wh_'], /lin_(?:api|oauth|wh)_[a-z0-9]{40,80}/i),
      assigned(['linear'], /[a-f0-9]{32}/i),
    ],
    minEntropy: 2.3,
  }),
  secret('airtable-token', 'Airtable token', {
    rules: [
      prefixed(['pat'], /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/),
      assigned(['airtable'], /(?:key)?[a-z0-9]{17}|key[a-z0-9]{14}/i),
    ],
    minEntropy: 2.3,
    validate: mustLookGenerated,
  }),
  secret('asana-credential', 'Asana client id, secret or token', {
    rules: [
      assigned(['asana'], /[a-z0-9]{32}|\d{16}/i),
      prefixed(['0/', '1/', '2/'], /[012]\/\d{16}(?:\/\d{16})?:[0-9a-f]{32}/),
    ],
    validate: mustLookGenerated,
    ids: true,
  }),
  secret('figma-token', 'Figma token', {
    rules: [prefixed(['figd_', 'figo_', 'figr_', 'figu_'], /fig[doru]_[\w-]{40,80}/)],
    minEntropy: 3,
    rejectPlaceholders: false,
  }),
  secret('dropbox-token', 'Dropbox token', {
    rules: [
      prefixed(['AAAAAAAAAA'], /[A-Za-z0-9]{11}AAAAAAAAAA[\w=-]{43}/, { lead: /[A-Za-z0-9]/, maxLead: 11 }),
      prefixed(['sl.'], /sl\.[\w=-]{130,1300}/),
      assigned(['dropbox'], /[a-z0-9]{15}|[a-z0-9]{11}A{10}[a-z0-9_=-]{43}|sl\.[a-z0-9_=-]{135}/i, 0.6),
    ],
    minEntropy: 2.5,
    validate: mustLookGenerated,
  }),
  secret('postman-key', 'Postman API key', {
    rules: [prefixed(['PMAK-', 'PMAT-'], /PMAK-[a-f0-9]{24}-[a-f0-9]{34}|PMAT-[0-9A-Z]{26}/i)],
    minEntropy: 2.8,
  }),
  secret('facebook-token', 'Facebook token or secret', {
    rules: [
      prefixed(['EAA'], /EAA[A-Za-z][a-z0-9]{70,700}/i),
      { by: 'token', digits: [15, 16], pattern: /\d{15,16}(?:\||%7C|%)[\w-]{27,40}(?![\w-])/ },
      assigned(['facebook', 'fb_secret', 'fb_app_secret'], /[a-f0-9]{32}/i),
    ],
    minEntropy: 3,
    // A lower-case hex hash that happens to start like this.
    rejectPattern: /^eaa[0-9a-f]+$/,
  }),
  secret('twitter-token', 'X (Twitter) key or token', {
    rules: [
      inside(['AAAAAAAAAAAAAAAAAAAA'], /(?<![A-Za-z0-9%])A{20,22}[A-Za-z0-9%]{70,110}/),
      assigned(['twitter'], /[a-z0-9]{25}|[a-z0-9]{50}|[a-z0-9]{45}|\d{15,25}-[a-z0-9]{20,40}|A{22}[a-z0-9%]{80,100}/i),
    ],
    minEntropy: 2.3,
    rejectPlaceholders: false,
    validate: ({ value }) =>
      /^A{22}/.test(value) && /A{40}/.test(value) ? { verdict: 'invalid' } : { verdict: 'unknown' },
  }),
  secret('linkedin-credential', 'LinkedIn client id or secret', {
    severity: 'medium',
    rules: [assigned(['linkedin', 'linked-in', 'linked_in'], /[a-z0-9]{16}|[a-z0-9]{14}/i)],
    minEntropy: 2.3,
    validate: mustLookGenerated,
    ids: true,
  }),
  secret('social-media-token', 'Token of a social or media service (Twitch, Flickr, Instagram, Etsy)', {
    severity: 'medium',
    rules: [
      assigned(['twitch'], /[a-z0-9]{30}/i),
      assigned(['flickr', 'nytimes', 'newyorktimes', 'new-york-times'], /[a-z0-9=_-]{32}/i),
      assigned(['etsy'], /[a-z0-9]{24}/i),
      prefixed(['IGQV', 'IGAA'], /IG(?:QV|AA)[A-Za-z0-9_-]{100,300}/),
      assigned(['spotify', 'instagram', 'vimeo', 'imgur', 'soundcloud'], /[a-f0-9]{32}/i),
      assigned(['strava', 'vkontakte', 'vk_'], /[a-f0-9]{40}|[a-f0-9]{85}/i, 0.6),
      prefixed(['pina_'], /pina_[A-Z0-9]{50,120}/),
      prefixed(['OC|'], /OC\|\d{15,17}\|[0-9a-f]{32}/),
      prefixed(['lip_'], /lip_[A-Za-z0-9]{20}/),
      prefixed(['tss_'], /tss_[A-Za-z0-9]{36}/),
      inside(['WARNING:-DO-NOT-SHARE-THIS'], /WARNING:-DO-NOT-SHARE-THIS[^|\n]{20,160}\|_(?<value>[0-9A-F]{100,1200})/),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('salesforce-credential', 'Salesforce token or consumer key', {
    rules: [prefixed(['00D'], /00D[A-Za-z0-9]{12,15}![\w.]{60,120}/), prefixed(['3MVG'], /3MVG[\w.]{60,160}/)],
    minEntropy: 3,
  }),
  secret('maps-token', 'Mapbox token', {
    severity: 'medium',
    rules: [
      prefixed(['pk.eyJ', 'sk.eyJ', 'tk.eyJ'], /[pst]k\.eyJ[\w-]{40,200}\.[\w-]{22}(?![\w-])/),
      assigned(['mapbox'], /[ps]k\.[a-z0-9]{60}\.[a-z0-9]{22}/i),
      prefixed(['fsq3'], /fsq3[A-Za-z0-9+/]{43}=/),
    ],
    minEntropy: 3,
  }),
  secret('content-service-key', 'Key of a content or search service (Contentful, Algolia, Typeform, ReadMe)', {
    severity: 'medium',
    rules: [
      prefixed(['CFPAT-'], /CFPAT-[\w-]{43,64}(?![\w-])/),
      prefixed(['tfp_'], /tfp_[a-z0-9_.=-]{40,60}/i),
      prefixed(['rdme_'], /rdme_[a-z0-9]{64,90}/),
      prefixed(['fio-u-'], /(?<!-)fio-u-[a-z0-9_=-]{64}/i),
      prefixed(['cloudinary://'], /cloudinary:\/\/\d{10,20}:(?<value>[\w-]{20,40})@\w+/),
      assigned(['contentful'], /[a-z0-9=_-]{43}/i),
      assigned(['algolia', 'fastly'], /[a-z0-9=_-]{32}/i),
      assigned(['squarespace'], UUID),
      prefixed(['gb_api_'], /gb_api_[A-Za-z0-9]{40}/),
      prefixed(['tgpat_', 'tgpak_'], /tgpa[tk]_[a-z2-7]{40,100}/),
      prefixed(['private_'], /private_[A-Za-z0-9+/]{27}=/),
      prefixed(['cnvca'], /cnvca[\w-]{45,60}/),
    ],
    minEntropy: 2.5,
    validate: mustLookGenerated,
  }),
  secret('data-service-key', 'Key of a data service (MaxMind, RapidAPI, Finnhub, Confluent, Looker)', {
    severity: 'medium',
    rules: [
      prefixed(['_mmk'], /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/, { lead: /\w/, maxLead: 36 }),
      prefixed(['sgp_'], /sgp_[A-Za-z0-9]{64}/),
      assigned(['rapidapi'], /[a-z0-9_-]{50}/i),
      assigned(['finnhub'], /[a-z0-9]{20}/i),
      assigned(['confluent'], /[a-z0-9]{64}|[a-z0-9]{16}/i),
      assigned(['looker'], /[a-z0-9]{24}|[a-z0-9]{20}/i),
      prefixed(['sm_aat_', 'sm_pat_', 'sm_sat_'], /sm_[aps]at_[a-zA-Z0-9]{16}/),
      prefixed(['pub-c-', 'sub-c-'], /(?:pub|sub)-c-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/),
      prefixed(['==:'], /[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}/, { lead: /[A-Za-z0-9+/]/, maxLead: 22 }),
      prefixed(['mb_'], /mb_[A-Za-z0-9+/]{43}=/),
      prefixed(['db-'], /db-[A-Za-z0-9]{29}(?![\w-])/),
      prefixed(['dbtc_', 'dbtu_'], /dbt[cu]_[\w-]{36,60}(?![\w-])/),
      prefixed(['na1.', 'eu1.'], /(?:na|eu)1\.[A-Za-z0-9+/]{60,300}={0,2}/),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('adobe-credential', 'Adobe client id or secret', {
    rules: [prefixed(['p8e-', 'p8-'], /(?<!-)p8e?-[a-z0-9-]{32}/i), assigned(['adobe'], /[a-f0-9]{32}/i)],
    minEntropy: 2.3,
    ids: true,
  }),
  secret('identity-service-key', 'Key of an identity service (Auth0, Authress, Intra42)', {
    rules: [
      prefixed(
        ['sc_', 'ext_', 'scauth_', 'authress_'],
        /(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[a-z0-9+/_=-]{30,120}/i,
      ),
      prefixed(['s-s4t2ud-', 's-s4t2af-'], /s-s4t2(?:ud|af)-[a-f0-9]{64}/i),
      assigned(['auth0'], /[\w-]{64}|[\w-]{32}/, 0.6),
      prefixed(['secret-live-', 'secret-test-'], /secret-(?:live|test)-[\w-]{36}=?/),
      prefixed(['permit_key_'], /permit_key_[A-Za-z0-9]{60,100}/),
      prefixed(['unkey_'], /unkey_(?:root_)?[A-Za-z0-9]{18,50}/),
    ],
    minEntropy: 2.5,
    validate: mustLookGenerated,
  }),
  secret('iot-service-key', 'Key of a device service (Adafruit, Particle, Blynk)', {
    severity: 'medium',
    rules: [
      prefixed(['aio_'], /aio_[A-Za-z0-9]{28}/),
      assigned(['adafruit', 'blynk'], /[a-z0-9_-]{32}/i),
      assigned(['particle'], /[a-f0-9]{40}/),
      prefixed(
        ['blynk-cloud.com/', 'blynk.cloud/external/api/'],
        /(?:[a-z/]{0,24}\?token=)?(?<value>[0-9a-f]{32}|[\w-]{32})(?![\w-])/,
        {
          at: 'end',
        },
      ),
      after(['char auth[]', 'BLYNK_AUTH_TOKEN'], /\s{0,2}=?\s{0,2}"(?<value>[\w-]{32})"/),
      prefixed(['/api/v1/'], /(?<value>\w{20})(?=\/(?:telemetry|attributes|rpc|claim)\b)/, { at: 'end' }),
      prefixed(['samsara_api_'], /samsara_api_[A-Za-z0-9]{28,40}/),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('sidekiq-credential', 'Sidekiq or Contribsys credential', {
    rules: [
      assigned(['bundle_enterprise__contribsys__com', 'bundle_gems__contribsys__com'], /[a-f0-9]{8}:[a-f0-9]{8}/i, 0.9),
      inside(
        ['gems.contribsys.com', 'enterprise.contribsys.com'],
        /[a-f0-9]{8}:[a-f0-9]{8}(?=@(?:gems|enterprise)\.contribsys\.com)/i,
        { lead: /[0-9a-f:@]/i, maxLead: 18 },
      ),
    ],
    rejectPlaceholders: false,
  }),
  secret('work-management-token', 'Token of a work management service (Trello, ClickUp, Zoho)', {
    rules: [
      prefixed(['ATTA'], /ATTA[0-9a-f]{64}[0-9A-Fa-f]{8}/),
      prefixed(['pk_'], /pk_\d{5,12}_[A-Z0-9]{32}/),
      prefixed(['1000.'], /1000\.[0-9a-f]{32}\.[0-9a-f]{32}/),
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
  secret('captcha-key', 'Key of a captcha (reCAPTCHA, hCaptcha, Turnstile)', {
    severity: 'medium',
    rules: [
      prefixed(['6L'], /6L[\w-]{6}AAAAA[\w-]{27}(?![\w-])/),
      prefixed(['ES_'], /ES_[0-9a-f]{32}/),
      prefixed(['0x4AAAA'], /0x4AAAA[\w-]{25,35}(?![\w-])/),
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
];
