import { compileEngine, type CompiledEngine } from './compile';
import type { Detector } from '../detector';
import { detectors } from '../detectors';

/** The most compiled sets of detectors to keep. Detector schemes that a scan alternates between have different sets. */
const MAX_COMPILED = 8;

/** Compiles sets of detectors. Disabled detectors cost nothing, because their keywords are not searched. */
export class Engine {
  private readonly compiled = new Map<string, CompiledEngine>();

  constructor(readonly definitions: readonly Detector[]) {}

  /** Returns the compiled set of enabled detectors, from the cache if possible. */
  compiledFor(isEnabled: (definition: Detector) => boolean): CompiledEngine {
    const enabled = this.definitions.filter(isEnabled);
    const key = enabled.map(({ id }) => id).join();
    const engine = this.compiled.get(key) ?? compileEngine(enabled);
    this.compiled.delete(key);
    this.compiled.set(key, engine);
    const [oldest] = this.compiled.keys();
    if (this.compiled.size > MAX_COMPILED && oldest !== undefined) this.compiled.delete(oldest);
    return engine;
  }
}

/** The engine of all built-in detectors. */
export const builtInEngine = new Engine(detectors);
