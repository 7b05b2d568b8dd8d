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
    ],
    ignores: ['r8_short', 'stability: stable', 'mistral: 7b'],
  },
];
