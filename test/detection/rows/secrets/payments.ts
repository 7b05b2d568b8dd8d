import type { Rows } from '../row';

export const paymentsRows: readonly Rows[] = [
  {
    detector: 'stripe-live-key',
    finds: [
      'STRIPE_KEY=‹sk_·live_VDctwd·9RpmwaACjas·FBAPWEA›',
      '‹rk_·live_M2GYuK·u49syygdbkP·AHBfcSyLfIy·23AvMK9D540·KF4H2mXBdv4·tjxAMkrw77E·n1gygVKUMdn·XTEdPLfpxAW·8f1Vtcycisa·Gse1o›',
      '‹whs·ec_8Jl0YSI7·RrpNEZLGc5h·LYYKO2lrXHF·d5›',
    ],
    ignores: ['pk_·live_vY3Zgj·zUzUVIo5SkO·J8KSVhJ', 'sk_live_short', 'xsk·_live_3YNNL·lSOkNAIOR5x·xKo10U96'],
  },
  {
    detector: 'stripe-test-key',
    finds: ['‹sk_·test_mvvTr9·fs4llMiFdMN·PWiY9jC›'],
    ignores: ['pk_·test_qlWDPV·cbv3pwwQmEA·Vdi0hCz', 'sk_test_abc'],
  },
  {
    detector: 'square-token',
    finds: [
      '‹sq0·atp-S1Rfa8R·GtOHVO7sSR6·ojqQ›',
      '‹EAA·A2lffel5US3·pv2TH8GEjED·twhFvV1DCyC·WZnTvGkwhGj·LfnTWjDGvLk·ASQjjt›',
    ],
    ignores: ['sq0atp-short', 'EAAAA'],
  },
  {
    detector: 'paypal-braintree-token',
    finds: [
      '‹acc·ess_token$p·roduction$k·y2v6frzem4o·f0jp$f0e734·aeb0a691b52·34fd47a096c·f671›',
      'PAY·PAL_SECRET=‹Ema·FfTosvgbWPE·xA0FQEIDykX·jzvcBUC1C5v·rvVrvrl5LsR·a3xmIsWWuTP·CoVjIWY7X6v·lmjDPXqkpaP›',
    ],
    ignores: ['acc·ess_token$p·roduction', 'paypal: enabled'],
  },
  {
    detector: 'plaid-key',
    finds: [
      '‹acc·ess-sandbox·-c0fed25a-0·5cd-4c97-49·da-8b3c06fe·6a88›',
      'plaid_secret: ‹699·6f58faf4d18·485b383eab2·75189›',
    ],
    ignores: ['acc·ess-sandbox·-token', 'plaid: checking'],
  },
  {
    detector: 'adyen-key',
    finds: [
      '‹AQE·y8CQ5ZQFczc·y9qa7Ytp9Mf·S+R+33zcvgc·F+tefg7R+NW·Pm1BSUu3cBA·/vNck95/Bev·WpzhQSVfwod·g/RV-KfXREJ·uqEnuQYKQSn·BTW9doFAnU1·DsLOFEsDqrI·g+NAB-rwbSi·c43KTd8V6dB›',
    ],
    ignores: ['AQE·yMxswzRw51S·g9NYicDW9f', 'AQE'],
  },
  {
    detector: 'shopify-token',
    finds: ['‹shp·at_96da29cf·77b9df078c3·de2ec7d0694·92›', '‹shp·ss_Nry8iN7W·GvZi4B3yGz0·nluLzt8aMRN·fK›'],
    ignores: ['shpat_short', 'shp·at_xxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xx'],
  },
  {
    detector: 'payment-provider-key',
    finds: [
      '‹EZA·KZ918DZLptf·L6f0pmQWYWU·6soy5Ow1qud·EvbRQJs0zxB·Qds2B7i2TDp›',
      '‹shi·ppo_live_f5·18241c12521·1937d5925f2·3ae322e6539·31892›',
      '‹duf·fel_test_DS·E4eDrlf8mWj·8oI6ZQKoP21·nad11QVXI40·C3LkU4ZH›',
      '‹rzp·_live_mQKKL·sg33Ce7j9›',
      '‹FLW·SECK_TEST-0·5c9079ac227·e7ad4e038aa·d4e79dcf0-X›',
      'gocardless = "‹liv·e_UuWVSTw4v·ApN60hugtLi·UTDA1EYIdfQ·EPwZLzCIg›"',
    ],
    ignores: ['EZA·KAkDkxr3ZVt·Sxqag81SDn', 'lob: live', 'blob = live_stream'],
  },
  {
    detector: 'crypto-exchange-key',
    finds: [
      'COI·NBASE_SECRE·T=‹Tx5·XIa0MAS1nBD·pPr1ResYgED·YQL8yxfUEcz·l7835WfrdFC·LXtUbKA3jKM·9OPtcS›',
      'bin·ance_api_ke·y: ‹fqN·Hzhetjm5F44·aTrBDoDPYbB·icc5QG9dVd7·wItukSM1m1y·XKLA9phXrTA·moSjUN›',
      'kucoin: ‹e80·208ebb48bd3·02c95afd44›',
    ],
    ignores: ['coinbase: wallet', 'kraken: release'],
  },
];
