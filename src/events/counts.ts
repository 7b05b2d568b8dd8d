import { consoleLog } from '../platform/log';
import { createConsumer, QUEUES } from './queue-consumer';

/** Brings the counters of the overview up to date. */

export const countQueueConsumer = createConsumer(QUEUES.counts, consoleLog, () => Promise.resolve('done'));
