import { start } from './start';

start(<p>selection</p>);
