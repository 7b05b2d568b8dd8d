import { compileEngine, type CompiledEngine } from './compile';
import type { Detector } from './detector';
import { detectors } from './detectors';

/** How many sets of detectors are kept ready: those of the schemes that a scan comes across. */
const KEPT = 8;

/**
 * Detectors, of which any set can be made ready. What is off costs nothing: its words are not looked for.
 */
export class Engine {
  private readonly ready = new Map<string, CompiledEngine>();

  constructor(readonly definitions: readonly Detector[]) {}

  /** Compiled once for the same set. */
  compiledFor(isOn: (definition: Detector) => boolean): CompiledEngine {
    const on = this.definitions.filter(isOn);
    const key = on.map(({ id }) => id).join();
    const engine = this.ready.get(key) ?? compileEngine(on);
    this.ready.delete(key);
    this.ready.set(key, engine);
    const [oldest] = this.ready.keys();
    if (this.ready.size > KEPT && oldest !== undefined) this.ready.delete(oldest);
    return engine;
  }
}

/** The catalogue. */
export const builtInEngine = new Engine(detectors);
