import { Selection } from './selection/selection';
import './popup/popup.css';
import { start } from './start';

start(<Selection />);
