import buildOpenApi from './build-openapi.mjs';
import { buildUi } from './build-ui.mjs';
import { install } from './install.mjs';

/** `npm run build`: generates everything that a deployment needs. */
await install();
await buildOpenApi();
await buildUi();
