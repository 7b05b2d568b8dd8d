import type { Route } from '../route';
import { exportPageExposure } from '../routes/export-page-exposure';
import { getPageExposure } from '../routes/get-page-exposure';
import { listPageExposure } from '../routes/list-page-exposure';
import { refreshPageExposure } from '../routes/refresh-page-exposure';

/** The operations below `/v1/page-exposure`. */
export const routes: readonly Route[] = [listPageExposure, exportPageExposure, getPageExposure, refreshPageExposure];
