import { start } from './start';

start(<p>config</p>);
