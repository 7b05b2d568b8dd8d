import type { Rows } from '../row';

export const cloudsRows: readonly Rows[] = [
  {
    detector: 'aws-access-key',
    finds: ['aws·_access_key·_id = ‹AKI·A4POJGBTJN3·7APNKO›', '‹ASI·AX32FZDI7C7·YFWA2K›'],
    ignores: ['AKI·AIOSFODNN7E·XAMPLE', 'AKI·AXXXXXXXXXX·XXXXXX', 'aki·aKUUDCSBS24·M6XJDJ', 'AKI·AOAIZY2W5OP'],
  },
  {
    detector: 'aws-secret-key',
    finds: [
      'aws·_secret_acc·ess_key = ‹rFj·afOLAf/qF9b·kmpv0/NTuri·6uGzng7x4Zo·hEPA›',
      '"Sec·retAccessKe·y": "‹e8q·WEOrqrfE6+B·6Uqg7wpC/SM·/2P3IkUu7Kr·mCYm›"',
      'AKI·AD5ZCT4VZX4·CGLTZL,‹lke·W8vWFnXNX+i·evSoO6I0+vq·QR83BnCH/Ms·eGWS›',
    ],
    ignores: [
      'aws·_secret_acc·ess_key = wJa·lrXUtnFEMI/·K7MDENG/bPx·RfiCYEXAMPL·EKEY',
      'aws·_secret_acc·ess_key = 2de·371104e990c·199d5b5fa2a·e1960fa3c0b·dba1',
      'aws·_secret_acc·ess_key = <secret>',
    ],
  },
  {
    detector: 'aws-session-token',
    finds: [
      'AWS·_SESSION_TO·KEN=‹IQo·Jb3JpZ2luX2·VjqzlV6PSqw·rBEMGf/l2Dt·DQ9N6dnxhk4·eipFc5UW59/·9EcApukbntO·TtXOMqkYnhd·U5iDjyAogC9·7SfDCvcjDP4·HTR0AeRFB9b·mX2MN5fH1DU·mSLj2zxF5sR·l0eKENteAJz·+T4f7XI1NSg·VFPYcsUJWjA·W1oohV47Jlh·bJ7GLhzkuJ9·PYHoorLCKG3·pM80hW7+uPt·qAG8pW2DBRx·DGGhXa17o59·vzG6kUVYiB/·7bmDJ7AR/UD·==›',
      '‹Fwo·GZXIvYXdzEd·vLZe9hdB83L·WWh9EvWleHx·9stVP0AGLK9·JL4mS8ABc+5·LdLM15ASj3B·DqaSeyBtJUr·AA+g2wOO1XW·FfYnr0RZKai·pNLRCx5uDvu·8lcJMKu2MFB·nUxhi88PNvi·vBb215CPSYL·PfE5y2LE9GD·FKoYFJd+jZg·aONLG1aXZvX·LDikwmVjYt5·u6kXGGvAM0n·/m4GqEHjycy·ocovY283i/0·A/TeDDZlF6c·I9tiZfHCWiL·f6ZPtunVyj5·2CX3BVeXZua·4lOpYYQFE9c·QS536v30MWO·+h3h6msuvFp·GtYa9WZP7tK·Cf=›',
    ],
    ignores: ['aws·_session_to·ken = "$TOKEN"', 'IQoJb3JpZ2lu'],
  },
  {
    detector: 'aws-bedrock-key',
    finds: [
      '‹ABS·K6UET2NR2Wl·guLkw8XSG9Y·GOB4EpSMDo2·m6/8toLl7FL·IwaVSRn4OvX·8NxnAwEKrTw·I/Azjj4bg7o·eUUUfM6kiSi·eDP9pnmkPoW·Ao3tDyBFek1·kvZWYizfCko·=›',
      'AWS·_BEARER_TOK·EN_BEDROCK=‹bed·rock-api-ke·y-YmVkcm9ja·y5hbWF6b25h·d3MuY29tYNx·SU6sqMGXm2L·HSToAYc4R8g·lHKqsHv//ZP·QZ4P›',
    ],
    ignores: ['ABS·K/YRtDXm3Mk·N9TJ3Ton/e0·grq3aNIZ2', 'bed·rock-api-ke·y-'],
  },
  {
    detector: 'aws-service-key',
    finds: ['apiKey: "‹da2·-vd6d4ixuvx·o2zetzktkrw·3kqpr›"', '‹amz·n.mws.d4956·50d-4b51-f9·92-a3c0-64f·ae2975289›'],
    ignores: ['da2-demo', 'amz·n.mws.examp·le'],
  },
  {
    detector: 'aws-signed-url',
    finds: [
      'htt·ps://files.·s3.amazonaw·s.com/a?X-A·mz-Expires=·900&X-A·mz-Signatur·e=‹d11·969ea6eeea8·cd4202a0a36·4aad0982d25·8bd0a973138·9afb83aa89d·64e453›',
    ],
    ignores: ['X-A·mz-Signatur·e=<signature>', 'X-A·mz-Signatur·e=3661f7726·401'],
  },
  {
    detector: 'azure-storage-key',
    finds: [
      'Def·aultEndpoin·tsProtocol=·https;Acc·ountName=ac·me;AccountKey=‹vIN·z7kD0ac1/pT·9wH12fPb2o/·pOXZo4YFUn7·hG5YK8DZK8U·0+5vU9dtfZk·18oYEOlGyFH·9sRBDF/feez·flWXeI==›;End·pointSuffix·=core.windo·ws.net',
      'azu·re_storage_·key: ‹yM0·YzMaVdxVr4j·yVYL7obmLIY·7igm1I13bIC·LZeC26DV0TH·Xg2We2AsPDs·f8TdGitBuba·9CiJoyvzNeV·1nitx/==›',
    ],
    ignores: ['AccountKey=<key>', 'Acc·ountKey=DZM·sVKNph2cpDa·SVNLJMmVPPD·PQaPP=='],
  },
  {
    detector: 'azure-connection-string',
    finds: [
      'End·point=sb://·acme.servic·ebus.window·s.net/;Sha·redAccessKe·yName=Root;Sha·redAccessKe·y=‹XW0·noalMNWqeKD·+ftGU/Q31y0·iybTqFRx/WD·4cEcEZd=›',
      'End·point=https·://acme.azc·onfig.io;Id=ab12;Secret=‹PFG·adK3c5q+WKh·6HP2jdPnfMT·KTgxZE8y6Fc·2Hkw2Jy=›',
    ],
    ignores: ['Sha·redAccessKe·y=<key>', 'Sha·redAccessKe·yName=RootM·anageShared·AccessKey'],
  },
  {
    detector: 'azure-ad-client-secret',
    finds: [
      'cli·ent_secret: ‹Sge·8Q~uM0ipVXM·EKNnd1SPEn4·bEa9sImEp9p·6qFf›',
      '"‹g3O·7Q~BY6wEfLZ·qGJjYnqeUhi·F4PAMwSHrEo·u›"',
    ],
    ignores: ['abc·8Q~xxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxx', 'Q~A'],
  },
  {
    detector: 'azure-signed-key',
    finds: [
      '‹YFE·SONQps1MAIQ·HqWbiR4Vo1u·tlzo6ZsEZwK·HtwH8gMqoLi·awaufJQQJ99·BAACAAAAAAA·AAAAAASAZDO·oa3A›',
      '‹KtM·g7deDF8EsiV·kaSiKnWRolp·jso1J6l7STr·G3hXrqvnAzS·eDTqRi=›',
    ],
    ignores: ['JQQJ99', 'AzSearch'],
  },
  {
    detector: 'azure-devops-token',
    finds: ['AZU·RE_DEVOPS_E·XT_PAT=‹fw7·nq46pqjzz3o·glnwk7qwy4d·wzgzb4hbira·yl5zit6grwy·swjln›'],
    ignores: ['azure_devops: rms·qkwvrwulfaq·ltcapy', 'azure: enabled'],
  },
  {
    detector: 'azure-openai-key',
    finds: [
      'AZU·RE_OPENAI_A·PI_KEY="‹6d1·bb3f57190d5·4b7932a3af0·2705e68›"',
      'Ocp·-Apim-Subsc·ription-Key·: ‹0ee·39e2aabc83c·841719cfc23·224cb5c›',
    ],
    ignores: ['AZU·RE_OPENAI_A·PI_KEY=<key>', 'azure: 734·1f28d2351f2·48342e'],
  },
  {
    detector: 'azure-sas-token',
    finds: [
      'htt·ps://acme.b·lob.core.wi·ndows.net/c?sv=2022-11-02&sig=‹VV0·aiBdSItVJHJ·M20XVcuaSut·MpFUjxe0Ywi·1UpngRI%3D›&se=2026',
    ],
    ignores: ['?sig=abc', '&sig=<signature>'],
  },
  {
    detector: 'gcp-api-key',
    finds: ['GOO·GLE_MAPS_KE·Y=‹AIz·ahZ9wM3A5M5·eDmi8YQZWG1·dVjF2qX9Z7O·3Cf›'],
    ignores: ['AIz·aq3eMKl7FfB·Byn9BLIv51', 'AIz·aSyxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxx'],
  },
  {
    detector: 'gcp-service-account',
    finds: ['"pri·vate_key_id": "‹d30·9b5310f9cd7·64276fe8af2·f3314f2e305·732a›"'],
    ignores: ['"type": "ser·vice_accoun·t"', '"pri·vate_key_id": "..."'],
  },
  {
    detector: 'google-oauth',
    finds: [
      '‹GOC·SPX-l4c3F0r·9aTbcH4UcLl·nJWaluM8pF›',
      '‹ya2·9.bXeRZ9XLQ·H_2EfNU_Dkm·mbdKN41kIit·6uRt6JWDBfj·daC33RzE23l·nhF2agQ›',
      'refresh: ‹1//·0tbtAj2nIgd·Q7jV21FXCla·OqyDsFklGaB·dRUoPvFx01x·T4CWcPuRWWC·Uily8F›',
    ],
    ignores: ['GOCSPX-secret', 'ya29.short', '1//0'],
  },
  {
    detector: 'firebase-cloud-messaging-key',
    finds: [
      '‹AAA·AcDhYTTY:Lj·3qCjKelUR9r·3lDQmZ0Gyyv·JVpyQM-34FI·AQd-xyo-AXa·L1rsnm18WtE·8FZcR7059yC·iosmhR49Ec5·MYK7-__827W·hWB76bYtOGX·K3PFc7hF_Ig·AB2B0oXMxmv·JSTs-jHm-WZ·3cps3K›',
    ],
    ignores: ['AAAA:BBBB', 'AAA·APqMdHXc:ak·9IPtTSUM4Bj·6cKlKBd'],
  },
  {
    detector: 'alibaba-key',
    finds: ['accessKeyId: ‹LTA·I8bz4XKJNLp·x4xKZkjavP›', 'ali·baba_secret = "‹p8C·XSDzO42fpCD·RUstFcMRfXO·mX3V8›"'],
    ignores: ['LTAI2gA91', 'alibaba: cloud'],
  },
  {
    detector: 'cloudflare-token',
    finds: [
      '‹cfa·t_Rlv0LsM70·PG6T5WjBbzJ·Ip9Hu5OmDPE·6Ufmx5OhE1f·297446›',
      'CLO·UDFLARE_API·_TOKEN=‹oft·5T2r7u2vXvj·Ik9H8c9QfXY·c2BclSbyXFL·CqMr›',
      'CLO·UDFLARE_API·_KEY: ‹ac0·7490cef1eab·6486d397613·5119d1326e9·6›',
      '‹v1.·0-87ce5309c·a2774c77b45·29fa-6b669d·040bc7e832e·cc624f9c7d7·a4658140ce1·8958f55b436·5a4c60e3923·de1f6a0e837·77368737148·6e2c697431d·7a255b280f9·c087efca2b8·d179e49fb8d·f926ca5e172·db6f6565›',
    ],
    ignores: ['cfat_short', 'CLO·UDFLARE_ZON·E=acme.exam·ple'],
  },
  {
    detector: 'digitalocean-token',
    finds: [
      '‹dop·_v1_e34e99c·85884da42c0·197d63e9a89·c539afe13bb·436fb9bdfad·aa18e3c355f·21›',
      '‹doo·_v1_eea3f2a·3b63264c1ab·20d0fdb6d08·4f527f8089c·cc9cfa89648·34152391619·2c›',
    ],
    ignores: ['dop·_v1_4358842·624bfeb947b·cc', 'digitalocean: droplet'],
  },
  {
    detector: 'heroku-key',
    finds: [
      '‹HRK·U-d0bf8971-·b6bd-8506-9·112-a34298a·7bd48›',
      'HER·OKU_API_KEY·=‹3fc·c6107-ccd3-·956d-5a29-a·5b3c512051f›',
    ],
    ignores: ['HRKU-app', 'heroku: acme-staging'],
  },
  {
    detector: 'fly-token',
    finds: [
      'FLY·_API_TOKEN=‹fo1·_2gyBPFJy4h·dECB5WGdGM5·EO5fTGixqe8·ElK2ikwTYR6›',
      '‹fm2·_Ppno9KGIdD·GEDsGPqvnBI·eJMhpqkZGBZ·PH+bcu0d+Pg·smi0bqm4U6K·8vqujTSA/I+·2lxNhLMOQMS·hz5VpY+taV0·vvUExHrR3DL·DvPYjxQAp1i·agK6jnsbWay›',
    ],
    ignores: ['fo1·_xxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx', 'fm2·_S1FRCXtI2Q·HHu0OpG1KQ'],
  },
  {
    detector: 'ibm-cloud-key',
    finds: [
      'ibm·_cloud_api_·key: ‹FFs·Nc0sNHuU8A2·80TlLjIS9Pd·5Wdy_huGuYD·j2NK3Tct›',
      'sof·tlayer_api_·key = "‹9e3·7fb22dabe52·108628bb37c·a826281cadd·c5290c59093·519362b6e09·ff478d›"',
      '--s·oftlayer-ap·i-key ‹39d·4e5bf417628·6431a78046b·ee47d489ccc·102a326989b·273de20f768·3614f1›',
      'cos·_secret_acc·ess_key = "‹0cd·dfa5c59afb5·22d700f3124·8b1f8d0cb5a·e76aac05b4a·9›"',
    ],
    ignores: ['ibm·_cloud_api_·key: "%s"', 'sl_key: short'],
  },
  {
    detector: 'yandex-token',
    finds: [
      '‹AQV·NylbIZOphCw·pWSOYdV7zED·AOJSxl0PE6D·R7gf›',
      'yandex_secret = ‹YCi·E5yRNBCfwyt·IOCwR1F45rA·fB8E6xg3RKv·FfBj›',
      '‹t1.·ejSTLbpwd37·7OCPoKGzi.J·PXUbtBCMEVD·APxsiAbD68J·O3MLAkODFmP·QhWQSo9KpnC·fypzoyd6Z3x·TYfejym37Y2·xhWn3lp9XVl·Xp7MbleN›',
    ],
    ignores: ['AQV·NDd4XMryZPq', 'yandex: maps'],
  },
  {
    detector: 'platform-token',
    finds: [
      '‹vcp·_rwU9c9aVZV·2joGpxvFq4x·nLjj944F0c4·TAUhU8HPq49·YT9VraIrmLV·Hs›',
      '‹nfp·_YIVqZ4ntd0·dVCiUQhkJLH·E5m5n5NSF0S·u5AS›',
      '‹tk-·us-fpGKKyMm·j43nVe4ES7l·qjem6FSR8XE·vCZPXMzzWc9·ytfeCMh›',
      '‹sbp·_552c52f86a·800ca547329·3401470eea6·18604e7e›',
    ],
    ignores: ['vcp_abc', 'netlify: deploy', 'nfp_short'],
  },
  {
    detector: 'database-platform-token',
    finds: [
      '‹psc·ale_pw_blYr·bpNDD4uOmZP·BVlyOfX3OT6·xdmyIbdNY4g·NMBD2h›',
      '‹4b1·dYHwfm2XHm8·dNy9H5Zaly3·OTnl5Vsk4qr·1J0RQF›',
    ],
    ignores: ['psc·ale_pw_shor·t', '4b1·dXXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXX'],
  },
  {
    detector: 'openshift-token',
    finds: ['oc login --token=‹sha·256~cykdPqC·x2xsb1aQpWB·V8pGHXoqFh3·UijgLN1g0Q6·mN1›'],
    ignores: ['sha256~short', 'sha·256:92bd970·a5e0f93dcb9·fd0335f0bbc·30324ff018a·f4ab0096cb3·3123cf0c5f0·b9'],
  },
];
