import {plain} from '../../../text.ts';
import {DocumentDialog} from '../../components/document-dialog.tsx';
import {drawCalls} from './canvas.ts';

export const CallsDialog = () => <DocumentDialog title={plain`Request log`} draw={drawCalls} isTable />;
