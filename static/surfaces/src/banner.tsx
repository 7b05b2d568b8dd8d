import { start } from './start';

start(<p>banner</p>);
