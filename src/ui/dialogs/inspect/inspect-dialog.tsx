import {CanvasDialog} from '../../components/canvas-dialog.tsx';
import {drawInspect} from './canvas.ts';

export const InspectDialog = () => <CanvasDialog draw={drawInspect} />;
