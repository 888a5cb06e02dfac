import {CanvasDialog} from '../../components/canvas-dialog.tsx';
import {drawLine} from './canvas.ts';

export const LineDialog = () => <CanvasDialog draw={drawLine} />;
