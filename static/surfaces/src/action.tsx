import { ActionForm } from './action/action';
import { start } from './start';

start(<ActionForm />);
