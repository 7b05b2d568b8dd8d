import type { Rows } from '../row';

export const paymentsRows: readonly Rows[] = [
  {
    detector: 'stripe-live-key',
    finds: [
      'STRIPE_KEY=‹sk_·live_4BhJ2d·tOxw1kudblY·rbpNDD4›',
      '‹rk_·live_uOmZPB·VlyOfX3OT6x·dmyIbdNY4gN·MBD2hYHwfm2·XHm8dNy9H5Z·aly3OTnl5Vs·k4qr1J0RQFc·ykdPqCx2xsb·1aQpWBV8pGH·XoqFh›',
      '‹whs·ec_3UijgLN1·g0Q6mN1pT16·EXjbTwPhBxU·0p›',
    ],
    ignores: ['pk_·live_KucBxj·9m2f8gwlTGh·5aYXSgx', 'sk_live_short', 'xsk·_live_fb0hB·HGgKyfAWWZH·sA6GFpu2'],
  },
  {
    detector: 'stripe-test-key',
    finds: ['‹sk_·test_JreeAq·nD8QVe3JUXh·mBAkosy›'],
    ignores: ['pk_·test_8TN1oZ·XHnHq04DEHY·pphme6A', 'sk_test_abc'],
  },
  {
    detector: 'square-token',
    finds: [
      '‹sq0·atp-Z480K3r·9fBWi1TVDct·wd9R›',
      '‹EAA·ApmwaACjasF·BAPWEAM2GYu·Ku49syygdbk·PAHBfcSyLfI·y23AvMK9D54·0KF4H2›',
    ],
    ignores: ['sq0atp-short', 'EAAAA'],
  },
  {
    detector: 'paypal-braintree-token',
    finds: [
      '‹acc·ess_token$p·roduction$x·b39ame66vku·m3xt$2e75f0·bfaeed3f4c9·4862c53e5cc·57b3›',
      'PAY·PAL_SECRET=‹EFd·5vY3ZgjzUzU·VIo5SkOJ8KS·VhJ3YNNLlSO·kNAIOR5xxKo·10U96mvvTr9·fs4llMiFdMN·PWiY9jCqlWD›',
    ],
    ignores: ['acc·ess_token$p·roduction', 'paypal: enabled'],
  },
  {
    detector: 'plaid-key',
    finds: [
      '‹acc·ess-sandbox·-7aed820a-e·198-fd83-73·a7-988fffa9·9332›',
      'plaid_secret: ‹212·a111bc9335f·9b1350985ce·a28c2›',
    ],
    ignores: ['acc·ess-sandbox·-token', 'plaid: checking'],
  },
  {
    detector: 'adyen-key',
    finds: [
      '‹AQE·yY8dL1Se/B7·eNRr4sBpanH·sUJNR+0TfqD·nay+afG1L/m·2tfJAKgJQHu·5DpEErXj1Qt·tnfFrQsxuHe·u1fz-A+72KX·qCVy0SxndSn·3ohvPzDZ/4a·qggaklZ+Wj+·p/T0H-qRJRL·luyXknG4vRG›',
    ],
    ignores: ['AQE·y7ouKcWGjl8·CQ5ZQFczcy', 'AQE'],
  },
  {
    detector: 'shopify-token',
    finds: ['‹shp·at_fa6e6baf·374f4fddc7b·871fb778e4f·35›', '‹shp·ss_g3kHTplg·aAgJK2qpXby·hOA83Aj4fXG·uO›'],
    ignores: ['shpat_short', 'shp·at_xxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xx'],
  },
  {
    detector: 'payment-provider-key',
    finds: [
      '‹EZA·KSecf5APXL8·qUZ2mQ8pIJ0·v913KPtqqYU·Op4nQfpIKF1·PLI1g6zjtCE›',
      '‹shi·ppo_live_ba·19b46244904·5f7a1095d0b·2311b0aa28f·300d9›',
      '‹duf·fel_test_ic·43KTd8V6dBg·uGn92YWpxYh·zk8gj4ZIkYc·lvatJQnm›',
      '‹rzp·_live_eGMRO·0pB7tLeP2›',
      '‹FLW·SECK_TEST-9·6da29cf77b9·df078c3de2e·c7d069492-X›',
      'gocardless = "‹liv·e_Nry8iN7WG·vZi4B3yGz0n·luLzt8aMRNf·KZ918DZLp›"',
      '‹pdl·_live_apike·y_oiv3p6mrt·jjpu7wkpumq·gkgmyj_jYtU·tBrmgO6grn4·yDcaz2Y_BSo›',
      '‹cfs·k_ma_prod_9·e048c07dd77·53eda83d7c5·8dfe0d5a0_c·f318656›',
      'SB-‹Mid·-server-Hwg·2KDInTEGbOY·1xHvAV8DnR›',
      '‹xnd·_production·_lzGW7hUNwO·dqryzdaeA6A·OSRwLqgotVz·89HoZ9zDnki·7XeZZOmEPJU·o09jwQ›',
      '‹api·_live.O10Y0·ADsWJP.iX1E·wY2orTyRqBR·lEaZUZrwpPt·uEFBNO›',
      '‹per·sona_produc·tion_2b49c1·2a-4b00-629·8-3475-eb46·c5296f62›',
      '‹ram·p_sec_V1CQ4·hJhqAo0iEFJ·dED5jSFpFkI·M3Vak1uDSKF·Qs1DxBA9Re›',
      '‹sec·ret-token:m·ercury_prod·uction_lOxO·PbbNcRV7vZg·GEFW5jcnTAO·ivg3QxvEXHJ·X6n›',
      '‹pol·ar_oat_sBvB·qJd0ssw0Fzv·Gr3GwnPFYhv·muTtiLOfYcz·UJ4zIK›',
      '‹kla·rna_live_ap·i_dztgacm06·EMXQdYG6INy·NjORSSM4Rfn·cQODOWlgQl3·cAXg67Pax30·iYtJTq3›',
      '$‹aa·ct_prod_tlA·cubBKPL76dF·KHc0hXZAKS6·zCeaRyML8Qj·EXAJgfPEn5j·OaBaaRQh92f·n3hiEbrUKpC·UVl7dxXVTS2·jUWfsOJTFDQ·74q69dTcada·4PR0NfyttUM·k931FMd›',
      '‹liv·e_ux8KUCERk·j9Zhx9PkOZA·EyXYC8rYWK›',
      '‹PRD·-a981a049d7·cc-c7e90a88·-d519-448f-·b2fc›',
    ],
    ignores: ['EZA·KtfL6f0pmQW·YWU6soy5Ow', 'lob: live', 'blob = live_stream'],
  },
  {
    detector: 'crypto-exchange-key',
    finds: [
      'COI·NBASE_SECRE·T=‹1qu·dEvbRQJs0zx·BQds2B7i2TD·pfLC2Qksq7F·J84C2ZDFn59·yh0wLok0gEC·DTGqOa›',
      'bin·ance_api_ke·y: ‹5tK·2SnEtz9xLqf·yjrFGVchHvs·sFEcioNKGTH·DQSFDSE4eDr·lf8mWj8oI6Z·QKoP21›',
      'kucoin: ‹de8·ab415ac3855·51f05c9079›',
    ],
    ignores: ['coinbase: wallet', 'kraken: release'],
  },
  {
    detector: 'shop-platform-key',
    finds: [
      '‹ck_·587db821f6a·0efa5ea7d26·dc47bbcfb47·68314cd›',
      '‹v^1·.1#i^1#f^0#·p^3#r^0#I^3·#t^PeELD8vK·IwwTWBulZES·bRRXkzxh9OX·s1JPnOpTL9X·mxX2tPqk0eM·D2Q4XLcm5aM·IAUJrbeZa1l·fSpalolq5TY·pbbhf7fmjEv·eHwusAVE3qv·d7fqkqfeNdS·qiY3UvvGFjm·M7JZdWj1SBy·sTbotZeZEge·LjmYTCZDY›',
    ],
    ignores: ['ck_editor_config'],
  },
  {
    detector: 'stripe-publishable-key',
    finds: ['‹pk_·live_0oNf0Q·EKBiam7Lng1·ODpWqGB›'],
    ignores: ['pk_live_key'],
  },
];
