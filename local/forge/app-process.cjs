const { preload } = JSON.parse(process.argv[2]);

for (const module of preload) require(module);
require('./run-in-process');
