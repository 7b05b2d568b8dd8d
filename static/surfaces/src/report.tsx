import { ReportMacro } from './report/report';
import './report/report.css';
import { start } from './start';

start(<ReportMacro />);
