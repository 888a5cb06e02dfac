import {Canvas} from '../../components/canvas.tsx';
import {drawDeployment} from './canvas.ts';

export const DeploymentScreen = () => <Canvas draw={drawDeployment} flexGrow={1} />;
