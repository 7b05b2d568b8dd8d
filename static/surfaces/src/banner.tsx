import { Banner } from './banner/banner';
import './banner/banner.css';
import { start } from './start';

start(<Banner />);
