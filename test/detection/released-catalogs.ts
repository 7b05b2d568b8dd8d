/**
 * The ids of the detectors that each released catalog added, oldest first. A release of the app that adds detectors appends their ids
 * (docs/releases.md); nothing else changes here.
 */
export const RELEASED_CATALOGS: readonly (readonly string[])[] = [
  `
  atlassian-api-token atlassian-data-center-token bitbucket-token page-classification-api-key github-token
  gitlab-token npm-token pypi-token rubygems-token nuget-api-key crates-io-token clojars-token docker-token ci-token
  jetbrains-token package-registry-token developer-tool-token aws-access-key aws-secret-key aws-session-token
  aws-bedrock-key aws-service-key aws-signed-url azure-storage-key azure-connection-string azure-ad-client-secret
  azure-signed-key azure-devops-token azure-openai-key azure-sas-token gcp-api-key gcp-service-account google-oauth
  firebase-cloud-messaging-key gcp-storage-key alibaba-key cloudflare-token digitalocean-token heroku-key fly-token
  ibm-cloud-key yandex-token platform-token database-platform-token openshift-token regional-cloud-key stripe-live-key
  stripe-test-key square-token paypal-braintree-token plaid-key adyen-key shopify-token payment-provider-key
  crypto-exchange-key shop-platform-key stripe-publishable-key slack-token slack-webhook teams-webhook webhook-url
  discord-token telegram-bot-token twilio-key sendgrid-key mailgun-key mailchimp-key mail-service-key chat-service-key
  openai-key anthropic-key huggingface-token groq-key cohere-key perplexity-key ai-service-key databricks-token
  datadog-key new-relic-key grafana-token sentry-token dynatrace-token pagerduty-key terraform-token vault-token
  secret-manager-token infracost-key snyk-key sonarqube-token artifactory-key launchdarkly-key okta-token
  onepassword-secret pulumi-token tailscale-key monitoring-key deployment-token nkey-seed scanner-token cluster-token
  feature-flag-key notion-token linear-key airtable-token asana-credential figma-token dropbox-token postman-key
  facebook-token twitter-token linkedin-credential social-media-token salesforce-credential maps-token
  content-service-key data-service-key adobe-credential identity-service-key iot-service-key sidekiq-credential
  work-management-token captcha-key pem-private-key openssh-private-key pgp-private-key putty-private-key
  encoded-private-key age-secret-key wireguard-key raw-private-key jwt jwk-private openvpn-static-key paseto-token
  totp-seed database-url connection-string basic-auth-header bearer-header curl-user netrc npmrc kubernetes-secret
  sql-password command-line-secret credential-arguments network-device-secret environment-default password-hash
  framework-secret access-code password-in-prose secret-assignment recovery-code product-key service-credential
  card-pan card-track card-cvv iban swift-bic us-aba-routing us-bank-account uk-sort-account au-bsb-account
  nz-bank-account in-ifsc mx-clabe ar-cbu no-bank-account fr-rib sepa-creditor-id btc-address eth-address ltc-address
  doge-address tron-address xrp-address crypto-wif bip39-seed isin lei cusip sedol eu-vat email phone-intl
  phone-national date-of-birth passport-mrz us-zip ca-postal-code de-postal-code postal-address-uk imei imsi iccid vin
  uk-vehicle-registration de-licence-plate us-ssn us-itin us-ein us-passport us-driver-licence us-alien-number ca-sin
  ca-business-number ca-passport br-cpf br-cnpj br-pis br-cnh mx-curp mx-rfc mx-nss ar-cuit ar-dni cl-rut co-nit
  pe-ruc ec-cedula uy-cedula ve-rif gt-cui do-cedula cu-ni uk-nino uk-driving-licence uk-passport uk-utr
  uk-company-number ie-pps ie-passport de-steuer-id de-rvnr de-idcard-passport de-steuernummer de-driving-licence
  at-svnr at-tin ch-ahv ch-uid fr-nir fr-spi fr-siren-siret fr-passport fr-id-card nl-bsn nl-passport be-nn
  lu-matricule es-dni es-nie es-cif es-nss es-passport it-codice-fiscale it-partita-iva it-id-card it-driving-licence
  it-passport pt-nif pt-cc gr-amka gr-afm mt-id-card tr-tckn tr-vkn se-personnummer se-orgnr no-fnr no-orgnr fi-hetu
  fi-ytunnus dk-cpr dk-cvr is-kennitala ee-isikukood lv-personas-kods lt-asmens-kodas pl-pesel pl-nip pl-regon
  pl-id-card pl-passport cz-sk-rc hu-taj hu-tax-id ro-cnp md-idnp bg-egn hr-oib si-emso rs-jmbg ua-rntrc ru-inn
  ru-snils by-unp kz-iin il-id sa-id ae-emirates-id kw-civil-id bh-cpr qa-id ir-national-code eg-national-id za-id
  ng-nin ng-bvn ke-pin gh-card mu-nid mz-nuit in-aadhaar in-pan in-gstin in-voter-id in-passport
  in-vehicle-registration pk-cnic lk-nic kr-rrn kr-brn kr-passport kr-driving-licence cn-resident-id cn-uscc
  jp-my-number tw-id hk-id sg-nric sg-uen th-id my-nric id-nik vn-cccd ph-tin ph-sss au-tfn au-abn au-acn au-passport
  nz-ird us-npi us-mbi us-dea uk-nhs uk-chi au-medicare au-ihi ca-health-card ca-ramq de-kvnr de-lanr nz-nhi br-cns
  mrn ndc ipv4-public ipv6 url-with-credentials internal-hostname aws-arn aws-account-id azure-tenant-or-subscription
  `,
].map((ids) => ids.trim().split(/\s+/));
