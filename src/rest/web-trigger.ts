import { createAnswerRecorder } from '../capabilities/answer-recorder';
import { SYSTEM } from '../quota/invocation';
import { createRest } from './app';

/** The web trigger `api` of manifest.yml. It ends long before the platform's limit of 55 seconds. */
export const rest = createRest({ ...SYSTEM, answers: createAnswerRecorder(), requestLimitMs: 20_000 });
