import type { Rows } from '../row';

export const messagingRows: readonly Rows[] = [
  {
    detector: 'slack-token',
    finds: [
      '‹xox·b-460787441·806-7947755·367857-vojq·gisnbGx5asb·GjAguf3DN›',
      '‹xox·p-570814288·054-0344569·12782-88730·0272034-0d2·64accfc5bde·fc0fe7814a7·207a0d1›',
      '‹xap·p-1-A3111ND·DGTA-006553·6738559-753·96c918da0c9·54243607a7d·e8eedeab708·8118734999c·85eb072ba9a·19e4b5›',
      '‹xox·e.xoxp-1-LU·OOvAQtdqk1G·I5v0zLF1utL·0LHjePYcwSR·DXxFbWB4tAM·rIlGLb76Hls·8iM6kp5yYL4·xisjAwdq5U1·Ye0jpGTvg1F·W2TjWZcxWrm·Val9qP4N3kh·eLqFdoLzLWY·HI937tnb6xp·xyfPPqEsBin·E4IuKQvYATI·3Utskbc›',
    ],
    ignores: ['xox·b-my-bot-to·ken', 'xox·b-12345-abc·d', 'xox·p-xxxxxxxxx·xxx'],
  },
  {
    detector: 'slack-webhook',
    finds: [
      'https://‹hoo·ks.slack.co·m/services/·THGD0ZA8JX/·BM5G73Y2JZ/·3gjRCZ1bKSx·p77IkZmFPrv·VJ›',
      'https://‹hoo·ks.slack.co·m/workflows·/pm3btwnh8d·5f2srldkim5·b22lgrh5b3z·lhbimb8kx7z·r›',
    ],
    ignores: [
      'htt·ps://hooks.·slack.com/',
      'htt·ps://hooks.·slack.com/s·ervices/T00·000000/B000·00000/XXXXX·XXXXXXXXXXX·XXXXXXXX',
    ],
  },
  {
    detector: 'teams-webhook',
    finds: [
      'https://acme.‹web·hook.office·.com/webhoo·kb2/95c8dd1·0-ebf6-64e9·-6215-db17a·85d9c9a@6b5·f7c73-1dff-·f723-9f91-1·79313ddb6f3·/IncomingWe·bhook/1e339·61946a83b75·045b4445591·54f1b/ac3a2·b60-76d8-e0·b4-fddf-35d·e6bc4a130›',
    ],
    ignores: ['htt·ps://acme.w·ebhook.offi·ce.com/webh·ookb2/', 'htt·ps://webhoo·k.office.co·m/webhookb2·/id'],
  },
  {
    detector: 'discord-token',
    finds: [
      'https://‹dis·cord.com/ap·i/webhooks/·31338108839·0762333/w0o·0ZrGHzkLLMJ·pn09cxsSKwg·HaHdLzYTMFB·wbkCaK4ofZu·YwQznOAVL1c·WWK3GnWfWS›',
      '‹MrS·1kgOVXkcYXu·oHFoWi6EQN.·Ytwlyl.GAnT·Ba5fdLItEKH·rrkrUTTltZT·Z›',
      'DIS·CORD_CLIENT·_SECRET="‹ogR·BR5tzko5omU·K09t8ufLfvR·cutAChQ›"',
    ],
    ignores: ['htt·ps://discor·d.com/api/w·ebhooks/', 'discord: 000·00000000000·00000000000·0000000'],
  },
  {
    detector: 'telegram-bot-token',
    finds: [
      '‹504·836934:AAh0·RJgK04MA5M8·gmBlN7SqhEe·DXGqZRz2k›',
      'tel·egram_token = "‹035·8010743:ATQ·xu1AaPDh7pM·cFRjwuJqJDq·eyGixQ0XeE›"',
    ],
    ignores: ['662·939980:BB3p·yl7FpalHeeq·RSLj49uya68·2RqLY0HAb', 'telegram: @acme'],
  },
  {
    detector: 'twilio-key',
    finds: ['‹SK3·cdabfb7f14d·af81dfcd10c·73c9dc0b6›', 'TWI·LIO_AUTH_TO·KEN=‹e41·1784ac35826·598d6b38031·9f3d4aa›'],
    ignores: ['AC6·9ed1b7e2054·d7e2c70f', 'SKILLS', 'twilio: enabled'],
  },
  {
    detector: 'sendgrid-key',
    finds: ['‹SG.·0B1kJpOYVKI·hqKUijVjzlS·.L9Z8SUkIzk·nImm1MKBdAt·LI4xkO4b2vK·kfPIyDBJAUl›'],
    ignores: ['AG.·fkoFqAiAX21·nzVXjc6vHYS·.p1nPnIf9RX·weVRKB4H4ul·Ig90Oo9DquN·bqFMmFhVBX4', 'SG.short.key'],
  },
  {
    detector: 'mailgun-key',
    finds: [
      '‹786·ba8e9498d7e·1c1035e1e75·73facb0-45e·10169-fc709·8bf›',
      'mailgun: ‹key·-62621a5132·c227d493b8b·73098411398›',
    ],
    ignores: ['b43·59574-7089-·c84d-b9a0-a·03aa61b7c05', 'key-value'],
  },
  {
    detector: 'mailchimp-key',
    finds: ['‹7ba·96689b8c42c·6bde6085617·d5e609b-us1·2›', 'MAI·LCHIMP_KEY=‹jho·lj9cdlsbr8t·23oqngqxz3a·aft4kye-us6›'],
    ignores: ['en-us', '033·46f9b8812c2·54a61b-us12'],
  },
  {
    detector: 'mail-service-key',
    finds: [
      '‹xke·ysib-a401ad·33e6a639c7d·f23da6f543d·72094c8dcaa·330eba0c715·23030c4677c·352-akvld80·as82lrt0b›',
      '‹re_·5bjBWIN2_ZL·lPruJovH5AX·3FAe5t8yTCF›',
      'X-P·ostmark-Ser·ver-Token: ‹95c·66634-cf7a-·8ed4-117b-f·193bea292a5›',
    ],
    ignores: ['xkeysib-key', 're_export'],
  },
  {
    detector: 'chat-service-key',
    finds: [
      '‹pat·-na1-f2b6d5·c4-db63-606·4-872a-b248·ddc52e70›',
      'HUBSPOT_KEY=‹733·a9f34-235f-·1298-b0a2-9·aa8aad94ac6›',
      'int·ercom_token·: ‹RZA·TrjTfY4rBnJ·1RSRVNESFDo·Uh5cB0ub9gL·EEL6K6xbiMI·lNIcAlRXCg4·k3›',
      'mat·termost_tok·en = "‹0dv·5w4rkh1xts8·5eteeakbnfp·b›"',
    ],
    ignores: ['pat-na1', 'zendesk: ticket', 'intercom: enabled'],
  },
];
