import { terminalSuite } from './terminal-suite.ts';

terminalSuite('neo-blessed');
