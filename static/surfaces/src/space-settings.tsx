import { SpaceSettings } from './space-settings/space-settings';
import './space-settings/space-settings.css';
import { start } from './start';

start(<SpaceSettings />);
