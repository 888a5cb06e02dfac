import {Canvas} from '../../components/canvas.tsx';
import {drawActivity} from './canvas.ts';

export const ActivityScreen = () => <Canvas draw={drawActivity} flexGrow={1} />;
