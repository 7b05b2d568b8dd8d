import { SpaceHome } from './space/space';
import './space/space.css';
import { start } from './start';

start(<SpaceHome />);
