import type { Rows } from '../row';

export const atlassianRows: readonly Rows[] = [
  {
    detector: 'atlassian-api-token',
    finds: [
      'token: ‹ATA·TT3xFfGF0Lk·9sPq2Vx7Wm4·Rt8Zy1Bc5Nd·3Hj6Kf0Gs2Q·e9Ua7Io4Pl8·Mn5Bv1Cx3Zy·6Tr0Ew2Sd4F·g8Hj7Kl9Qw1·Er3Ty5Ui7Op·2As4Df6Gh8J·k0Lz1Xc3Vb5·Nm7Qa9Ws2Ed·4Rf6Tg8Yh0U·j1Ik3Ol5Pz7·Xs9Cd2Vf4Bg·6Nh8Mj0=943·E520D›',
      'JIR·A_API_TOKEN = "‹pu8·jx8hesmqmjf·hhjkege5d0›"',
    ],
    ignores: [
      'ATA·TT3xNtnRUFU·mCtAZTT5eNR·8N',
      'The Jira token is 24 characters long.',
      'jira = "you·r-jira-api-·token-here"',
    ],
  },
  {
    detector: 'atlassian-data-center-token',
    finds: [
      'con·fluence_tok·en: ‹NjU·0MzIxMDk4Nz·Y1Oc6mQSKio·XDd7+tNUKDI·lCVN6xYA›',
      'JIRA_PAT="‹MTI·zOTg3NDU2NT·QzOfNzJ6zGm·PyWi92Yw4YM·KEmsXQ8b›"',
      'The Jira PAT is ‹MjgyNjYxMTE·0NTgwOoWKBu·N7chAdM8zaD·UDHh6q1rmCz›.',
    ],
    ignores: [
      'token: Neo·lrjQSx+dJus·49OFN2G1w15·5DeV8kNQ+T4·J+nYPYPq',
      'jira token: MjA·yNC0wMS0xNV·Q',
      'MjgyNjYxMTE·xyTgwOoWKBu·N7chAdM8zaD·UDHh6q1rmCz',
    ],
  },
  {
    detector: 'bitbucket-token',
    finds: [
      '‹ATB·BPZ7YtrZ0Sv·eGdxngN2ope·JL500EF9B73›',
      '"bitbucket": "‹BBD·C-MzQ2Njc4N·jkyMDgwOs2H·FxJL0viOuYi·/ldtAbdWM›"',
      'BIT·BUCKET_CLIE·NT_ID=‹c7b·xwyluwgxns2·l2qcgo36107·htyww71›',
    ],
    ignores: ['ATB·BtXjd5IfBkN·oZ', 'bitbucket: my-·team/my-rep·ository'],
  },
  {
    detector: 'page-classification-api-key',
    finds: ['Aut·horization: Bearer ‹pcl·sk_thq8qpkc·xf5x6yxe_MU·zFFq5HIl2Bv·zsIC64cZgd9·26MTKW5YWqg·9h1HTaoTqAW·aO6›'],
    ignores: ['pcl·sk_qspn0782·yvffeq23', 'pclsk_<id>_<secret>'],
  },
];
