import { SpaceSettings } from './space-settings/space-settings';
import { start } from './start';

start(<SpaceSettings />);
