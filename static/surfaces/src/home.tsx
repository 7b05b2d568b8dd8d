import './below/below.css';
import { Home } from './home/home';
import './home/home.css';
import { start } from './start';

start(<Home />);
