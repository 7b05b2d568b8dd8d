const { workerData } = require('node:worker_threads');

for (const module of workerData.preload) require(module);
require('./run-in-process');
