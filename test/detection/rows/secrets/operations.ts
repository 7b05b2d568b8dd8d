import type { Rows } from '../row';

export const operationsRows: readonly Rows[] = [
  {
    detector: 'databricks-token',
    finds: ['‹dap·i30cf0d3988·a0247d861bb·28e58fd63e3›', '‹dap·iee2b5ddc62·a2e9e0e5df0·4e3c97845b6·-2›'],
    ignores: ['dapi1234', 'myd·apia8d03ccb·d5f60d1e157·cd20d82f942·d3'],
  },
  {
    detector: 'datadog-key',
    finds: [
      'DD_API_KEY=‹441·44f95512d21·bae71b8d1d3·d520439›',
      'dat·adog_app_ke·y: "‹2bd·0da7ed0040d·4dc0a1807a2·511369fd132·9e7b›"',
    ],
    ignores: [
      'datadog: agent',
      'DD_API_KEY=<key>',
      'Trace id in Datadog: 9f86d081884·c7d659a2fea·a0c55ad015',
      'Datadog monitor: 9f86d081884·c7d659a2fea·a0c55ad015',
    ],
  },
  {
    detector: 'new-relic-key',
    finds: [
      '‹NRA·K-7RPUJHPC9·X7XTIW17F70·N79D6KZ›',
      '‹NRJ·S-2853b93a5·fba06fb943›',
      '‹eu0·1x5b2795fd8·e05d0298c6a·32bdc9d82da·dNRAL›',
    ],
    ignores: ['NRAK-key', 'NRAL'],
  },
  {
    detector: 'grafana-token',
    finds: [
      '‹gls·a_wPSGJDgox·e9dw45erFDc·Hp4w5WmNneb·7_13f03815›',
      '‹glc·_eyJvIjoiMT·IzNDU2Iiwib·iI6InN0YWNr·LTEtdG9rZW4·iLCJrIjoiYT·haazJMcTkif·Q==›',
    ],
    ignores: ['glc·_xxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxx', 'GLC·_CreateLigh·tmapTexture·sIndividual(void)'],
  },
  {
    detector: 'sentry-token',
    finds: [
      '‹snt·ryu_4ebc375·fe919179fd4·f01dd7b138e·3426a9b4d71·4cbff649bb2·c6514a15af9·a6›',
      '‹snt·rys_eyJpYXQ·iOyGK8aA7Zt·KFD6yGtzDJo·7DkvcKBVU6y·u1oKLyZNWYd·bwwlw/v/RJu·6i3PiqB_xHh·nZYFsTKYTOp·pr1oqsds/eu·aR5qhGGcl7N·KS4pZVH›',
      'SEN·TRY_AUTH_TO·KEN=‹b0e·b557a3d94b4·feb1a049ae0·77c23a88787·4c57dcf2a9a·2d804701b45·df0108›',
    ],
    ignores: ['snt·ryu_1df33fc·94a743c8266·06', 'sentry: release'],
  },
  {
    detector: 'dynatrace-token',
    finds: [
      '‹dt0·c01.4WR06V7·DP2RTFGN9L1·0Y8YJR.ELZ4·1A6HHPXLMM8·2AL7Y1VNG4M·HFROEFI5YFZ·EGNK9IHH6IZ·LFSVANQBQAS·YNX8G›',
    ],
    ignores: ['dt0c01.short', 'dt0·c01.6COGCV0·QVUPG5F8P0T·4ORH98'],
  },
  {
    detector: 'pagerduty-key',
    finds: ['PAG·ERDUTY_API_·KEY=‹u+m·ZsjWpWUB7BS·1ffIth›', 'pagerduty: "‹131·9e5aeafabec·37bf87ceebb·07a01ec›"'],
    ignores: ['pagerduty: on-call', 'pagerduty = <key>'],
  },
  {
    detector: 'terraform-token',
    finds: [
      'token = "‹VVa·VEeWIHTXDe7·.atlasv1.DT·6eKNH54z3lJ·n2bpzuaRfFz·nnmsg0NPOky·LZqUKxm4Qa9·L76NkzcBf4R·8wCbFCRG8D›"',
    ],
    ignores: [
      'xxx·xxxxxxxxxxx·.atlasv1.xx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxx',
      'atlasv1',
    ],
  },
  {
    detector: 'vault-token',
    finds: [
      '‹hvs·.eLQmSYaJIo·UjJAtEG3KNl·jaF0KxXND6r·BhbVU4e0UP0·gx5kjKUjlJ8·ew4vH5AgaPi·dti207AOTL7·8MeiWy2ChiS·r0sCZ5Bs›',
      'token: ‹s.m·CGHwMpiDkBY·zdAEmCY9jO3·7›',
      'vault write auth/approl·e/login role_id=db0·2de05-fa39-·4855-059b-6·7221c5c2f63 secret_id=‹6a174c20-f6·de-a53c-74d·2-6018fccef·f64›',
    ],
    ignores: ['hvs.abc', 's.x·xxxxxxxxxxx·xxxxxxxxxxx·x', 's.T·HISSTRINGIS·ALLUPPERCAS·E', 'secret_id: prod/database'],
  },
  {
    detector: 'secret-manager-token',
    finds: [
      '‹dp.·pt.euHddoWe·frKgD8WpHHU·dcKTqRa1bB1·wDTbyUEmnEq·oC›',
      '‹dp.·st.prd.nVxp·hxaGQE9tByU·0sTxDsxx3TK·walbtZTUwiC·SIq6oG›',
    ],
    ignores: ['dp.pt.short', 'dp.st'],
  },
  {
    detector: 'infracost-key',
    finds: ['‹ico·-cbCWyxM5vj·SsISuWZddQ1·42hcPygpLNx›'],
    ignores: ['ico·-XXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX', 'ico-home'],
  },
  {
    detector: 'snyk-key',
    finds: ['SNYK_TOKEN=‹71c·be796-1f4a-·df19-70f4-3·bb9bc80e1db›'],
    ignores: ['snyk: test', 'SNYK_TOKEN=<token>'],
  },
  {
    detector: 'sonarqube-token',
    finds: [
      '-Ds·onar.login=‹squ·_0e847c674d·6898a16c962·ec6cbec9e1d·e6da310b›',
      'SONAR_TOKEN: ‹88b·8c357f49043·41363fa420d·42a4b0a081f·8149›',
    ],
    ignores: ['son·ar.projectK·ey=acme', 'squ_short'],
  },
  {
    detector: 'artifactory-key',
    finds: [
      '‹AKC·pkWUKRm8TWP·EGrW2XSfwnV·4SrhOBueml1·kCyFGBjplYv·MdL4qrJKf6K·Lq1sR1Pf1TZ·S4eo›',
      '‹cmV·mdiYsxix3XY·pQikXqXWgfo·2UmLSsQbmSx·YDWgUnjyQjE·y1paHj3ZIz7·2ayufB›',
      'ART·IFACTORY_KE·Y=‹Zv0·1A7qoIgcxvp·jKTIB4pcesL·8Zj8d0Zu5lE·lWlwCXRLs1e·gJl8JB0VQW1·wzpmh7BhDx9·x41L›',
    ],
    ignores: ['AKC·p3u0wTzjXbj·LDPpOLlnxP', 'artifactory: htt·ps://acme.j·frog.io'],
  },
  {
    detector: 'launchdarkly-key',
    finds: [
      '‹sdk·-8b0a1af4-4·cd4-51bb-80·ab-56131240·3fc1›',
      'LAU·NCHDARKLY_T·OKEN=‹JAH·AGnpRWTmFl3·iQ2MJPPIH6H·h5SNQGtxXs8·Kg6M›',
    ],
    ignores: ['sdk-core', 'launchdarkly: client'],
  },
  {
    detector: 'okta-token',
    finds: [
      'OKT·A_API_TOKEN·=‹00i·ksdUwm1wgxO·kcm5GhMNjZq·XXWyEM7M3dm·RcZ1d0›',
      'Aut·horization: SSWS ‹003·D1alI4ICFXy·G2A8UFerOI2·JZIwGj5QGoJ·Fic5ZH›',
    ],
    ignores: ['rookTable = 00r·UM14PyVE7nd·iftRFZjGbPn·KVpzXWOqLEC·BtTRFG', 'okta: enabled'],
  },
  {
    detector: 'onepassword-secret',
    finds: [
      '‹A3-·TLWI2Y-JR86·MXZS9J7-J2U·MB-ICW66-CZ·2Y0›',
      '‹ops·_eyJQUJ57Xa·E7KgD0akhAt·hjLtOQrCi27·g3CGeJRsPnr·Jpmx8e9vLQ3·Zyv0WBq4TNY·ClycxtYzlHp·sFpEgBS9iPq·WSeoqIM8h0P·aJ1mT6duyXv·O53nzDePMNE·KXE3XyeGOFt·ijPO3ZvfPMS·dXM6Fn2pNzg·On7mCwg5CmZ·kE3dAmovcTq·G2tw0qZ2OSP·xDJ4PHhxLgE·e3E94zkmKKz·N3QS12whEKp·MV055HjOGRP·Ke656GULu1V·FqZIZ3RGysk·CMBTHtkmKgu›',
    ],
    ignores: ['A3-·XXXXXX-XXXX·XXXXXXX-XXX·XX-XXXXX-XX·XXX', 'ops·_eyJGgAJJfJ·povN3UamRPH·Bo'],
  },
  {
    detector: 'pulumi-token',
    finds: ['‹pul·-54c970b738·d79836ea750·b5a8bb2d7f4·50c5c2ca›'],
    ignores: ['pul·-672fea0d3a·08bb65fe03', 'vip·ul_pul8513b·a6636c13ae9·27b65b2bad6·1975092a718·a4'],
  },
  {
    detector: 'tailscale-key',
    finds: [
      '‹tsk·ey-auth-Cds·aA7KfGhXv-V·ZqZr342rKK9·eBVHRpLZc5E·S›',
      '‹dnk·ey-5MR9O2ID·948LOZFBFI5·GCYM3U1-VMA·1HENS85NUTI·17X8LA871WJ·7UF8Z2G9MYG·GG7KSP8LLXG·9WQ7X›',
      '‹nbp·_vO0hJBW8kR·QjMD1Xz1nhS·saxFncd5rtm·hStC›',
    ],
    ignores: ['tskey-auth', 'xts·key-auth-Hi·bEu1cHGToZ-·FLzWrgWhCrB·hZ2ubpoMWh7·Yx'],
  },
  {
    detector: 'monitoring-key',
    finds: [
      'SUM·O_ACCESS_KE·Y=‹RG3·UnIFnp2EqAj·ZC7v5Gn4Roo·03mlelz0V0i·oi6kjI5Ihot·637jsxas7p1·uX4206›',
      'sumo_id = ‹suE·prTZ9WEgpRW›',
      '‹phx·_KWTc69Zw25·r4gy3V3R3SU·0ihEOISGU4x·miNZU91cJjD›',
      'rol·lbar_token: ‹a7d·ab82122dd58·60d982ed81a·3856f11›',
      '‹lmb·_cMRwC8aReH·ogAxGzPJ7Kj·4m9AFzCXN5L·vSHV0fkxuxe·0tGlhP5sSv0·7G4AOkHs0Gn·G5mAldOKMgw·KOOUcSAa›',
      '‹xaa·t-0909c300-·65f8-46d3-4·530-325fed1·0a47b›',
      '‹cu_·851832b6ec0·17c1e177715·5a0e9d8f27›',
      '‹roo·tly_c7d9cf0·7255bc509cb·3acac23db7c·6e9b7d180a4·742684ee75b·b6cc69f67e4·8e›',
      '‹inc·_b7c64328c0·490c257a632·b96292794c9·bce4850bbd0·e7cb3593871·c15d694c19›',
      '‹ess·u_OO8lK1oKF·THq7BQRKw7a·h1WXPs5c42L·MSdpRhcYunX·6wV6fASVzVN·1orHfw88BC7·vSGVS11OOCG·dRSnB›',
      '‹pub·4f618557871·5bbd26944ff·770e4b9447›',
    ],
    ignores: ['sum·OfExposures = ObQ·moxrajdJ1rg·areE4e3RRoT·R4KtOiuUt3f·eRXGeRJZpnT·oQbcUrDfLmt·0jlTOL', 'phx_server'],
  },
  {
    detector: 'deployment-token',
    finds: [
      '‹API·-8WO3QPHNS3·B5RH7C8X3Y3·VNVUA›',
      '‹pat·.5lQUjbFMp8·wxvbc4cqMmV·I.vb1wZLHNg·fdX5z5XOlcN·uBCf.RArxsA·t0QyzYNg0Qj·nA6›',
      '‹sgp·_1bd478d0f7·d93e196dc5a·bd44bf5eec7·12710658›',
      'meraki: ‹422·ca73ddcf768·96f27953e4c·e26598cfb46·26f7›',
      '‹cos·mo_f15eb9ce·30ba2190575·1d9634f52af·09›',
      'TRUENAS_KEY: ‹1-F·SgrEU2hwQTD·EFNi0Q6GRpo·lyoYe4mOZvk·7XiaN9mecFU·jjnLnGR3x7D·shwPFXSq›',
    ],
    ignores: [
      'API-first',
      'Rea·ctNativeCam·eraKit: 145·49fe3b289df·b62250e5a42·0fcb8457fa9·a4b5',
      'pnu·_XXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXX',
    ],
  },
  {
    detector: 'nkey-seed',
    finds: ['‹SUN·4OGCF3BKHHL·M2GY5UOZDFP·IRHH3PN3KDZ·KXAEKKGKJOU·SD3GTRCHUYV›'],
    ignores: ['SUPPORTED', 'suL·PYFP4YJJT7K·3OUNI2DPLWR·3ZYIWM3VE3L·QCH6RJLRWWL·ELROMPCSQ7U'],
  },
  {
    detector: 'scanner-token',
    finds: [
      '‹end·r+nwqQb86mT·r80HBXU›',
      '‹AIK·_CI_UykZ51B·iiahnULIyba·01YfDXcn4KI·6e2uvNJ4DFX·O5napn5wy4g·gL4i8mCDK›',
      '‹skt·sec_L6ORT6C·WeKUUd3EkzP·R3TpTPES4EM·jh6FMyeSpZ4·oazK_api›',
    ],
    ignores: ['AIK_CI_NAME'],
  },
  {
    detector: 'cluster-token',
    finds: [
      'kubeadm join 10.0.0.5:6443 --token ‹ocp·gma.c3dzpoc·90qcj3b4g›',
      '‹tok·en-glj7k:6u·g6yaeb9f698·ed8s3za9nbl·63nhn1hf87w·gfpgfxrttsj·5vmafech›',
      '‹ptr·_RSXMnHyDA7·NKPn6WUWYf6·b1dTUbQRi26·BZ4dlN8sCqT·=›',
      '‹kpa·t_iqYt2wbuy·gkCk8PP7EWN·1WWWurZpaAI·bvoI4w60vaX·XXp4vYfI›',
      'Authorization: PVEAPIToken=root@pam!monitoring=‹531·adab2-3e56-·17d2-6690-8·d35e59c7a80›',
      'ngrok config add-authtoken ‹fS3·nPqN9PPVLjP·eMeSzteeUeI·ae_xejJhUFP·GS4r6XCl5gq·tz›',
    ],
    ignores: ['--token abcdef.0123456789abcdef', 'token-based: yes', 'kpat_name'],
  },
  {
    detector: 'feature-flag-key',
    finds: [
      '‹sec·ret-ASSlCU4·g37Dvu1nby1·Yog2nZwQvrN·a2me5fkYQQL·tQq›',
      '‹dvc·_server_514·f31c8-2712-·9084-bb54-b·8bb53759c07›',
      '‹ser·.Pm4oWy2xpP·5Eq3adgQy1x·p›',
    ],
    ignores: ['console-log', 'secret-name'],
  },
];
