import { History } from './history/history';
import './history/history.css';
import { start } from './start';

start(<History />);
