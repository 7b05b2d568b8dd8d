import { assigned, mustLookGenerated, secretOf, UUID } from './secret';
import { after, prefixed } from '../shapes';

const secret = secretOf('Messaging and mail', 'high');

export const messaging = [
  secret('slack-token', 'Slack token', {
    severity: 'critical',
    rules: [
      prefixed(
        ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe-'],
        /xox[abeoprs]-(?:\d{1,2}-)?\d{6,14}-[A-Za-z0-9-]{5,250}/,
      ),
      prefixed(['xoxa-', 'xoxr-'], /xox[ar]-(?:\d-)?[0-9a-zA-Z]{8,48}/),
      prefixed(['xoxe-', 'xoxp-', 'xoxb-'], /xox[ebp]-\d-[A-Za-z0-9]{100,250}={0,2}/),
      prefixed(['xoxe.xoxb-', 'xoxe.xoxp-', 'xoxe.xapp-'], /xoxe\.(?:xox[bp]|xapp)-\d-[A-Z0-9]{120,260}/i),
      prefixed(['xwfp-'], /xwfp-[A-Za-z0-9-]{20,260}(?![\w-])/),
      prefixed(['xapp-'], /xapp-\d-[A-Z0-9]{6,20}-\d{6,20}-[a-z0-9]{20,100}/i),
      prefixed(['xoxc-', 'xoxd-'], /xoxc-\d{9,14}-\d{9,14}-\d{9,14}-[a-f0-9]{64}|xoxd-[A-Za-z0-9%+/]{60,300}/),
    ],
    minEntropy: 2.3,
    rejectPattern: /-$|-1234-1234/,
  }),
  secret('slack-webhook', 'Slack webhook', {
    rules: [prefixed(['hooks.slack.com/'], /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{18,90}/)],
    rejectPlaceholders: false,
    rejectPattern: /X{8}\/X{8}\/|T0{6,}\//,
  }),
  secret('teams-webhook', 'Microsoft Teams webhook', {
    rules: [
      prefixed(
        ['webhook.office.com/webhookb2/'],
        /webhook\.office\.com\/webhookb2\/[a-z0-9-]{36}@[a-z0-9-]{36}\/IncomingWebhook\/[a-z0-9]{32}\/[a-z0-9-]{36}(?:\/[\w-]{10,60})?/i,
      ),
      prefixed(
        ['outlook.office.com/webhook/'],
        /outlook\.office(?:365)?\.com\/webhook\/[a-z0-9-]{36}@[a-z0-9-]{36}\/IncomingWebhook\/[a-z0-9]{32}\/[a-z0-9-]{36}/i,
      ),
      prefixed(
        ['logic.azure.com'],
        /logic\.azure\.com(?::\d{2,5})?\/workflows\/[0-9a-f]{32}\/triggers\/[^\s"'<>]{1,200}[?&]sig=[\w-]{20,60}/i,
      ),
    ],
  }),
  secret('webhook-url', 'Webhook that posts without another secret (Google Chat, Zapier, IFTTT)', {
    severity: 'medium',
    rules: [
      prefixed(
        ['chat.googleapis.com/v1/spaces/'],
        /chat\.googleapis\.com\/v1\/spaces\/[\w-]{6,20}\/messages\?key=[\w-]{30,60}&token=(?<value>[\w%-]{30,80})/,
      ),
      prefixed(['hooks.zapier.com/hooks/catch/'], /hooks\.zapier\.com\/hooks\/catch\/\d{4,12}\/[a-z0-9]{5,12}/),
      prefixed(['maker.ifttt.com/'], /maker\.ifttt\.com\/(?:use|trigger\/[\w-]{1,60}\/with\/key)\/[\w-]{20,60}/),
      prefixed(
        ['hooks.airtable.com/', 'hook.us1.make.com/', 'hook.eu1.make.com/'],
        /hook(?:s\.airtable\.com\/workflows\/v1\/genericWebhook\/\w{17}\/\w{17}\/\w{17}|\.[a-z]{2}\d\.make\.com\/[a-z0-9]{30,40})/,
      ),
      prefixed(['oapi.dingtalk.com/robot/send?access_token='], /(?<value>[0-9a-f]{64})/, { at: 'end' }),
      prefixed(
        ['qyapi.weixin.qq.com/cgi-bin/webhook/send?key='],
        /(?<value>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/,
        { at: 'end' },
      ),
      after(
        ['open.feishu.cn/open-apis/bot/v2/hook/', 'open.larksuite.com/open-apis/bot/v2/hook/'],
        /(?<value>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/,
      ),
      prefixed(['/hooks/'], /(?<value>[a-z0-9]{26}|[A-Za-z0-9]{17,24}\/[A-Za-z0-9]{30,70})/, { at: 'end' }),
    ],
    confidence: { base: 0.8 },
  }),
  secret('discord-token', 'Discord token or webhook', {
    rules: [
      prefixed(
        ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
        /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,70}/,
      ),
      {
        by: 'keyword',
        // The middle is the time of the token. Its first character changes every 2.1 years.
        keywords: ['.c', '.d', '.e', '.f', '.g', '.h', '.i', '.x', '.y', '.z', '.a', '.b'],
        pattern: /[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/,
        lead: /[\w-]/,
        maxLead: 26,
        until: { text: '.', within: 5 },
      },
      assigned(['discord'], /[a-f0-9]{64}|[a-z0-9=_-]{32}|\d{18}/i, 0.6),
    ],
    minEntropy: 2.3,
    validate: mustLookGenerated,
  }),
  secret('telegram-bot-token', 'Telegram bot token', {
    rules: [
      prefixed([':AA'], /\d{8,12}:AA[\w-]{32,34}(?![\w-])/, { lead: /\d/, maxLead: 12 }),
      assigned(['telegr'], /\d{5,16}:A[a-z0-9_-]{34}/i, 0.8),
    ],
    minEntropy: 3,
  }),
  secret('twilio-key', 'Twilio key', {
    rules: [
      prefixed(['SK'], /SK[0-9a-fA-F]{32}/),
      assigned(['twilio', 'auth_token', 'authtoken'], /[0-9a-f]{32}/, 0.7),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
  secret('sendgrid-key', 'SendGrid API key', {
    severity: 'critical',
    rules: [prefixed(['SG.'], /(?<![.-])SG\.(?:[\w=-]{16,32}\.[\w=-]{16,64}|[\w=.-]{66})/)],
    minEntropy: 2.3,
  }),
  secret('mailgun-key', 'Mailgun key', {
    rules: [
      prefixed(['key-', 'pubkey-'], /(?<![.-])(?:pub)?key-[a-f0-9]{32}(?!\.\w)/i),
      assigned(['mailgun'], /(?:pub)?key-[a-f0-9]{32}|[a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8}/i),
    ],
    minEntropy: 2.8,
  }),
  secret('mailchimp-key', 'Mailchimp API key', {
    rules: [
      prefixed(
        Array.from({ length: 9 }, (_, index) => `-us${index + 1}`),
        /[0-9a-f]{32}-us\d{1,2}/,
        { lead: /[0-9a-f]/, maxLead: 32 },
      ),
      assigned(['mailchimp'], /[0-9a-z]{32}-us\d{1,2}/i),
    ],
    minEntropy: 2.8,
  }),
  secret('mail-service-key', 'Key of a mail service (Brevo, Postmark, Mailjet, Resend)', {
    rules: [
      prefixed(['xkeysib-', 'xsmtpsib-'], /x(?:key|smtp)sib-[a-f0-9]{64}-[a-z0-9]{16}/i),
      prefixed(['re_'], /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}/),
      prefixed(['MCMSTR-', 'mlsn.'], /mlsn\.[a-f0-9]{64,96}/),
      assigned(['postmark', 'x-postmark-server-token'], UUID),
      assigned(['mailjet', 'sparkpost'], /[a-f0-9]{32}|[a-f0-9]{40}/i),
      { ...prefixed(['md-'], /md-[\w-]{22}(?![\w-])/), confidence: { base: 0.65 } },
      prefixed(['pk_'], /pk_[0-9a-f]{34}/),
      prefixed(['pk_prod_', 'pk_test_'], /pk_(?:prod|test)_[A-Z0-9]{28}/),
    ],
    minEntropy: 2.3,
  }),
  secret('chat-service-key', 'Token of a chat or support service (HubSpot, Intercom, Webex, Zendesk)', {
    rules: [
      prefixed(
        ['pat-na', 'pat-eu', 'pat-ap'],
        /pat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i,
      ),
      assigned(['hubspot'], UUID),
      assigned(['sendbird'], /[0-9a-f]{40}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i),
      assigned(
        ['messagebird', 'message-bird', 'message_bird'],
        /[a-z0-9]{25}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i,
      ),
      assigned(['intercom'], /[a-z0-9=_-]{60}/i),
      assigned(['mattermost'], /[a-z0-9]{26}/i),
      assigned(['gitter', 'zendesk'], /[a-z0-9_-]{40}/i),
      assigned(['beamer'], /b_[a-z0-9=_-]{44}/i),
      prefixed(['dG9rO'], /dG9rO[A-Za-z0-9+/]{54}=/),
      prefixed(['os_v2_'], /os_v2_(?:app|org)_[a-z2-7]{80,120}/),
      prefixed(['KEY'], /KEY[0-9A-Fa-f]{32}_[A-Za-z0-9]{22}/),
      // Webex: the kind of organization and its id follow the token.
      prefixed(
        ['_P'],
        /[A-Za-z0-9]{60,80}_P[A-Z0-9]{3}_(?:consumer|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/,
        {
          lead: /[A-Za-z0-9]/,
          maxLead: 80,
          until: { text: '_', within: 3 },
        },
      ),
      prefixed(['n8n_api_'], /n8n_api_[0-9a-f]{40,80}/),
    ],
    minEntropy: 2.8,
    validate: mustLookGenerated,
  }),
];
