import type { Route } from '../route';
import { applyConfiguration } from '../routes/apply-configuration';
import { getConfiguration } from '../routes/get-configuration';
import { planConfiguration } from '../routes/plan-configuration';

/** The operations below `/v1/configuration`. */
export const routes: readonly Route[] = [getConfiguration, planConfiguration, applyConfiguration];
