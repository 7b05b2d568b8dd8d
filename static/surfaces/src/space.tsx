import { SpaceHome } from './space/space';
import { start } from './start';

start(<SpaceHome />);
