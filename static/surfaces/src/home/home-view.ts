import type { SurfaceOperations } from '../../../../src/surfaces/contract';

export type HomeView = SurfaceOperations['openHome']['result'];
