import type { Rows } from '../row';

export const operationsRows: readonly Rows[] = [
  {
    detector: 'databricks-token',
    finds: ['‹dap·i17474c2720·2ac6e6bbf53·f368c2ebd0b›', '‹dap·ib089ee974a·1be4e30cf0d·3988a0247d8·-2›'],
    ignores: ['dapi1234', 'myd·api61bb28e5·8fd63e3ee2b·5ddc62a2e9e·0e'],
  },
  {
    detector: 'datadog-key',
    finds: [
      'DD_API_KEY=‹5df·04e3c97845b·6a8d03ccbd5·f60d1e1›',
      'dat·adog_app_ke·y: "‹57c·d20d82f942d·344144f9551·2d21bae71b8·d1d3›"',
    ],
    ignores: ['datadog: agent', 'DD_API_KEY=<key>'],
  },
  {
    detector: 'new-relic-key',
    finds: [
      '‹NRA·K-1LEAJGTEW·1B1UP21BBJB·09I0YAU›',
      '‹NRJ·S-1807a2511·369fd1329e›',
      '‹eu0·1x7b87a4371·bb94bd2d615·c2853b93a5f·bNRAL›',
    ],
    ignores: ['NRAK-key', 'NRAL'],
  },
  {
    detector: 'grafana-token',
    finds: [
      '‹gls·a_x7VBqkuNh·e8r2uXTJhH7·rlLXFO9T1Le·0_d8e05d02›',
      '‹glc·_eyJvIjoiMT·IzNDU2Iiwib·iI6InN0YWNr·LTEtdG9rZW4·iLCJrIjoiYT·haazJMcTkif·Q==›',
    ],
    ignores: ['glc·_xxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxx', 'GLC·_CreateLigh·tmapTexture·sIndividual(void)'],
  },
  {
    detector: 'sentry-token',
    finds: [
      '‹snt·ryu_98c6a32·bdc9d82dad7·9341fef21e3·b6fd13f0381·54ebc375fe9·19179fd4f01·dd›',
      '‹snt·rys_eyJpYXQ·iOdvEOg6MRI·YrkuT1cFQzs·//aRlvvKzaX·HRoEUr/mqYy·GK8aA7ZtKFD·6yGtzDJ_o7D·kvcKBVU6yu1·oKLyZNWYdbw·wlw/v/RJu6i·3PiqBxH›',
      'SEN·TRY_AUTH_TO·KEN=‹896·61b42643aaa·daab7bf7b64·ea81179e324·ea651b0eb55·7a3d94b4feb·1a049a›',
    ],
    ignores: ['snt·ryu_e077c23·a887874c57d·cf', 'sentry: release'],
  },
  {
    detector: 'dynatrace-token',
    finds: [
      '‹dt0·c01.FUSVF0Q·BJPADWJL14B·CARD04.GH46·ZSJVPJHZQF7·NMBM4WR06V7·DP2RTFGN9L1·0Y8YJRELZ41·A6HHPXLMM82·AL7Y1›',
    ],
    ignores: ['dt0c01.short', 'dt0·c01.VNG4MHF·ROEFI5YFZEG·NK9IHH'],
  },
  {
    detector: 'pagerduty-key',
    finds: ['PAG·ERDUTY_API_·KEY=‹u+w·8gIZLFS8VyA·tNQBwQ›', 'pagerduty: "‹09c·6b31731ad8a·a73f27d9f78·3cbba00›"'],
    ignores: ['pagerduty: on-call', 'pagerduty = <key>'],
  },
  {
    detector: 'terraform-token',
    finds: [
      'token = "‹S1f·fIthDu7G9Di·.atlasv1.To·dgL3xy4h6U1·lcU1oloeqUW·dYGO2mpWhfR·5Pzj2wZlkxs·ccXWBOVxm2A·kDcyZVVaVE›"',
    ],
    ignores: [
      'xxx·xxxxxxxxxxx·.atlasv1.xx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxx',
      'atlasv1',
    ],
  },
  {
    detector: 'vault-token',
    finds: [
      '‹hvs·.eWIHTXDe7D·T6eKNH54z3l·Jn2bpzuaRfF·znnmsg0NPOk·yLZqUKxm4Qa·9L76NkzcBf4·R8wCbFCRG8D·eLQmSYaJIoU·jJAtEG3K›',
      'token: ‹s.N·ljaF0KxXND6·rBhbVU4e0UP·7›',
    ],
    ignores: ['hvs.abc', 's.x·xxxxxxxxxxx·xxxxxxxxxxx·x', 's.T·HISSTRINGIS·ALLUPPERCAS·E'],
  },
  {
    detector: 'secret-manager-token',
    finds: [
      '‹dp.·pt.0gx5kjKU·jlJ8ew4vH5A·gaPidti207A·OTL78MeiWy2·Ch›',
      '‹dp.·st.prd.iSr0·sCZ5BsmCGHw·MpiDkBYzdAE·mCY9jO3euHd·doWefr›',
    ],
    ignores: ['dp.pt.short', 'dp.st'],
  },
  {
    detector: 'infracost-key',
    finds: ['‹ico·-KgD8WpHHUd·cKTqRa1bB1w·DTbyUEmnEqo›'],
    ignores: ['ico·-XXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX', 'ico-home'],
  },
  {
    detector: 'snyk-key',
    finds: ['SNYK_TOKEN=‹1ad·3820a-9195-·ddc9-a194-3·ed1b6949bce›'],
    ignores: ['snyk: test', 'SNYK_TOKEN=<token>'],
  },
  {
    detector: 'sonarqube-token',
    finds: [
      '-Ds·onar.login=‹squ·_e8e75671cb·e7961f4adf1·970f43bb9bc·80e1db0e›',
      'SONAR_TOKEN: ‹847·c674d6898a1·6c962ec6cbe·c9e1de6da31·0b88›',
    ],
    ignores: ['son·ar.projectK·ey=acme', 'squ_short'],
  },
  {
    detector: 'artifactory-key',
    finds: [
      '‹AKC·pj2WQtsYHLj·39Pyeu6miJS·AuJHI4DkGN7·G186qpekVI3·EAbJEq6quUJ·XBUxB3vh6ry·8RCw›',
      '‹cmV·mdgeq4Qww2C·ls4JrTkWUKR·m8TWPEGrW2X·SfwnV4SrhOB·ueml1kCyFGB·jplYvM›',
      'ART·IFACTORY_KE·Y=‹dL4·qrJKf6KLq1s·R1Pf1TZS4eo·iYsxix3XYpQ·ikXqXWgfo2U·mLSsQbmSxYD·WgUnjyQjEy1·paHj›',
    ],
    ignores: ['AKC·p3ZIz72ayuf·BZv01A7qoI', 'artifactory: htt·ps://acme.j·frog.io'],
  },
  {
    detector: 'launchdarkly-key',
    finds: [
      '‹sdk·-e5940ef5-c·ec2-b1b8-5f·44-0a8b0159·bd51›',
      'LAU·NCHDARKLY_T·OKEN=‹PpO·LlnxPhQhXn0·oAUgDVysneI·zJ5YbI68K9p·DWXR›',
    ],
    ignores: ['sdk-core', 'launchdarkly: client'],
  },
  {
    detector: 'okta-token',
    finds: [
      'OKT·A_API_TOKEN·=‹003·A0U6iX1p7KM·DgH20DiEJA6·lGfhnYsnCJA·HAGnpR›',
      'Aut·horization: SSWS ‹00W·TmFl3iQ2MJP·PIH6Hh5SNQG·txXs8Kg6Mik·sdUwm1›',
    ],
    ignores: ['rookTable = 00w·gxOkcm5GhMN·jZqXXWyEM7M·3dmRcZ1d03D·1alI4I', 'okta: enabled'],
  },
  {
    detector: 'onepassword-secret',
    finds: [
      '‹A3-·CFXGAU-F4OI·JZIG9QG-JF8·2Z-HUMPV-E3·85R›',
      '‹ops·_eyJFZjGbPn·KVpzXWOqLEC·BtTRFGTLwWI·vcYur2JRqzi·tgMvX2ZS5nj·JhzJcUMBsIC·WgkgCZcYaQU·J57XaE7KgD0·akhAthjLtOQ·rCi27g3CGeJ·RsPnrJpmx8e·9vLQ3Zyv0WB·q4TNYClycxt·YzlHpsFpEgB·S9iPqWSeoqI·M8h0PaJ1mT6·duyXvO53nzD·ePMNEKXE3Xy·eGOFtijPO3Z·vfPMSdXM6Fn·2pNzgOn7mCw·g5CmZkE3dAm·ovcTqG2tw0q·Z2OSPxDJ4PH›',
    ],
    ignores: ['A3-·XXXXXX-XXXX·XXXXXXX-XXX·XX-XXXXX-XX·XXX', 'ops·_eyJhxLgEe3·E94zkmKKzN3·QS'],
  },
  {
    detector: 'pulumi-token',
    finds: ['‹pul·-256a373875·f3a5a2c4c83·1609353044f·46ad8730›'],
    ignores: ['pul·-54c970b738·d79836ea75', 'vip·ul_pul0b5a8·bb2d7f450c5·c2ca672fea0·d3a08bb65fe·03'],
  },
  {
    detector: 'tailscale-key',
    finds: [
      '‹tsk·ey-auth-jpR·KDG9XwV0N-M·yGj19ouN4ZD·m88H1kUzqdT·6›',
      '‹dnk·ey-8FPWML7X·8F8W8U90MDT·OLATEUP-DQV·IC30AK5G7XV·ZZKK4BVHRLZ·2ES5MR9O2ID·948LOZFBFI5·GCYM3›',
    ],
    ignores: ['tskey-auth', 'xts·key-auth-vn·UbVMyn5AbH-·EN0Sifrq5Ny·U9TI6mbt2qu·hX'],
  },
  {
    detector: 'monitoring-key',
    finds: [
      'SUM·O_ACCESS_KE·Y=‹ixy·sLAihbvWs5J·h0r2sUFuiZc·GjMYG4GGhKS·2Pi3LLXsGjW·QzhXHibEu1c·HGToZF›',
      'sumo_id = ‹su2·ubpoMWh7YxR›',
      '‹phx·_G3UnIFnp2E·qAjZC7v5Gn4·Roo03mlelz0·V0ioi6kjI5I›',
      'rol·lbar_token: ‹db1·0b875ee29cb·28b5b9eca89·a27493a›',
    ],
    ignores: ['sum·OfExposures = 4xm·iNZU91cJjD3·VO0igaVXgrw·RjFD3FokFli·ab14LmRM7Aw·a7nmTRFdubR·uyCVHQ', 'phx_server'],
  },
  {
    detector: 'deployment-token',
    finds: [
      '‹API·-KM5CDO1Q09·3J604E4RRTR·KO8U5›',
      '‹pat·.0jlTOLiW9O·9dzQ57wPvHN·S.dBfRtHlhC·i4X1usdYd1V·NVxU.A5lQUj·bFMp8wxvbc4·cqM›',
      '‹sgp·_a4dc536feb·b7e601f8008·c6801bd478d·0f7d93e1›',
      'meraki: ‹96d·c5abd44bf5e·ec712710658·422ca73ddcf·7689›',
      '‹cos·mo_6f27953e·4ce26598cfb·4626f7f15eb·9c›',
    ],
    ignores: [
      'API-first',
      'Rea·ctNativeCam·eraKit: e30·ba21905751d·9634f52af09·292a8912268·38cf',
      'pnu·_XXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXX',
    ],
  },
  {
    detector: 'nkey-seed',
    finds: ['‹SUO·ZX2N64FULGR·DPFXSDILJT6·5GXERS27XMF·FKA5KUJEB6Y·XRIKP7USVJW›'],
    ignores: ['SUPPORTED', 'suK·N4OGCF3BKHH·LM2GY5UOZDF·PIRHH3PN3KD·ZKXAEKKGKJO·USD3GTRCHUY'],
  },
];
