import type { Rows } from '../row';

export const messagingRows: readonly Rows[] = [
  {
    detector: 'slack-token',
    finds: [
      '‹xox·b-856113735·627-9014556·273466-ftBU·uWVSTw4vApN·60hugtLiU›',
      '‹xox·p-400162774·136-2028090·96546-84094·5263049-017·8fc21c85fa2·ebfe215bad5·05677e9›',
      '‹xap·p-1-A5NH749·F0TB-003660·8774175-e49·6b550b909a6·e80208ebb48·bd302c95afd·449d1ee8931·de8ffab7dfa·fd3dd3›',
      '‹xox·e.xoxp-1-jA·guf3DNWpdsy·A6hE8RKhjAV·6QCOQT5UsZ1·nGJ1dgLzihc·PrCDIrd2wLr·DOSAx8w24aF·0i3MIVoZYe5·1YKpWbjlcoh·jwf2jZBfcOQ·u21tDJpmU9P·6EB85hPVtw2·iAv8asCdzbb·bysNzD11DnG·T1wptA8DDsY·yU4tXO7›',
    ],
    ignores: ['xox·b-my-bot-to·ken', 'xox·b-12345-abc·d', 'xox·p-xxxxxxxxx·xxx'],
  },
  {
    detector: 'slack-webhook',
    finds: [
      'https://‹hoo·ks.slack.co·m/services/·T15P9VUOKG/·BSNYTDR1UA/·lkYt9tTxKI2·FhpIGMt4sBP·rU›',
      'https://‹hoo·ks.slack.co·m/workflows·/o12q2203vx·pbrrdc6rphj·tstzql3xaoe·xvsv9ds82ix·l›',
    ],
    ignores: [
      'htt·ps://hooks.·slack.com/',
      'htt·ps://hooks.·slack.com/s·ervices/T00·000000/B000·00000/XXXXX·XXXXXXXXXXX·XXXXXXXX',
    ],
  },
  {
    detector: 'teams-webhook',
    finds: [
      'https://acme.‹web·hook.office·.com/webhoo·kb2/5a7708e·3-4525-53f7·-ce98-1b2db·006435d@36c·50eac-f392-·b9bc-ebad-7·6f52e55bc34·/IncomingWe·bhook/c81cd·594c27a476e·09b631f2e98·51546/df772·024-58c0-94·ad-e331-dc0·4b6f3ece4›',
      'https://‹out·look.office·.com/webhoo·k/f0ee5383-·f0ec-5304-6·05b-c895c8d·d10eb@f66·4e962-15db-·17a8-5d9c-9·a6b5f7c731d·/IncomingWe·bhook/d8e0b·4fddf35de6b·c4a1301e339·61946/fff72·39f-9117-93·13-ddb6-f3a·c3a2b6076›',
    ],
    ignores: [
      'htt·ps://outloo·k.office.co·m/webhook/',
      'htt·ps://acme.w·ebhook.offi·ce.com/webh·ookb2/',
      'htt·ps://webhoo·k.office.co·m/webhookb2·/id',
    ],
  },
  {
    detector: 'webhook-url',
    finds: [
      'htt·ps://chat.g·oogleapis.c·om/v1/space·s/AAAAU0RG3·WP/messages?key·=AIzaK6BJKt·0WJikhJIwLr·LSCKJeCo177·21WMG8z&token=‹NNt·hEDo9jsgo2N·k80Drcsqas3·JPOoOw0o0Zr·GHzkLLM›',
      'https://‹hoo·ks.zapier.c·om/hooks/ca·tch/2974281·/0h3lytm›',
      'https://‹mak·er.ifttt.co·m/use/FBwbk·CaK4ofZuYwQ·znOAVL1cWWK·3GnWfWSrS1k·gO›',
      'https://oapi.dingtalk.com/robot/send?access_token=‹0b3·52ad6074dce·1118813830d·71939b53182·e4e349d9872·9e7c6be9ff9·07a76c›',
      'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=‹c0b·57aaf-8969-·1052-be1c-e·b374dab4683›',
      'https://open.feishu.cn/open-apis/bot/v2/hook/‹f84·d30d3-fc4d-·83ce-e9b9-b·cca0fce9594›',
      'https://chat.acme.io/hooks/‹1yo·fvupun1abdq·5t8t81771y3·w›',
    ],
    ignores: [
      'htt·ps://hooks.·zapier.com/·hooks/catch·/',
      'htt·ps://maker.·ifttt.com/',
      'htt·ps://chat.g·oogleapis.c·om/v1/space·s/',
    ],
  },
  {
    detector: 'discord-token',
    finds: [
      'https://‹dis·cord.com/ap·i/webhooks/·55976511581·4399109/TBa·5fdLItEKHrr·krUTTltZTZo·gRBR5tzko5o·mUK09t8ufLf·vRcutAChQoy·VC5zT3jNxZ›',
      '‹MnP·Th0RJgK04MA·5M8gmBlN7S.·YqhEeD.XGqZ·Rz2kqCru4OX·uhAw2GCd46T·P›',
      'DIS·CORD_CLIENT·_SECRET="‹TQx·u1AaPDh7pMc·FRjwuJqJDqe·yGixQ0X›"',
    ],
    ignores: ['htt·ps://discor·d.com/api/w·ebhooks/', 'discord: 000·00000000000·00000000000·0000000'],
  },
  {
    detector: 'telegram-bot-token',
    finds: [
      '‹716·629399:AAht·zpC3pyl7Fpa·lHeeqRSLj49·uya682RqL›',
      'tel·egram_token = "‹610·6169655:AfX·1wOk3e577Cv·qJayUeikykz·lmrRC0a56t›"',
    ],
    ignores: ['766·006316:BB2T·paYBpX3uNgd·pshxIqhwCDO·6Qs2rIzUm', 'telegram: @acme'],
  },
  {
    detector: 'twilio-key',
    finds: ['‹SKc·35826598d6b·380319f3d4a·a69ed1b7e›', 'TWI·LIO_AUTH_TO·KEN=‹205·4d7e2c70f04·7ca545aa95c·9a44650›'],
    ignores: ['ACe·0547d5f7410·40af200b', 'SKILLS', 'twilio: enabled'],
  },
  {
    detector: 'sendgrid-key',
    finds: ['‹SG.·21nzVXjc6vH·YSp1nPnIf9R·.XweVRKB4H4·ulIg90Oo9Dq·uNbqFMmFhVB·X4qu6Pn7Q1g›'],
    ignores: ['AG.·NrqW6VQc1s4·TIizrTQbOpd·.DY9CwAypG0·j9Kt2odCrcP·LPHemgVZXBI·K3czDBsCswM', 'SG.short.key'],
  },
  {
    detector: 'mailgun-key',
    finds: [
      'MAI·LGUN_API_KE·Y=‹9fc·7098bf62621·a5132c227d4·93b8b73-8b4·35957-47089·c84›',
      'mailgun: ‹key·-db9a0a03aa·61b7c057ba9·6689b8c42c6›',
    ],
    ignores: ['bde·60856-17d5-·e609-b437-5·41159089ee7', 'key-value'],
  },
  {
    detector: 'mailchimp-key',
    finds: ['‹863·8bce0029f5c·203346f9b88·12c254a-us1·2›', 'MAI·LCHIMP_KEY=‹ncw·uibcu1hg2mu·mhsyp05eh1u·n4ljh90-us6›'],
    ignores: ['en-us', '720·94c8dcaa330·eba0c7-us12'],
  },
  {
    detector: 'mail-service-key',
    finds: [
      '‹xke·ysib-152303·0c4677c3520·5a51d09e589·d0d0b46c574·30b20f91295·c66634cf7a8·ed4-ddow5cs·hw2ufsevk›',
      '‹re_·eFXqp7gN_a2·KlZ7I7a5Xnw·nMmkHNANqJQ›',
      'X-P·ostmark-Ser·ver-Token: ‹72a·b248d-dc52-·e707-33a9-f·34235f1298b›',
      '‹md-·mYWU7otMdRz·DTn7qLWaYyD›',
      '‹pk_·2b27c8af666·6259bbc471f·b3be24a0b80·3›',
      '‹pk_·prod_CN5NQR·1G2IQCVMLYF·BDC9X35EZHF›',
    ],
    ignores: ['xkeysib-key', 're_export'],
  },
  {
    detector: 'chat-service-key',
    finds: [
      '‹pat·-na1-0a29aa·8a-ad94-ac6·8-c099-fc04·898a6292›',
      'HUBSPOT_KEY=‹1ae·0d522-55d6-·464e-08b1-d·1afbf853db9›',
      'int·ercom_token·: ‹Sz6·x3rif60sETm·wEmz2pExAK7·BNFPB9Z2vsX·cFiWTp1Yxmb·rKp0vR6W9fo·XD›',
      'mat·termost_tok·en = "‹8rh·3tx2hel7ve7·0bjeymq1nrr·p›"',
      '‹dG9·rOquKoPf96Q·GzlC2kx9pUo·lc8q8wd5J5b·16dqYGTVPWE·dgjuWa8mRVt·L=›',
      '‹os_·v2_app_4g6u·xqyhx6yk4pj·a5mckoexi4g·ybe4vuo6hxj·vodl4j4jr22·pjbrsvkq7gu·56hjdn6shqm·x3qppgys2kd·sjb4vi4aslx·3c2nrlilolm·f›',
      '‹KEY·2F856469602·D1BA9F20DF4·875B15B0BE_·9HehwTp0136·uXT3yKW5ds3›',
      '‹n8n·_api_3fe040·72755398003·680e7e3b351·83ef8333c47·74ec50cd1c1·bac7adac1a4·b7d›',
    ],
    ignores: ['pat-na1', 'zendesk: ticket', 'intercom: enabled'],
  },
];
