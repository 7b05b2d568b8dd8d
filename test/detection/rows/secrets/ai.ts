import type { Rows } from '../row';

export const aiRows: readonly Rows[] = [
  {
    detector: 'openai-key',
    finds: [
      '‹sk-·9Z2vsXcFiWT·p1YxmbrKpT3·BlbkFJ0vR6W·9foXDiw9sRH·udTX›',
      'OPE·NAI_API_KEY·=‹sk-·proj-skcHtE·7L11thVEhrv·8znazkBJEYM·3p4lQb3wNRR·PcxwHsNTIWv·b5qgIt3ys9g·Uh817xLKZ08·8CT3BlbkFJs·Jmq05gAJxVu·RNDE362y9uQ·fueLlhSHIVG·TU6aaKv3XiK·7JQ0QxaHfcD·DHlNe6p7eIR·ybFLDH5›',
    ],
    ignores: ['sk-·yTxsR06S0DH·O88a2pZLa7r·TxOJ0wlbEPx·fJ706jUxqMr·4lX7', 'sk-·your-openai·-key'],
  },
  {
    detector: 'anthropic-key',
    finds: [
      '‹sk-·ant-api03-Y·8hLEa6m7hTx·kQgVHMGX3yh·z6YRRLnpT7w·Htrx8S1zZYn·yYlr6SIOGgd·UnLetLwbZsq·tvuU1I5oAIp·pbIxS2mnC1Z·fMZEAA›',
    ],
    ignores: [
      'sk-·ant-api03-r·6VqsIckOxxc·tm8YGpELjGr·xoTOg2k',
      'sk-·ant-api03-2·NDDj82WhRf9·DhWO0qHhl6l·7KkQGKvtQuA·YQgjtCniVfQ·Iq48tWWj6BE·dvFhIpY5HRi·bNbdATli7tz·TSQabVovefH·QEUuBB',
    ],
  },
  {
    detector: 'huggingface-token',
    finds: ['HF_TOKEN=‹hf_·xlVygPGZCiR·YFQvjQfnbZN·ODlctaQDmAQ·B›'],
    ignores: ['hf_·hub_downloa·d', 'hf_·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·x'],
  },
  {
    detector: 'groq-key',
    finds: ['‹gsk·_1yLrO9pJYz·mcPHsLHAZGx·FPy1lUXSD4I·q8rxHYAyKUT·K0IoaozQc›'],
    ignores: ['gsk_abc', 'xgs·k_RkiXnFxSJ·4xd6URWF8Oa·F4aQ9F5YMXA·nTaxhGnZJz5·Manikhk4dl'],
  },
  {
    detector: 'cohere-key',
    finds: ['COH·ERE_API_KEY·=‹wYf·gOShDjJDMT2·7Vx3oWD6SWw·9W3Buq08AbC·jzOI›'],
    ignores: ['CO_·API_KEY=xxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxx', 'cohere: embed'],
  },
  {
    detector: 'perplexity-key',
    finds: ['‹ppl·x-yWHKVdLM6·0y7tjrzBMZU·WCdsTQXMiXb·DI7S7ilr8sH·2PIurm›'],
    ignores: ['ppl·x-xxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxx', 'pplx-api'],
  },
  {
    detector: 'ai-service-key',
    finds: [
      '‹r8_·CEbIIpvOKrW·tWfSEmMnrwJ·69xnj2beYxU·FIFP›',
      '‹tgp·_v1_NtxZhjZ·f8KIsWlAe4A·zJLzOh5EHNe·yEaVvTqj0Ib·3Jm›',
      '‹llx·-LRw8EsPdAr·HwzORgzMqCu·X8iCiaQ4O97·MLqoFm0IVFC·S0HTE›',
      '‹sk-·or-v1-fe72d·83099ab7abc·064ef45b35a·5f525c9fa9c·8756afd1098·dfdc63c5e07·dd79›',
      '‹nva·pi-j5nTDPrG·vnTIR0wEeqx·gb7FfOyrf5K·oIPPnnJQ2Gi·mU091bEc7ip·ogWp6D2oP36·9›',
      'WAN·DB_API_KEY=‹f3f·00cffce5df3·a396ee77b28·611d81400b7·8ccf›',
    ],
    ignores: ['r8_short', 'stability: stable', 'mistral: 7b'],
  },
];
