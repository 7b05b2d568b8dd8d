import { ConfigFrame } from './config/config';
import './config/config.css';
import { start } from './start';

start(<ConfigFrame />);
