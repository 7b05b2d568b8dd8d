import { assigned, mustLookGenerated, secretOf, UUID } from './secret';
import { inside, prefixed } from '../shapes';

const secret = secretOf('Payments', 'critical');

export const payments = [
  secret('stripe-live-key', 'Stripe live secret key', {
    rules: [
      prefixed(
        ['sk_live_', 'rk_live_', 'sk_prod_', 'rk_prod_', 'sk_org_'],
        /(?:[sr]k_(?:live|prod)|sk_org)_(?:live_)?[a-zA-Z0-9]{24,247}/,
      ),
      prefixed(['whsec_'], /whsec_[a-zA-Z0-9+/]{32,64}={0,2}/),
    ],
    rejectPlaceholders: false,
    rejectPattern: /^.{3}(?:live|prod)_(?:[xX*]+|\w{0,40}(?:example|EXAMPLE|your|YOUR)\w{0,40})$/,
  }),
  secret('stripe-test-key', 'Stripe test secret key', {
    severity: 'low',
    rules: [prefixed(['sk_test_', 'rk_test_'], /[sr]k_test_[a-zA-Z0-9]{24,247}/)],
    rejectPlaceholders: false,
    rejectPattern: /^.{3}test_(?:[xX*]+|\w{0,40}(?:example|EXAMPLE|your|YOUR)\w{0,40})$/,
  }),
  secret('square-token', 'Square access token', {
    rules: [
      prefixed(['sq0atp-', 'sq0csp-', 'sq0idp-'], /sq0(?:atp|csp|idp)-[\w-]{22,60}/),
      prefixed(['EAAA'], /EAAA[\w-]{22,60}(?![\w-])/),
    ],
    minEntropy: 2.5,
    rejectPattern: /^EAAA(?:[A-Z]+|[a-z]+|[0-9]+)$/,
  }),
  secret('paypal-braintree-token', 'PayPal or Braintree access token', {
    rules: [
      prefixed(['access_token$'], /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/),
      assigned(['paypal', 'braintree'], /E[A-Za-z0-9_-]{79}|[0-9a-f]{32}/),
    ],
    minEntropy: 3,
  }),
  secret('plaid-key', 'Plaid client id, secret or token', {
    rules: [
      prefixed(
        ['access-sandbox-', 'access-development-', 'access-production-'],
        /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i,
      ),
      assigned(['plaid'], /[a-z0-9]{30}|[a-z0-9]{24}/i),
    ],
    minEntropy: 2.8,
  }),
  secret('adyen-key', 'Adyen API key', {
    rules: [prefixed(['AQE'], /AQE[a-z][A-Za-z0-9+/=.-]{60,300}-[A-Za-z0-9+/=]{30,120}-[^\s"',;|]{16}/)],
    minEntropy: 4,
  }),
  secret('shopify-token', 'Shopify access token', {
    rules: [
      prefixed(
        ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_', 'shpua_', 'shprt_'],
        /shp(?:at|ca|pa|ss|tka|ua|rt)_[A-Za-z0-9]{32,64}/,
      ),
    ],
    minEntropy: 2.3,
  }),
  secret('payment-provider-key', 'Key of a payment or shipping provider', {
    severity: 'high',
    rules: [
      prefixed(['EZAK', 'EZTK'], /EZ[AT]K[a-z0-9]{54}/i),
      prefixed(['shippo_live_', 'shippo_test_'], /shippo_(?:live|test)_[a-fA-F0-9]{40}/),
      prefixed(
        ['FLWSECK_TEST-', 'FLWPUBK_TEST-', 'FLWSECK-'],
        /FLW(?:SEC|PUB)K(?:_TEST)?-(?:[a-h0-9]{32}-X|[a-h0-9]{12})/i,
      ),
      prefixed(['duffel_test_', 'duffel_live_'], /duffel_(?:test|live)_[a-z0-9_=-]{43}/i),
      prefixed(['rzp_live_', 'rzp_test_'], /rzp_(?:live|test)_[A-Za-z0-9]{14,24}/),
      prefixed(['APP_USR-'], /APP_USR-\d{12,20}-\d{6}-[0-9a-f]{32}-\d{5,12}/),
      assigned(['gocardless'], /live_[a-z0-9_=-]{40}/i),
      assigned(['lob'], /(?:live|test)_(?:pub_[a-f0-9]{31}|[a-f0-9]{35})/i),
      assigned(['finicity'], /[a-f0-9]{32}|[a-z0-9]{20}/i),
      assigned(['freshbooks'], /[a-z0-9]{64}/i),
      assigned(['secret_key'], /sk_\S{29}/, 0.7),
      prefixed(['pdl_live_', 'pdl_sdbx_'], /pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}/),
      prefixed(['cfsk_ma_'], /cfsk_ma_(?:prod|test)_[0-9a-f]{32}_[0-9a-f]{8}/),
      inside(['Mid-server-'], /Mid-server-[\w-]{20,30}(?![\w-])/),
      prefixed(['xnd_production_', 'xnd_development_'], /xnd_(?:production|development)_[A-Za-z0-9+/=]{30,120}/),
      prefixed(['api_live', 'api_sandbox'], /api_(?:live|sandbox)(?:_[a-z]{2})?\.[\w-]{11}\.[\w-]{32}(?![\w-])/),
      prefixed(['persona_production_', 'persona_sandbox_'], /persona_(?:production|sandbox)_[\w-]{30,60}(?![\w-])/),
      prefixed(['ramp_sec_', 'ramp_tok_', 'ramp_id_'], /ramp_(?:sec|tok|id)_[A-Za-z0-9]{32,56}/),
      prefixed(['secret-token:mercury_'], /secret-token:mercury_(?:production|sandbox)_\w{20,120}/),
      prefixed(['polar_'], /polar_[a-z]{2,4}_[A-Za-z0-9]{32,60}/),
      prefixed(['klarna_live_', 'klarna_test_'], /klarna_(?:live|test)_[a-z]{2,8}_[\w.+/=-]{30,200}/),
      inside(['$aact_'], /\$(?<value>aact_[A-Za-z0-9+/=:_-]{40,220})/),
      {
        ...prefixed(['live_', 'test_'], /(?:live|test)_(?=[A-Za-z]{0,20}\d[A-Za-z]{0,20}\d)[A-Za-z0-9]{30,36}/),
        confidence: { base: 0.6 },
      },
      prefixed(['PRD-', 'SBX-'], /(?:PRD|SBX)-[0-9a-f]{12}(?:-[0-9a-f]{4,8}){4}/),
    ],
    minEntropy: 2.3,
    validate: mustLookGenerated,
  }),
  secret('crypto-exchange-key', 'Key of a crypto exchange', {
    rules: [
      assigned(['coinbase'], /[a-z0-9_-]{64}/i),
      assigned(['bittrex'], /[a-z0-9]{32}/i),
      assigned(['kraken'], /[a-z0-9/=_+-]{80,90}/i),
      assigned(['kucoin'], /[a-f0-9]{24}/i),
      assigned(['kucoin'], UUID),
      assigned(['binance', 'bybit'], /[A-Za-z0-9]{64}/),
    ],
    minEntropy: 2.5,
    validate: mustLookGenerated,
  }),
  secret('shop-platform-key', 'Key of a shop platform (WooCommerce, eBay)', {
    rules: [prefixed(['ck_', 'cs_'], /c[ks]_[0-9a-f]{40}/), inside(['v^1.1#'], /v\^1\.1#[^\s"'<>]{100,2500}/)],
    minEntropy: 2.8,
  }),
  secret('stripe-publishable-key', 'Stripe publishable key', {
    severity: 'low',
    // Made to be published.
    confidence: { base: 0.5 },
    rules: [prefixed(['pk_live_', 'pk_test_'], /pk_(?:live|test)_[A-Za-z0-9]{24,247}/)],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
];
