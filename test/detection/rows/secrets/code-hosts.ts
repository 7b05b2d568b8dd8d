import type { Rows } from '../row';

export const codeHostsRows: readonly Rows[] = [
  {
    detector: 'github-token',
    finds: [
      'GITHUB_TOKEN=‹ghp·_SKUpqn3ESv·jexLB168YLG·R2vwPV5Lt4c·tRHO›',
      '‹gho·_MJ9wwMIQ4X·unY5Rv0pngi·K22Vb87mHqm·kKee›',
      '‹git·hub_pat_Emu·FruLr2N2Fiq·qKkAltR5_rX·dvvHdfCGKXv·MWoqGlccTUD·84F2RyFzYWg·RtBFUBLqLgb·Hnf9kbBLc0i·Nd›',
      'github_token: ‹706·c050d2d84c7·949baec77d0·1e4dd32e112·7224›',
      '‹ghs·_12345_eyJh·bGciOiJSUzI·1NiJ9.eyJpc·3MiOiIxMjM0·NSJ9.XWDRmU·iF_5y9-_n4n·t9Ej9BAcROg·kl2Yrz8OokR·u68K›',
    ],
    ignores: [
      'ghp·_yTp34FZkFX·N7dSF7',
      'ghp·_xxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxx',
      'github commit: 283·03a395f1856·5632113014e·e8a8e54e4df·e162',
    ],
  },
  {
    detector: 'gitlab-token',
    finds: [
      '‹glp·at-6SMoFqJZ·ye2Z035Lmn5·t›',
      '‹gld·t-HfOgOKdl3·jxNuklpd7ou›',
      '‹glc·bt-64_VQHEJ·8ZHfStowPT9·Ybz6›',
      '‹glp·tt-475767f8·f52b07a94ac·5b226a9c4d3·e577e84aa6›',
      '‹gla·gent-6CKUG9·n4BqvMhE1my·v1k8jZ5eEQY·R9B6Tdaox0z·S0NibUS97i6›',
      '‹GR1·348941C0gal·Kf2eJonliEw·tmqo›',
      '_gi·tlab_sessio·n=‹d03·993354313ae·f7f82cb63d8·cca13bd›',
      '‹glr·t-t1_EZvAML·QuPodXFYVml·kjjNcWDe35v·gk.kshv3ehw·2›',
      '‹glpat-4sXuP·mIMdX8frrxM·ooV2XiiG5TZ·.01.0w1de2k·02›',
    ],
    ignores: ['glp·at-q3E9LavR·6q', 'glp·at-XXXXXXXX·XXXXXXXXXXX·X', 'gli·mt-my-token·s_are-corre·ctAB38_280'],
  },
  {
    detector: 'npm-token',
    finds: ['//r·egistry.npm·js.org/:_au·thToken=‹npm·_754bDrSeDu·bUG9r4Csaax·C68qN0LpO0Q·603B›'],
    ignores: ['npm·_config_reg·istry', 'npm·_xxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxx'],
  },
  {
    detector: 'pypi-token',
    finds: [
      'password = ‹pyp·i-AgEIcHlwa·S5vcmcFkIJu·PDLxIHGJXvu·K2J8ueAu2e0·FFovEo9AthV·2MPt5PA59ae·jGHdLUgNKGH·frLQCG2txDz·rlU9ZpYWd›',
      '‹pyp·i-AgENdGVzd·C5weXBpLm9y·ZwFQV10v30b·xN4tDdswdmk·zKeY4z685UZ·UN9piBLSmRS·dn1mTqje61D·vfcUkYFoEw9·sUoRnI6oLHk·3NdWq›',
    ],
    ignores: ['pyp·i-AgEIcHlwa·S5vcmc', 'pypi-server'],
  },
  {
    detector: 'rubygems-token',
    finds: ['GEM·_HOST_API_K·EY=‹rub·ygems_3d2cc·1221ffa7ba5·bc9fa5f5b7d·6dfab2bf548·f45c184470›'],
    ignores: ['rub·ygems_88f31·985c0394933·3952', 'rub·ygems_mfa_r·equired'],
  },
  {
    detector: 'nuget-api-key',
    finds: ['nuget push -k ‹oy2·x77q5273div·9yvc4704pta·bbcscio9pqy·vsgx5fu1bt›'],
    ignores: ['oy2·7633ibaiuu0·eo2duorbk', 'toy·22n7ybclb14·r9wtehy4jx5·8hj4ndrw6tu·7ugczdvdk1s'],
  },
  {
    detector: 'crates-io-token',
    finds: ['cargo login ‹cio·G7kqf3Vf8WH·mCxl3Tr8s9F·zFTxSRDez1›'],
    ignores: ['ciocolata', 'cio·8V9KLbAS3wX·YVxSx5y6f'],
  },
  {
    detector: 'clojars-token',
    finds: ['‹CLO·JARS_4eae66·10d9476053c·a8e70c4ad18·7c2e0c9d49c·45ec2854c09·2fe35ce07e›'],
    ignores: ['CLOJARS_TOKEN', 'CLO·JARS_c5b561·fe86839598e·6c25cbed2cb·05'],
  },
  {
    detector: 'docker-token',
    finds: [
      'docker login -u team -p ‹dck·r_pat_vXV23·p1WVKVxLpyp·xiS0ohsfq8s›',
      '‹dck·r_oat_KCsQ3·u0Vza4b9lix·kUHqUMJAJp3·jWwpX›',
      'docker swarm join --token ‹SWM·TKN-1-l1y0q·um3tfr21ip1·ygmmju1scjt·0aqr1rvd6v6·8b1bwk8pnbq·t-o6tg8m958·ovyagul851h·qi107›',
    ],
    ignores: ['dck·r_pat_short', 'SWM·TKN-1-token'],
  },
  {
    detector: 'ci-token',
    finds: [
      'Jenkins-Crumb: ‹3f1·c5d7e9b0a2c·4e6f8091a3b·5c7d9e1f2a4·b6c80a1b2c3·d4e5f607182·930415›',
      '‹CCI·PAT_0PtEkP0·48MsQaRjhuz·01gX_cac13b·57b9b37ecb4·cca4c94a97a·8d4429e30ae·c›',
      'CIR·CLECI_TOKEN·: "‹9b7·645976d3aaf·b9e9699b450·e1e14951bd4·64b9›"',
      'travis_token = ‹4nf·imiah5fpt1h·o3yfi8fk›',
      'JEN·KINS_API_TO·KEN=‹e35·4501c6ac17a·9b998dda9ae·87b0e05bb›',
      'Please use the following password to proceed to installation:\n\n‹e77·430946df076·57bdd2c14f1·fc2b0d5›',
      '‹cr-·9041dff02ce·e737443e210·471948d3329·6c87009e8a7·f770d9106fd·287›',
      '‹mka·_QB7xoFcSvT·AxRzmaZsV2G·enFmtX0moDo·qW4sg8NFNl5›',
      '‹ion·_oFA6Qd8Mj7·zdnbMjAdTdl·zC5T4uUhf7k·vmlP7HVDct›',
      '‹chp·t_yxv2kgafr·fw0h9n›',
      '‹ls-·ywX0t0ZB-fd·TE-mxI6-Cmu·x-V5EbOApZO·Xzc›',
      '‹dep·ot_org_c1e2·1862ab8a18a·8902073fec8·df4f50947aa·eb26c57d21f·a5d328263df·e574d›',
      '‹isa·t_DN5RpVI2X·QWhX1ssrKrx·qVqmCplppjs·46LmuezqpGH·oPZgPDcg›',
    ],
    ignores: ['circleci: enabled', 'travis: passing', 'CCIPAT_token'],
  },
  {
    detector: 'jetbrains-token',
    finds: [
      '‹per·m:YWRtaW4=.·UGlwZWxpbmV·z.2DNcsvfrl·S4CAQIZphnR·Ocy05lyrv9›',
      '‹eyJ·0eXAiOiAiVE·NWMiJ9.jxko·w40N459ztFu·94GYMm219kz·Haa2lg8pDK.·ZQqVwRgJV3W·GQyi7W5qQAe·GNvCr9sxtQT·ORy8HZRd6PF·FxSb›',
    ],
    ignores: ['perm: read.write.execute'],
  },
  {
    detector: 'package-registry-token',
    finds: [
      '‹pac·kagist_ort_·13ce94e1af4·08461c58790·dd2cfb8a5f1·b461595919c·b589f6aec38·bcacf836ed5·a1›',
      '‹ovs·xp_48fd28cb·-c938-e019-·bb87-23d395·53ccac›',
      '‹jsr·t_zFZvw3lT3·jIVHAQ75sin·vRe7AeGa2KQ·pKBznKUrY›',
    ],
    ignores: ['packagist_mirror'],
  },
  {
    detector: 'developer-tool-token',
    finds: [
      '‹wak·a_4477391c-·94c8-2867-9·3b2-b023a60·e4e81›',
      '‹rca·_e11e3f79aa·766907508db·2823ccd71ba·82f4dee6a63·c59620e6686·9002b6d08b›',
      '‹api·-kuwtgclw0b·3gvgjx45fvu·4ig7q6y›',
    ],
    ignores: ['api-gateway', 'waka_time', 'api-dokumentationfuerentwickle'],
  },
];
