import { LevelMacro } from './level/level';
import './level/level.css';
import { start } from './start';

start(<LevelMacro />);
