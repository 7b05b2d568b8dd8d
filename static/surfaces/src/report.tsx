import { start } from './start';

start(<p>report</p>);
