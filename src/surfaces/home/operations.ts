import { listMyPages } from './list-my-pages';

/** The operations of the home page, by name. They answer about the person, whatever page or space the frame is on. */
export const HOME_OPERATIONS = { listMyPages };
