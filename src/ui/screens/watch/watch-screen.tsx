import {Canvas} from '../../components/canvas.tsx';
import {drawWatch} from './canvas.ts';

export const WatchScreen = () => <Canvas draw={drawWatch} flexGrow={1} />;
