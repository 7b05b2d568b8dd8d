import { Home } from './home/home';
import { start } from './start';

start(<Home />);
