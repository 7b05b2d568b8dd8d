import { start } from './start';

start(<p>popup</p>);
