import {CanvasDialog} from '../../components/canvas-dialog.tsx';
import {drawBulk} from './canvas.ts';

export const BulkDialog = () => <CanvasDialog draw={drawBulk} />;
