import { Below } from './below/below';
import './below/below.css';
import { start } from './start';

start(<Below />);
