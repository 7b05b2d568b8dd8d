import { start } from './start';

start(<p>history</p>);
