import { start } from './start';

start(<p>level</p>);
