import { compileEngine, type Engine } from './compile';
import { detectors } from './detectors';

/** The catalogue, ready: made when this module is loaded, which is what a cold start pays for. */
export const builtInEngine: Engine = compileEngine(detectors);
