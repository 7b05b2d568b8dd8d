import { start } from './start';

start(<p>below</p>);
