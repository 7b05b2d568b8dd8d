import type { Rows } from '../row';

export const cloudsRows: readonly Rows[] = [
  {
    detector: 'aws-access-key',
    finds: ['aws·_access_key·_id = ‹AKI·AKUUDCSBS24·M6XJDJ›', '‹ASI·AOAIZY2W5OP·VCRNPH›'],
    ignores: ['AKI·AIOSFODNN7E·XAMPLE', 'AKI·AXXXXXXXXXX·XXXXXX', 'aki·aFAP7VC6NST·UX2GJX', 'AKI·AVR5XDZTQ5Y'],
  },
  {
    detector: 'aws-secret-key',
    finds: [
      'aws·_secret_acc·ess_key = ‹4Zo·hEPAe8qWEOr·qrfE6/+B6Uq·g7wpC/SM2P3·IkUu›',
      '"Sec·retAccessKe·y": "‹7Kr·mCYmH6yFm5q·yv5FMWnzXlk·/eW8vWFnXNX·+iev›"',
      'AKI·AJUH5E2XVII·63ATBD,‹/Ms·eGWSK35NcEF·BQ6kkBwG+km·0VsV9oKo4Gm·aB+r›',
    ],
    ignores: [
      'aws·_secret_acc·ess_key = wJa·lrXUtnFEMI/·K7MDENG/bPx·RfiCYEXAMPL·EKEY',
      'aws·_secret_acc·ess_key = 3c0·bdba1ac95e3·4aca01317f9·d0b04f3e79c·89e7',
      'aws·_secret_acc·ess_key = <secret>',
      'http://www.unico·de.org/Publ·ic/UCD/late·st/ucd/East·AsianWidth.·txt',
    ],
  },
  {
    detector: 'aws-session-token',
    finds: [
      'AWS·_SESSION_TO·KEN=‹IQo·Jb3JpZ2luX2·VjipFc5UW59·/9EcApukbnt·OTtXOMqkYnh·dU5iDjyAogC·97SfDCvcjDP·4HTR0AeRFB9·bmX2MN5fH1D·UmSLj2zxF5s·Rl0eKENteAJ·z+T4f7XI1NS·gVFPYcsUJWj·AW1oohV47Jl·hbJ7GLhzkuJ·9PYHoorLCKG·3pM80hW7+uP·tqAG8pW2DBR·xDGGhXa17o5·9vzG6kUVYiB·/7bmDJ7AR/U·DdvLZe9hdB8·3LWWh9EvWle·Hx9stVP0AGL·==›',
      '‹Fwo·GZXIvYXdzEK·9JL4mS8ABc+·5LdLM15ASj3·BDqaSeyBtJU·rAA+g2wOO1X·WFfYnr0RZKa·ipNLRCx5uDv·u8lcJMKu2MF·BnUxhi88PNv·ivBb215CPSY·LPfE5y2LE9G·DFKoYFJd+jZ·gaONLG1aXZv·XLDikwmVjYt·5u6kXGGvAM0·n/m4GqEHjyc·yocovY283i/·0A/TeDDZlF6·cI9tiZfHCWi·Lf6ZPtunVyj·52CX3BVeXZu·a4lOpYYQFE9·cQS536v30MW·O+h3h6msuvF·pGtYa9WZP7t·KCf6UET2NR2·WlguLkw8XSG·9YGOB4EpSMD·o2=›',
    ],
    ignores: ['aws·_session_to·ken = "$TOKEN"', 'IQoJb3JpZ2lu'],
  },
  {
    detector: 'aws-bedrock-key',
    finds: [
      '‹ABS·Km6/8toLl7F·LIwaVSRn4Ov·X8NxnAwEKrT·wI/Azjj4bg7·oeUUUfM6kiS·ieDP9pnmkPo·WAo3tDyBFek·1kvZWYizfCk·oYNxSU6sqMG·Xm2LHSToAYc·4R8glHKqsHv·=›',
      'AWS·_BEARER_TOK·EN_BEDROCK=‹bed·rock-api-ke·y-YmVkcm9ja·y5hbWF6b25h·d3MuY29t//Z·PQZ4P/YRtDX·m3MkN9TJ3To·n/e0grq3aNI·Z2qG›',
    ],
    ignores: ['ABS·KG8Quorvc5z·JnzVnVjs6Ug·fj2SnVaXC', 'bed·rock-api-ke·y-'],
  },
  {
    detector: 'aws-service-key',
    finds: [
      'apiKey: "‹da2·-0iwkd57ssf·vhyamj4u2ft·plfqs›"',
      '‹amz·n.mws.d1196·9ea-6eee-a8·cd-4202-a0a·364aad098›',
      '‹amz·n1.oa2-cs.v·1.ff00d796c·25410335b40·0141212b62c·376631129f3·4369aad80b8·91baf90d0d3›',
      '‹Atz·r|wETdIKnT3·0fK0skBaHms·WWdawFgFSY0·l9FLw91GqK8·ks0n8SoFkh8·OXfFYSJYgOu·wgz7z54VfB4·PbxntqB5IGk·y4Oo8DiIMWS·WMPcwLuHj31·CQJVukDCSXq·L›',
    ],
    ignores: ['da2-demo', 'amz·n.mws.examp·le'],
  },
  {
    detector: 'aws-signed-url',
    finds: [
      'htt·ps://files.·s3.amazonaw·s.com/a?X-A·mz-Expires=·900&X-A·mz-Signatur·e=‹2d2·58bd0a97313·89afb83aa89·d64e4533661·f7726401b23·ce90d67dfa4·fc1dd7›',
    ],
    ignores: ['X-A·mz-Signatur·e=<signature>', 'X-A·mz-Signatur·e=36dafa356·ae6'],
  },
  {
    detector: 'azure-storage-key',
    finds: [
      'Def·aultEndpoin·tsProtocol=·https;Acc·ountName=ac·me;AccountKey=‹FUn·7hG5YK8DZK8·U0+5vU9dtfZ·k18oYEOlGyF·H9sRBDF/fee·zflWXeIyM0Y·zMaVdxVr4jy·VYL7obmLIY7·igm1I1==›;End·pointSuffix·=core.windo·ws.net',
      'azu·re_storage_·key: ‹3bI·CLZeC26DV0T·HXg2We2AsPD·sf8TdGitBub·a9CiJoyvzNe·V1nitx/DZMs·VKNph2cpDaS·VNLJMmVPPDP·QaPPXW==›',
    ],
    ignores: ['AccountKey=<key>', 'Acc·ountKey=0no·alMNWqeKD+f·tGU/Q31y0iy·bTqFR=='],
  },
  {
    detector: 'azure-connection-string',
    finds: [
      'End·point=sb://·acme.servic·ebus.window·s.net/;Sha·redAccessKe·yName=Root;Sha·redAccessKe·y=‹x/W·D4cEcEZdPFG·adK3c5q+WKh·6HP2jdPnfMT·KTgxZE8=›',
      'End·point=https·://acme.azc·onfig.io;Id=ab12;Secret=‹y6F·c2Hkw2Jyk8Z·ruYJVa6kfI3·I1QJK/cCwI+·XzMSw9p=›',
    ],
    ignores: ['Sha·redAccessKe·y=<key>', 'Sha·redAccessKe·yName=RootM·anageShared·AccessKey'],
  },
  {
    detector: 'azure-ad-client-secret',
    finds: [
      'cli·ent_secret: ‹hiF·8Q~4PAMwSHr·EouYFESONQp·s1MAIQHqWbi·R4Vo›',
      '"‹1ut·7Q~lzo6ZsEZ·wKHtwH8gMqo·Liawaufoa3A·K›"',
    ],
    ignores: ['abc·8Q~xxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxx', 'Q~A'],
  },
  {
    detector: 'azure-signed-key',
    finds: [
      '‹tMg·7deDF8EsiVk·aSiKnWRolpj·so1J6l7STrG·3hXrqvnDTqR·im2FWJQQJ99·BAACAAAAAAA·AAAAAASAZDO·fN8m›',
      '‹gqx·6Qce1kPv5pQ·sJZ91pZ6bOG·jjLNkW71Kmf·zhQW2lYcAzS·eDxWZG=›',
    ],
    ignores: ['JQQJ99', 'AzSearch'],
  },
  {
    detector: 'azure-devops-token',
    finds: [
      'AZU·RE_DEVOPS_E·XT_PAT=‹zb4·hbirayl5zit·6grwyswjlnr·msqkwvrwulf·aqltcapyn3c·xwg6k›',
      '‹PbiiHUokFFz·vzWpsi9CmMr·0lQzXI07n1b·NGcxMtb2d2l·wzBDSQZFTuB·xjnMUBLYLi1·McPkHZ5t6PA·ZDOHVe2›',
    ],
    ignores: ['azure_devops: pds·b2kjxothfvg·u7bepa', 'azure: enabled'],
  },
  {
    detector: 'azure-openai-key',
    finds: [
      'AZU·RE_OPENAI_A·PI_KEY="‹5e6·80ee39e2aab·c83c841719c·fc23224›"',
      'Ocp·-Apim-Subsc·ription-Key·: ‹cb5·c7341f28d23·51f248342ea·ad0e94a›',
    ],
    ignores: ['AZU·RE_OPENAI_A·PI_KEY=<key>', 'azure: 434·6baed962afc·a84c60'],
  },
  {
    detector: 'azure-sas-token',
    finds: [
      'htt·ps://acme.b·lob.core.wi·ndows.net/c?sv=2022-11-02&sig=‹5M5·eDmi8YQZWG1·dVjF2qX9Z7O·3Cfq3eMKl7F·fBByn9B%3D›&se=2026',
      'https://prod-12.w·esteurope.l·ogic.azure.·com/workflo·ws/0a1b/tri·ggers/manua·l/paths/inv·oke?sp=%2Ftriggers&sv=1.0&sig=‹Kx2P_9vQm4L·sTz7RfWb1Nc·Yh6DjGa8Eo3·UiHkXp5VqM›',
    ],
    ignores: ['?sig=abc', '&sig=<signature>'],
  },
  {
    detector: 'gcp-api-key',
    finds: [
      'GOO·GLE_MAPS_KE·Y=‹AIz·aLIv51mamy0·H86vxAk1TW3·3h4L2G8h7s0·C4A›',
      '‹AQ.·Ab8fupxqZKm·4bV3AyAVHny·rvWdFrK9xiR·GHOY32nfr5p·yzPCB9›',
    ],
    ignores: ['AIz·amvemr0rSZa·iOl3M5jIE4', 'AIz·aSyxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxx'],
  },
  {
    detector: 'gcp-service-account',
    finds: ['"pri·vate_key_id": "‹76f·e8af2f3314f·2e305732ae2·d9de3ae54bd·6265›"'],
    ignores: ['"type": "ser·vice_accoun·t"', '"pri·vate_key_id": "..."'],
  },
  {
    detector: 'google-oauth',
    finds: [
      '‹GOC·SPX-PIg4Mio·eLsF7I3Df4b·C4PGm6Kf3B›',
      '‹ya2·9.kmmbdKN41·kIit6uRt6JW·DBfjdaC33Rz·E23lnhF2agQ·tbtAj2nIgdQ·7jV21FX›',
      'refresh: ‹1//·0ClaOqyDsFk·lGaBdRUoPvF·x01xT4CWcPu·RWWCUily8Fc·DhYTTY-8z1S·YE5BKZ›',
    ],
    ignores: ['GOCSPX-secret', 'ya29.short', '1//0'],
  },
  {
    detector: 'firebase-cloud-messaging-key',
    finds: [
      '‹AAA·AUy5bVWJ:iZ·liOVQrQIdhJ·4073VvKY8hW·dtopFcQx79g·U0OBah-IGNl·3UXECQ9Rufe·TpvQ5YcgNlr·5m3fDt810Cu·MhTrL2aTEE8·YdFtsww5dLH·oEhpCmzLfad·f5vYlrNAUGL·j3qCjKelUR9·r3lDQm›',
    ],
    ignores: ['AAAA:BBBB', 'AAA·AZ0GyyvJ:Vp·yQM-34FIAQd·-xyo-AX'],
  },
  {
    detector: 'alibaba-key',
    finds: ['accessKeyId: ‹LTA·INFaVWTTaeL·qWC6eCMrkO›', 'ali·baba_secret = "‹hig·Ivdat6c8eZB·RUW6hTQIh0n·co6ek›"'],
    ignores: ['LTAICOc9t', 'alibaba: cloud'],
  },
  {
    detector: 'cloudflare-token',
    finds: [
      '‹cfa·t_7G9MFdfff·ebdLrQL90o3·AddNukMoWHx·DjyLF4lhbed·d7ba66›',
      'CLO·UDFLARE_API·_TOKEN=‹HC4·jm7u9Od7QoC·foq4q6Eo6QA·1tqiAwom1b0·A26a›',
      'CLO·UDFLARE_API·_KEY: ‹a53·c9b244bf819·f56d7abd23a·3715769f23b·4›',
      '‹v1.·0-453e08e72·9207db54655·cd71-b917f1·18a2e68fb7b·a0856739b0d·4437172af72·f9b43e8fbce·0e9db2516ac·07490cef1ea·b6486d39761·35119d1326e·9687ce5309c·a2774c77b45·29fa6b669d0·40bc7e832ec·c624f9c7›',
      '‹eyJ·hIjoiencYFJ·EeAgYzQJjOI·fPkzSrAsQtA·9dtVK4wAAb3·XZxPmzUzn8a·B5kBh0fzK4x·DXkiadJjPZ6·zfKN7xVGkjw·skHk7egyFWZ·Y9Zmti18c6E·udM7Oyf5TNS·05kOY2oNzN2·m1ElKncz8Hk·ywhjpU05mc4·J1WRcQ1uhyM›',
    ],
    ignores: ['cfat_short', 'CLO·UDFLARE_ZON·E=acme.exam·ple'],
  },
  {
    detector: 'digitalocean-token',
    finds: [
      '‹dop·_v1_d7a4658·140ce18958f·55b4365a4c6·0e3923de1f6·a0e83777368·7371486e2c6·97›',
      '‹doo·_v1_431d7a2·55b280f9c08·7efca2b8d17·9e49fb8df92·6ca5e172db6·f6565e34e99·c8›',
    ],
    ignores: ['dop·_v1_5884da4·2c0197d63e9·a8', 'digitalocean: droplet'],
  },
  {
    detector: 'heroku-key',
    finds: [
      '‹HRK·U-9c539afe-·13bb-436f-b·9bd-fadaa18·e3c35›',
      'HER·OKU_API_KEY·=‹5f2·1eea3-f2a3-·b632-64c1-a·b20d0fdb6d0›',
    ],
    ignores: ['HRKU-app', 'heroku: acme-staging'],
  },
  {
    detector: 'fly-token',
    finds: [
      'FLY·_API_TOKEN=‹fo1·_vQJekKFPe2·QoAwQ3uSuYZ·xYSZeVQunoT·MkI4QlHt2JC›',
      '‹fm2·_XLNlHaGlIw·QPWhhTKYLQv·+5ukSdtyz3B·s/ikdGsZt0j·XDYlGHJqMRL·nhodt0SjM8x·xaGAfwy3MmU·Y3WpJkrWsPw·UGKBVG8CfLT·6IFDsM7NYIc·+nN8JUmxiPp›',
    ],
    ignores: ['fo1·_xxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx', 'fm2·_no9KGIdDGE·DsGPqvnBIe'],
  },
  {
    detector: 'ibm-cloud-key',
    finds: [
      'ibm·_cloud_api_·key: ‹JMh·pqkZGBZPH_b·cu0d_Pgsmi0·bqm4U6K8vqu·jTSA-I_2›',
      'sof·tlayer_api_·key = "‹9c3·82334348ce5·a6fb65dbb51·c1a4d020b36·8c40ad8682e·89b656c4d14·05b2d4›"',
      '--s·oftlayer-ap·i-key ‹11b·d3a1d2411b3·7db31b5f0df·d492824f37e·57cf8b1b608·d32d47b9e37·fb22da›',
      'cos·_secret_acc·ess_key = "‹be5·2108628bb37·ca826281cad·dc5290c5909·3519362b6e0·9›"',
    ],
    ignores: ['ibm·_cloud_api_·key: "%s"', 'sl_key: short'],
  },
  {
    detector: 'yandex-token',
    finds: [
      '‹AQV·NfjqfJrxtOR·hv5bwhG44So·5vlzapu42Ic·KXut›',
      'yandex_secret = ‹YCf·u7JxCjO6wsN·E3tRq9Njk1J·GDVP9sR0rAJ·iNWs›',
      '‹t1.·c7dIPbIQzSk·YZiZ1D9AE.6·UGhEM1TQp2T·WE7PukGlsbu·itcF5hx3jpA·meP1jMRnvkH·M7zoq7CIeDj·AzsYuazao6f·VhLiYLTUpe3·gkWKFvFl›',
    ],
    ignores: ['AQV·NbO2BBeHkiw', 'yandex: maps'],
  },
  {
    detector: 'platform-token',
    finds: [
      '‹vcp·_oDrFoInRXD·gfQbB2Z8Xt7·Liq41wjk115·zVc3P2NuUUY·A0oLWIoVlTy·lb›',
      '‹nfp·_IZOphCwpWS·OYdV7zEDAOJ·Sxl0PE6DR7g·fiE5›',
      '‹tk-·us-yRNBCfwy·tIOCwR1F45r·AfB8E6xg3RK·vFfBjejSTLb·pwd377O›',
      '‹sbp·_175347bad0·162a1070d14·765071278b8·951fec9c›',
      '‹ddp·_aE40o1C6xc·4sohdmM0Lm7·exG3lCMqXXQ·8agO›',
      '‹vtw·n_MTNwncxvj·cnqcMUP6n0a·0uARxlNt›',
    ],
    ignores: ['vcp_abc', 'netlify: deploy', 'nfp_short'],
  },
  {
    detector: 'database-platform-token',
    finds: [
      '‹psc·ale_pw_fejy·m37Y2xhWn3l·p9XVlXp7Mbl·eNDd4XMryZP·qrwU9c›',
      '‹4b1·d9aVZV2joGp·xvFq4xnLjj9·44F0c4TAUhU·8HPq49›',
      '‹AVN·S_DJ2OXtPAt·LpByQxCGCl›',
      '‹CCD·B1_baNFDpCW·NX0D1lZEzge·iwB_xfZCGGQ·ccOif7UuXUG·fdWG5yP8Yib·2eNUS0hmi4F›',
      '‹Ast·raCS:QwErVb·NmKpLoIuYtR·eWqZxCv:957·2b85a8e48f6·87ab165c58a·c5831be38cb·8cb4ba2e751·989a01749dd·b14f71›',
      '‹nap·i_bdawtg7w8·o0tinx4kiap·j2gejrzqad9·w275pkacd8b·zlpkdga9mj0·m760l6tetd4›',
      '‹xau·_TIay2BV6Df·VPClogqoPch·v5V7S82qTdr·OJRBRY6H›',
      '‹fnA·EqsP795nf4G·akq5p1Vm8kV·6um4yvMpy62·O6SQ›',
    ],
    ignores: ['psc·ale_pw_shor·t', '4b1·dXXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXX'],
  },
  {
    detector: 'openshift-token',
    finds: ['oc login --token=‹sha·256~YT9VraI·rmLVHsYIVqZ·4ntd0dVCiUQ·hkJLHE5m5n5·NSF›'],
    ignores: ['sha256~short', 'sha·256:909f355·6af29f298b2·1c7b6beff16·552c52f86a8·00ca5473293·401470eea61·86'],
  },
  {
    detector: 'gcp-storage-key',
    finds: ['‹GOO·G1ESO8FM3JL·1VZHCWHN77E·S5WB5FM5RT8·FMI4ROTCGAW·MJTDLVW24PV·XLHTE›'],
    ignores: ['GOOGLE_APPLICATION_CREDENTIALS'],
  },
  {
    detector: 'regional-cloud-key',
    finds: [
      '‹AKI·DUJDgVJhYkM·zDcccGLgAPS·iAK1wexUQUk›',
      '‹ALT·AKxkQ8fva1P·31Etjqgg4ph·j›',
      '‹AKL·TFrIIhuDpkK·IcGqx8mszJn·i6pU3IGp4ga·g8dFYYSKnSV›',
      '‹JDC·_OFKJQB1Z7H·SHFNOP6DPEV·GCNLTVF›',
      '‹SCW·3LAU00CFPJ6·KJWINM›',
      '‹EXO·7a20f1fa226·1bd2b5ff489·1e›',
      '‹uca·t_K1Y6T8HEQ·OPM39P5DZZV·YZFOV1›',
      '‹STS·.NYtatFMb8h·4ZEAAMtDjvI·nfwz›',
    ],
    ignores: ['SCW_ACCESS_KEY', 'EXODUS'],
  },
];
