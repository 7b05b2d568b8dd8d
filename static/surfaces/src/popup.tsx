import { Popup } from './popup/popup';
import './popup/popup.css';
import { start } from './start';

start(<Popup />);
