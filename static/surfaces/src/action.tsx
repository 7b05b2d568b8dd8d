import { ActionFrame } from './action/action';
import './action/action.css';
import { start } from './start';

start(<ActionFrame />);
