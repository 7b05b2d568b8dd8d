import type { Rows } from '../row';

export const aiRows: readonly Rows[] = [
  {
    detector: 'openai-key',
    finds: [
      '‹sk-·cxwHsNTIWvb·5qgIt3ys9T3·BlbkFJgUh81·7xLKZ088CsJ·mq05›',
      'OPE·NAI_API_KEY·=‹sk-·proj-gAJxVu·RNDE362y9uQ·fueLlhSHIVG·TU6aaKv3XiK·7JQ0QxaHfcD·DHlNe6p7eIR·ybFLDH5yTxs·R0T3BlbkFJ6·S0DHO88a2pZ·La7rTxOJ0wl·bEPxfJ706jU·xqMr4lX7Y8h·LEa6m7hTxkQ·gVHMGX3yhz6·YRRLnpT›',
    ],
    ignores: ['sk-·7wHtrx8S1zZ·YnyYlr6SIOG·gdUnLetLwbZ·sqtvuU1I5oA·Ippb', 'sk-·your-openai·-key'],
  },
  {
    detector: 'anthropic-key',
    finds: [
      '‹sk-·ant-api03-I·xS2mnC1ZfMZ·Er6VqsIckOx·xctm8YGpELj·GrxoTOg2k2N·DDj82WhRf9D·hWO0qHhl6l7·KkQGKvtQuAY·QgjtCniVfQI·q48tAA›',
    ],
    ignores: [
      'sk-·ant-api03-W·Wj6BEdvFhIp·Y5HRibNbdAT·li7tzTS',
      'sk-·ant-api03-Q·abVovefHQEU·uxl3VygPGZC·i7RYFQ6vjQf·nbZNO0Dlcta·QDmAQB1yLrO·9pJYzmcPHsL·HAZGxFPy1lU·XSD4Iq8rxHY·AyKUBB',
    ],
  },
  {
    detector: 'huggingface-token',
    finds: ['HF_TOKEN=‹hf_·TKIoaozQcRk·iXnFxSJxdUR·WFOaFaQFYMX·A›'],
    ignores: ['hf_·hub_downloa·d', 'hf_·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·x'],
  },
  {
    detector: 'groq-key',
    finds: ['‹gsk·_nTaxhGnZJz·5Manikhk4dl·wYfgOShDjJD·MT27Vx3oWD6·SWw9W3Buq›'],
    ignores: ['gsk_abc', 'xgs·k_08AbCjzOI·yWHKVdLM60y·7tjrzBMZUWC·dsTQXMiXbDI·7S7ilr8sH2'],
  },
  {
    detector: 'cohere-key',
    finds: ['COH·ERE_API_KEY·=‹PIu·rmCEbIIpvOK·rWtWfSEmMnr·wJ69xnj2beY·xUFI›'],
    ignores: ['CO_·API_KEY=xxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxx', 'cohere: embed'],
  },
  {
    detector: 'perplexity-key',
    finds: ['‹ppl·x-FPNtxZhjZ·f8KIsWlAe4A·zJLzOh5EHNe·yEaVvTqj0Ib·3JmLRw›'],
    ignores: ['ppl·x-xxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxxxxxxx·xxxxxx', 'pplx-api'],
  },
  {
    detector: 'ai-service-key',
    finds: [
      '‹r8_·8EsPdArHwzO·RgzMqCuX8iC·iaQ4O97MLqo·Fm0I›',
      '‹tgp·_v1_VFCS0HT·EfricPzFbvg·nm6i5RHhnBS·3nSV58W9P9V·kXk›',
      '‹llx·-YBNIu2c43o·kesIL3XxGyK·V2L8fKp5ELZ·S59u0qofuzm·mgU7g›',
      '‹sk-·or-v1-9c875·6afd1098dfd·c63c5e07dd7·991739482fd·2f7f5477483·ad2eb17f3f0·0cff›',
      '‹nva·pi-sktYwdKl·be4GVzj43HT·NcdOOWFQ40M·qw81DDbQDIB·AWOwhRZvs8j·YfCOIPI09ZE·z›',
      'WAN·DB_API_KEY=‹720·2ac6e6bbf53·f368c2ebd0b·b089ee974a1·be4e›',
      '‹jin·a_a4c123b16·12dd272d137·1c17149d439·5gLKOmxgJTe·KdNnFRIBXuD·L7DxtpY›',
      '‹ls_·_5729fae923·d5a4fd12aab·fe228f219e9›',
      '‹sk-·lf-cb0eb53f·-1694-7ccf-·25ec-84d8db·c74254›',
      '‹sk-·770f58904db·a41ecccc3fc·1626e53a13›',
      '‹pa-·aKjIg8xNbe3·nNyjOq9wMxE·hh2FDEEtfjg·VvVqE1SkHb›',
      '‹sk_·6b40928b5b7·a767c76fb00·8f86bebb273·7f6a6f0fb23·c6f5›',
      '‹rpa·_1VFZ3ZFKKI·BJ3J4WJ99IB·AG7I1MNBQNS·6PUQ80IDW37·0›',
      '‹key·_440e50454f·31af3176813·e02ea68ef78·6e4d3cea27d·26934b484e7·3cf575dcad›',
      '‹e2b·_6ba2b0aee0·ca923732881·584d8c4fa28·15d28028›',
      '‹dtn·_27283e0ad8·41735815699·69e58b08100·6f7e3dfc967·a64cb14028d·512c9791e5›',
      '‹bb_·live_krCaqx·9vJupc94tnw·lavyfErGPm›',
      '‹m0-·pGXafq0fjzL·czbttOofL9H·2WjQ5TY4MyW·uUFjsUN›',
      '‹sk-·helicone-jc·616i7-6bofb·ci-xgy29db-·8p5qa3e›',
      '‹wan·db_v1_V7G5I·fQHeVVEqZe2·qpUWnoVPDF2·yeE6RsXcNOP·meMjvqPVStN·KiaEdFrRgSn›',
      '‹api·fy_api_RFsT·HsDDDXh5Jmt·f7EbsDe0G9C·ryn687neLf›',
      '‹zut·_jVHq8xiM0O·Gr4hTxoF54F·zbka8FRCztU·jAwyuh1v›',
      '‹app·-auWv1zh87m·Ta5Vsqxezy3·Lex›',
      '‹KGA·T_d81831947·8da6bd0c621·de49f145fda·9›',
      '‹ses·s-tqVVPqzPp·tEJQzhkPken·G5ZFJoC6vWC·BiJmpflvJ›',
    ],
    ignores: ['r8_short', 'stability: stable', 'mistral: 7b'],
  },
];
