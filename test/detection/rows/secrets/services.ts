import type { Rows } from '../row';

export const servicesRows: readonly Rows[] = [
  {
    detector: 'notion-token',
    finds: [
      '‹ntn·_0907062722·0bPkQqHJnOE·C4AixhrmDPa·aOziEjNNvzL·lTt›',
      'NOTION=‹sec·ret_YeA31GT·t47tAzbWfje·caAa157pe11·6U2flO2mbxJ·Ay9›',
    ],
    ignores: ['ntn·_1234567890·12345678901·234567890', 'secret_name'],
  },
  {
    detector: 'linear-key',
    finds: ['‹lin·_api_gUhuVJ·ctOYG36eX0d·O7T6G63ZDlg·aTx9H7D7M0W·j›'],
    ignores: ['lin_api_key', 'linear: gradient'],
  },
  {
    detector: 'airtable-token',
    finds: [
      '‹pat·ViDq0l90YDu·8q5.ba04004·0c072b9017f·3ddc6963a0c·51d27f9f9a4·4587066dc2f·c920a16eaae·a4›',
      'AIR·TABLE_API_K·EY=‹key·uYGNxQsVlur·UR6›',
    ],
    ignores: ['pat·tern.af1459·d1d0db0b4dd·72a2892cebc·c6b34ca3ea5·fb53b7725eb·c5c9d8507d7·b35', 'airtable: base'],
  },
  {
    detector: 'asana-credential',
    finds: [
      'ASA·NA_CLIENT_S·ECRET=‹16c·i7smbyx8do2·erkmeciapwj·uvjohup›',
      'asana_id = ‹292·63760629013·79›',
      '‹1/0·54955256745·4857:045b8a·35f90f01d19·6b55c4f5f6e·5454›',
    ],
    ignores: ['asana: task', '1/2', 'Asana user id: 8947bd8becf·142c3c3e76d·976dc2d54f'],
  },
  {
    detector: 'figma-token',
    finds: ['‹fig·d_NZlJOKUWV·jqk8qk46up9·bzJwVnhMvq1·wDhqPdbdgqo·B›'],
    ignores: ['figd_abc', 'config_d'],
  },
  {
    detector: 'dropbox-token',
    finds: [
      '‹8PZ·822ggwS1AAA·AAAAAAAqGYL·OpIhdjJLbgb·fcKxofQNb6c·IlfHJwfxtDE·kK4dEl›',
      '‹sl.·wct51Oj4jCB·b4BwAebqcX5·VIAcf4oeAxK·dBFcD5LIGJZ·opsU6YirkEZ·Ozs3n1aynFZ·iuC0qro9wsr·ojpyIitkPAo·b6ZSqFVdJDA·n6ifuBea4qN·9m9HZqOTEtN·BuFMy0mUc1l·BLQ›',
      'dro·pbox_secret = ‹w70·2zdkag6dwqq·j›',
    ],
    ignores: ['sl.short', 'dropbox: folder'],
  },
  {
    detector: 'postman-key',
    finds: ['‹PMA·K-4ec7094f5·534d3bc1847·ef0d-08893c·d65b69a84e4·915aa6116fb·e6bc21›'],
    ignores: ['PMAK-key', 'PMA·K-02a6167e3·5'],
  },
  {
    detector: 'facebook-token',
    finds: [
      '‹EAA·MNP6yX9RwUK·1Wh5ctDEve5·TAQGFPn1lEL·DqCgaCKzRpF·KXvdRukiqPE·IUvWBySCvuE·TFGun5s5aHT·LZi01M6Uj3p·FEXK9awIwdY·bibi68KLhT9·e›',
      '‹761·25999357369·89|q3f·mgRMV5mcbpC·73eTNOE8WQs·wj›',
      'FAC·EBOOK_APP_S·ECRET: ‹707·1606ceca58a·5740e4ae260·5ecf2d4›',
    ],
    ignores: [
      'eaa·ae4285b9b9f·e4f8cd351bb·26a49fdd3d3·7e7803ec392·343098660b7·15b1b2d3a4f·f837fc00e3d·a4659c579ae·124d01b4fdc·a253d9ee1a7·c',
      'facebook: page',
    ],
  },
  {
    detector: 'twitter-token',
    finds: [
      '‹AAA·AAAAAAAAAAA·AAAAAAAMudP·u0sx74bPm5n·uhF8hbFwfj%3Dk·KwOwQSLxhl8·znhesgWyfrG·N15mosSp2Am·mmtkxE3YCDE›',
      'TWI·TTER_API_KE·Y=‹kro·Xv7OpyHaxOX·TB2nfPsvCBe›',
      'twi·tter_secret·: "‹Pbl·vI2wvFb8eYv·YYEpVPTS47o·gMyUnikCRZD·hEKiBD2MktK·wlH›"',
    ],
    ignores: [
      'twitter: @acme',
      'AAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AA',
    ],
  },
  {
    detector: 'linkedin-credential',
    finds: ['LIN·KEDIN_CLIEN·T_SECRET=‹NwD·0qvEaulFE0I·EK›', 'linkedin_id: ‹5hw·tkim11wlic8›'],
    ignores: ['linkedin: /in/jane', 'linkedin: you·rclientsecr·et'],
  },
  {
    detector: 'social-media-token',
    finds: [
      'TWITCH_TOKEN=‹hcj·ouv5xpy68t0·zso88yfyzs5·xwg3h›',
      'etsy_key: ‹l7e·ony9rkemduu·ox1luulukh›',
      'spo·tify_secret = "‹071·b2b1fa27d19·3b64bc2c31b·26b7793›"',
      '‹pin·a_WUAV4VOBP·3CJJRYRE6QW·7IC9GM1GXSP·JETVX6PW9ZV·DVU46XPPWJI·NA3Z2ZTKEJT·TQ9VEMFLTW3·W1E5U›',
      '‹OC|·24480243030·67394|36714·122a40680a0·6aa0fca51d1·2afc8›',
      '‹lip·_8D3ab7uKPu·dANTU1vkfb›',
      '‹tss·_jnjHX1fw0x·BwIRL3JjQMK·voVNq0TEWcX·PtPX›',
      '_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone-to-log-in-as-you.|_‹E8B·8480F3B47C2·0431658B455·0B7EF6BCE6A·0302CB17CDC·70808D77B6A·D89F65F8499·2A0F75AE616·B1E5D490340·494B35EC2DA·CA1760147D3·01A233F4D05·743BF2B6728·50882161DB8·0A1E9AD8CDA·DC4CCD4078C·763211CAEAE·0FFAC7CB2C8·A2788FBF742·B65B754E51A·CBD3D48C3BB·9E28C9E3EF5·404BF7BAC80·6081598A878·E2F264D9B1E·CB19DD8B7C4·6B26A22ECCD·F03EEDDF52E·CF4076C19AC·E327203F2›',
      'spotify_cli·ent_secret: ‹5a1031b9496·f263f645c8e·3146761789›',
    ],
    ignores: [
      'SetSysctl = "64f·62dxatf8qyk·qn8qzjqtqr"',
      'twitch: live',
      'Spotify playlist: 5a1031b9496·f263f645c8e·3146761789',
      'Fingerprint in Flickr: 5a1031b9496·f263f645c8e·3146761789',
    ],
  },
  {
    detector: 'salesforce-credential',
    finds: [
      '‹00D·PtjKJF1pZtJ·K!2aDG4Xqmy·bJiqewYRcwX·P128KJh3q01·6xmgUXziB3B·Lab77Xofh2W·mK0uDFVFFwN·YaVUywS2mcb·u7Fbh0qA90G·0r5OGaVLQw›',
      'consumer: ‹3MV·GM40EBx5FVd·wqZ2ThcNfcY·wk7MqasnaPD·KHk9pa2mRiQ·ytF6qbNewP4·yPbp9pdKYqS·A44QmiP4jew·9uqI2›',
    ],
    ignores: ['00D·2wZjYdZSkXF·X', '3MVG'],
  },
  {
    detector: 'maps-token',
    finds: [
      '‹pk.·eyJeXZN_NWp·KI_5Ap5Ks4f·ZvreXvI6TLb·H2VHiNvxjZl·lz7GcCIjEOM·mk2b3zV0.rm·qbvTBsNlGQp·5LLv3CfXN›',
      '‹fsq·32WnKDd0RmT·vE3dJSVA1Li·A0d3OjuvmHa·lIrHqfuyqQ2·=›',
    ],
    ignores: ['pk.short', 'mapbox: style'],
  },
  {
    detector: 'content-service-key',
    finds: [
      '‹CFP·AT-vfWLPwBk·fklGweBcB3P·XBcbaaiv2WC·hYYz24eF5it·L5›',
      '‹tfp·_DUqTobukI6·j208RukWROA·t1BxUGGf7al·lKIPFLVolvE·FhAxzqzyj1K·nqoEa›',
      '‹rdm·e_6kj1thyt7·s675qbfc0cv·zo9wk4n5i99·jcjt5ls8kvi·wmeizrhi57z·k9pmvl3labc·1ske6o›',
      'ALGOLIA_KEY=‹fac·bfa6ccd2f3d·c83530d789e·bcba4f1›',
      'clo·udinary://8·77206433683·903:‹Wgg·Gmzbj6tYmBo·WptqWEzZRZT·3I›@acme',
      '‹gb_·api_qTFoJDo·IKShVG6LKf2·AReZCi3GJGT·1W8hO9UGgD1›',
      '‹tgp·at_zkm6fixd·zpdxcan5thi·3fmhwkxvaqh·pxw7cwgwuhc·pqwm4b4hb7h›',
      '‹pri·vate_eZqljJ·7s3RQy1jL4q·ISWZr8Cabv=›',
      '‹cnv·cajFGE3cZ1c·elN0PRMz1E9·kS2Czo39NHe·xvHnt5iLNcn·k0xUDvKDy›',
    ],
    ignores: ['CFPAT-token', 'rdm·e_XXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXX'],
  },
  {
    detector: 'data-service-key',
    finds: [
      '‹OeU·AQM_pDW7RUx·3NCtL4aNI90·qwlyCMBg8hQ·_mmk›',
      'RAPIDAPI_KEY: ‹kID·lLkxREOdZLi·2zSi9a2xVIv·KNy9awtmFVl·BLLq9vvnZ94·Ele›',
      '‹sm_·pat_34wiSA1·CvnoSjIRd›',
      'confluent_key = "‹ACB·PVZIMZ7B6TJ·D3›"',
      '‹9hk·uCDKxskJeca·DWFfVTvV==:·KqgPF9BFmYI·uaw6fPsON7U·PSqPpfiVbb›',
      '‹mb_·Xz1jsxl9OH2·57RkgYU1tVN·uylP0wuoxiJ·6x11qpdcgK=›',
      '‹db-·ZO60Tz5d8nF·BFUktMLOfjS·okiCOzf›',
      '‹dbt·u_c2CEmnUxa·c1N21YGBjse·QdGTA4veCaQ·90l5Ukysa›',
      '‹na1·.CZKRwKmEfI·uHDBI6O3jz9·MNfZZdURvMQ·tKKA8xEQPit·3vH4Ob2moRV·CSfjQLxJL8A·xHpKCzqhol9·4mJVho31qPg·mHQ›',
    ],
    ignores: ['sm_pat_short', 'looker: dashboard'],
  },
  {
    detector: 'adobe-credential',
    finds: ['‹p8e·-an1zpenm5e·ammqsszh78i·dz3lytp3027›', 'ado·be_client_i·d: ‹831·9646af2ec3d·438ac2c818c·3c4f592›'],
    ignores: ['p8e-short', 'adobe: photoshop'],
  },
  {
    detector: 'identity-service-key',
    finds: [
      '‹sc_·i10yld10z9f·l.bqzdb.acc·_jz2s4q9jza·isto3n.a7Jz·RGoMuMFY5p9·s64w16KUbHp·VNdOJIGkfZa·snUPm2EHfw2·EevjIcMungu·i›',
      'AUT·H0_CLIENT_S·ECRET=‹sev·xhc1bfrpaxC·wz6yNKSHJyr·3n4sHSBRgxs·5W2nUHln8UT·xE7etjo55rX·TSFofj›',
      '‹s-s·4t2ud-bd9c9·71cbf57dc39·f21b3b9461b·6e5a51ef40c·d0e84388aaa·b1a0a5560ab·65f0›',
      '‹sec·ret-live-TL·jx7ZvmD6TJQ·dUuaIeA8K0u·croYCsmTnZL·N›',
      '‹per·mit_key_Dz7·UCn4ndlB2Oh·di34e0MFla7·UJVZkFoRURV·sZnI1kjX6Tn·HgDgmYf8dAo·Q1qT5CRBj3d·7Sick1CsWo3›',
      '‹unk·ey_LZuTJUjt·6quJ1nj8ZQo·zcuyj›',
      'AUTH0_CLIEN·T_SECRET=‹q7Vw_3kZr9X·b-LmT2yHcN8·sDfJ4gPxA6u·EoRtYiKzBvC·1WnQ5hMlGjS·dF0aUeIp7›',
    ],
    ignores: [
      'sc_short',
      'ext_module',
      'Auth0 client id: q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE',
      'auth0_dashboard: q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE',
      'Auth0 public key: 3415312dba3·378721aba3f·3e57f39cb77·c7cf73d897d·5661a86caed·3671c995f',
    ],
  },
  {
    detector: 'iot-service-key',
    finds: [
      'http://blynk-cloud.com/‹4ae·3851817194e·2596cf1b710·3603ef8›/update/D8',
      'char auth[] = "‹4ae·3851817194e·2596cf1b710·3603ef8›";',
      'https://demo.thingsboard.io/api/v1/‹A1k·9TzTqKEN9kL·q2xAbw›/telemetry',
      '‹aio·_btl5aLAjqE·xbLokJvlIzv·ggUg8KS›',
      'ADAFRUIT_KEY = "‹7a6·f88e2a6ca2a·4616cfd2dad·64d82d2›"',
      '‹sam·sara_api_tJ·zG4ARdttp3y·ZB2IqtmidnI·Px7DQF›',
    ],
    ignores: ['/api/v1/devices/telemetry', 'aio_pika', 'adafruit: feather'],
  },
  {
    detector: 'sidekiq-credential',
    finds: [
      'BUN·DLE_ENTERPR·ISE__CONTRI·BSYS__COM=‹7f9·92986:5b608·8bd›',
      'https://‹a84·4969c:6c590·537›@gem·s.contribsy·s.com/',
    ],
    ignores: ['htt·ps://gems.c·ontribsys.c·om/', 'BUN·DLE_GEMS__C·ONTRIBSYS__·COM='],
  },
  {
    detector: 'work-management-token',
    finds: [
      '‹ATT·A90fef33ef2·c3ff57de136·28bef7a127f·6c31d175a63·2f8ee42ea36·8b23ff8500F·17F4B4C›',
      '‹pk_·50523097_F2·NCS2IMTUMEZ·BKAX4OE4X65·NNM4MT3R›',
      '‹100·0.7a1d5ad0b·57048efc487·38d444a157d·5.2ed8748d3·1d3092954d2·c93e7fb6d28·c›',
    ],
    ignores: ['pk_12345_ABC', '1000.50'],
  },
  {
    detector: 'captcha-key',
    finds: [
      '‹6Le·HIvUdAAAAAb·oUboGsnOTSD·Nm5lntQ5qik·doDX›',
      '‹ES_·a9ca91a291a·7457e06a3bf·9232cdf287›',
      '‹0x4·AAAAAAACu2E·8TAXTxICX7U·7uNdgXDfO7r›',
    ],
    ignores: ['6Le', '0x4AAAA0000'],
  },
];
