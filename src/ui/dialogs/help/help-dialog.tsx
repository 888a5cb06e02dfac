import {plain} from '../../../text.ts';
import {DocumentDialog} from '../../components/document-dialog.tsx';
import {drawHelp} from './canvas.ts';

export const HelpDialog = () => <DocumentDialog title={plain`Help`} draw={drawHelp} />;
