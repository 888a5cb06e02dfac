import {plain} from '../../../text.ts';
import {DocumentDialog} from '../../components/document-dialog.tsx';
import {drawInspect} from './canvas.ts';

export const InspectDialog = () => <DocumentDialog title={plain`Raw record`} draw={drawInspect} isTable />;
